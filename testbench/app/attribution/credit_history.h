#pragma once

#include <cstdint>
#include <vector>

namespace tactus {

/// Credits of one VC of an output, as they were at edges that have been: told of what was taken and what came back.
/// Plain class.
class CreditHistory {
 public:
  void set_capacity(int flits) { base_ = flits; }

  /// A packet of `flits` was granted at edge `edge`.
  void take(std::uint64_t edge, int flits) { changes_.push_back({edge, -flits, 0}); }
  /// `flits` came back, to be used from edge `first` on: all at once, or one per edge.
  void give(std::uint64_t first, int flits, bool at_once) {
    changes_.push_back({first, flits, at_once ? 0U : static_cast<std::uint64_t>(flits) - 1});
  }
  /// Credits that SA found at edge `edge`, of what is known; those taken at that edge are gone.
  [[nodiscard]] int at(std::uint64_t edge) const;
  /// First edge of [begin, end) at which there were `flits`; `end` if there was none. None was taken after `begin`.
  [[nodiscard]] std::uint64_t first_room(std::uint64_t begin, std::uint64_t end, int flits) const;
  /// Nobody will ask for an edge before `edge`.
  void forget_before(std::uint64_t edge);

 private:
  /// What comes back one by one is there up to `ramp` edges later.
  struct Change {
    std::uint64_t edge;
    int flits;
    std::uint64_t ramp;
  };

  int base_ = 0;  ///< with all changes that are forgotten
  std::vector<Change> changes_;
};

}  // namespace tactus
