#pragma once

#include <cstdint>

namespace tactus {

/// How ranks synchronise the common counters of their nodes.
enum class CounterMethod : std::uint8_t {
  kNone,
  kNeighbours,  ///< by exchanges of time stamps along a tree of neighbours
};

/// How the ranks of a workload synchronise the counters of their nodes.
struct SynchronisationConfig {
  int rounds = 0;  ///< exchanges with each neighbour; 0: they do not
  int drift = 0;   ///< parts per million by which a counter is fast or slow, at most

  [[nodiscard]] bool on() const { return rounds > 0; }
};

}  // namespace tactus
