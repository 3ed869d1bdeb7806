#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "testbench/app/compare/run_history.h"
#include "tlm_models/traffic/rank_map.h"

namespace tactus {

/// What two runs of one scenario have in common.
struct HistoryComparison {
  std::uint64_t packets = 0;            ///< in either run
  std::uint64_t differing_packets = 0;  ///< in who they are, or in any cycle, or that only one run has
  std::uint64_t messages = 0;
  std::uint64_t differing_messages = 0;
  /// The difference that comes first in simulated time, in words; empty if there is none.
  std::string first_difference;

  [[nodiscard]] bool equal() const { return first_difference.empty(); }
};

/// Compares packet by packet (the n-th of each engine with the n-th of the same engine), message by message, what
/// links, buffers and counters were at times, and what the result says. `names` are what the two runs are called in
/// words. `map` is that of the scenario.
HistoryComparison compare(const RunHistory& a, const RunHistory& b, const std::array<std::string, 2>& names,
                          const RankMap& map);

}  // namespace tactus
