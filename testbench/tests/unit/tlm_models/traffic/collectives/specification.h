#pragma once

#include <string>
#include <vector>

#include "testbench/tests/unit/tlm_models/traffic/collectives/symbolic_run.h"

namespace tactus::test {

/// MPI's words for a call: its data, and what members hold before and after it.
struct Specification {
  std::vector<DataBlock> data;
  Holding before;
  Holding after;
  bool once = true;
};
Specification specification_of(const CollectiveCall& call);

/// Records the call, checks rules that hold for all methods, and runs it in several orders. Answers the first fault.
std::string fault_of(const CollectiveCall& call, const std::string& method, int seeds = 4);

/// Counts of a run of a call.
struct Measured {
  std::uint64_t rounds = 0;
  CountedCosts costs;
  CollectiveIdeal ideal;
};
Measured measure(const CollectiveCall& call, const std::string& method);

/// A call of `members` consecutive ranks.
CollectiveCall call_of(CollectiveKind kind, int members, std::uint64_t bytes);
/// The same on a grid with wraparound.
CollectiveCall call_on(CollectiveKind kind, const std::vector<int>& sizes, std::uint64_t bytes);

}  // namespace tactus::test
