#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// When packets begin that a link cannot take at once (docs/timing.md, "Link"): since it is slower than the switch, or
/// is down for a while. Plain class; an answer is a pure function of its arguments, the same at every level.
class LinkTransfer {
 public:
  /// A link that takes everything at once.
  LinkTransfer() = default;
  /// The link that leaves `position` in this direction; where an edge has none, one that takes everything at once.
  LinkTransfer(const MachineConfig& config, Coordinate position, Direction direction);

  /// Every packet leaves at once.
  [[nodiscard]] bool prompt() const { return !speed_.slow() && outages_.empty(); }
  /// Edges that a packet of `flits` waits if it can begin at edge `grant + 1`: so many that its last flit leaves when
  /// the link has carried all of them. Its flits pass in cycles `grant + lateness + 1` to `grant + lateness + flits`.
  [[nodiscard]] std::uint64_t lateness(std::uint64_t grant, std::uint64_t flits) const;

 private:
  LinkSpeed speed_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> outages_;  ///< cycles [first, end), in the order of time
};

}  // namespace tactus
