#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// When the packets of one output leave that the link behind it cannot take at once (docs/timing.md, "Link"): since it
/// is slower than the switch, is down for a while, or has to carry a packet again whose bits were wrong. Plain class;
/// an answer is a pure function of its arguments, the same at every level.
class LinkTransfer {
 public:
  /// The link that leaves `position` in this direction; where an edge has none, one that takes everything at once.
  LinkTransfer(const MachineConfig& config, Coordinate position, Direction direction);

  /// Every packet leaves at once.
  [[nodiscard]] bool prompt() const { return !speed_.slow() && outages_.empty() && bit_error_rate_ == 0; }
  /// Edges that a packet of `flits` waits with its output if it is granted at edge `grant`: so many that its last flit
  /// leaves when the link has carried all of them without an error. Its flits pass in cycles `grant + lateness + 1` to
  /// `grant + lateness + flits`.
  [[nodiscard]] std::uint64_t lateness(std::uint64_t grant, std::uint64_t flits) const {
    return transfer(grant, flits).lateness;
  }
  struct Transfer {
    std::uint64_t lateness = 0;
    int repetitions = 0;  ///< times that the link carries the packet with an error
  };
  /// Lateness of a packet, and how often it is repeated because of bit errors.
  [[nodiscard]] Transfer transfer(std::uint64_t grant, std::uint64_t flits) const;

 private:
  /// Whether the link carries a packet wrongly whose first flit leaves at edge `start + 1`.
  [[nodiscard]] bool errs(std::uint64_t start, std::uint64_t flits) const;

  LinkSpeed speed_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> outages_;  ///< cycles [first, end), in the order of time
  double bit_error_rate_;
  std::uint64_t repeat_;  ///< cycles from the last flit of a packet with an error to the first of its repetition
  std::uint64_t seed_;
  std::uint64_t stream_;  ///< number of the link
};

}  // namespace tactus
