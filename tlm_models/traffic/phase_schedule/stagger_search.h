#pragma once

#include <cstddef>
#include <vector>

#include "hw/common/router_ports.h"

namespace tactus {

/// A slot that a packet takes on each link of a direction, counted from its stagger.
struct TakenSlot {
  std::size_t direction = 0;
  int slot = 0;  ///< in [0, slots)
};

/// Finds staggers with which no two packets take the same slot of a direction: depth first, the first packet at 0. A
/// stagger leaves the packets after it those that are free beside it; a packet without any ends the branch.
class StaggerSearch {
 public:
  StaggerSearch(int slots, const std::vector<std::vector<TakenSlot>>& packets);

  /// One stagger for each packet, in [0, slots); none if there are none or the search takes too long.
  std::vector<int> run();

 private:
  /// Marks the staggers of packet `b`, counted from the stagger of packet `a`, with which they share no slot.
  void find_beside(std::size_t a, std::size_t b, const std::vector<TakenSlot>& of_b);
  bool place(std::size_t packet);
  /// Leaves the packets after `packet` their staggers beside its own. Whether each has one.
  bool leave_free(std::size_t packet, std::size_t stagger);
  [[nodiscard]] std::size_t pair(std::size_t a, std::size_t b) const { return a * packets_ + b; }
  [[nodiscard]] unsigned char* beside(std::size_t a, std::size_t b) { return &beside_[2 * slots_ * pair(a, b)]; }
  [[nodiscard]] unsigned char* free(std::size_t a, std::size_t b) { return &free_[slots_ * pair(a, b)]; }

  static constexpr int kMostSteps = 200'000;

  std::size_t slots_;
  std::size_t packets_;
  int steps_ = 0;
  bool possible_ = true;              ///< each two packets alone have staggers
  std::vector<unsigned char> taken_;  ///< by direction and slot: by the packet whose neighbours are looked for
  /// By pair of packets, the first one before the second, and stagger: 1 or 0. Twice, one after the other.
  std::vector<unsigned char> beside_;
  /// By pair and stagger: 1 for staggers of the second packet beside those of all packets up to the first one.
  std::vector<unsigned char> free_;
  std::vector<int> staggers_;
};

}  // namespace tactus
