#pragma once

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"

namespace tactus::test {

/// The history of `scenario` at cycle level. It must be without violation, and packet level must have the same.
inline RunHistory require_equal_levels(const Scenario& scenario) {
  RunHistory cycle = run_level(scenario, Level::kCycle);
  REQUIRE(cycle.violation == "");
  const RunHistory packet = run_level(scenario, Level::kPacket);
  const HistoryComparison comparison = compare(cycle, packet, {"cycle", "packet"}, scenario.rank_map());
  INFO(comparison.first_difference);
  REQUIRE(comparison.equal());
  return cycle;
}

}  // namespace tactus::test
