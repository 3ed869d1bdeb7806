#pragma once

#include <cstddef>
#include <vector>

namespace tactus {

/// A slot that a packet takes on each link of a direction, counted from its stagger.
struct TakenSlot {
  std::size_t direction = 0;
  int slot = 0;  ///< in [0, slots)
};

/// Most slots of a period for which staggers are looked for.
inline constexpr int kMostStaggers = 1024;

/// Staggers in [0, slots), one for each packet, with which no two packets take the same slot of a direction; the first
/// packet's is 0. None if there are none or the search takes too long. Depth first: a stagger leaves the packets after
/// it those that are free beside it; a packet without any ends the branch.
std::vector<int> find_staggers(int slots, const std::vector<std::vector<TakenSlot>>& packets);

}  // namespace tactus
