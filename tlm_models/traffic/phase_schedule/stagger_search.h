#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "hw/common/router_ports.h"

namespace tactus {

/// A slot that a packet takes on each link of a direction, counted from its stagger.
struct TakenSlot {
  std::size_t direction = 0;
  int slot = 0;  ///< in [0, slots)
};

/// Finds staggers with which no two packets take the same slot of a direction: depth first, the first packet at 0.
class StaggerSearch {
 public:
  StaggerSearch(int slots, std::vector<std::vector<TakenSlot>> packets);

  /// One stagger for each packet, in [0, slots); none if there are none or the search takes too long.
  std::vector<int> run();

 private:
  bool place(std::size_t packet);
  bool take(std::size_t packet, int stagger);
  void leave(std::size_t packet, int stagger, std::size_t taken);
  char& at(const TakenSlot& slot, int stagger);

  static constexpr int kMostSteps = 200'000;

  int slots_;
  int steps_ = 0;
  std::vector<std::vector<TakenSlot>> packets_;
  std::vector<int> staggers_;
  std::array<std::vector<char>, kMaxDirections> taken_;
};

}  // namespace tactus
