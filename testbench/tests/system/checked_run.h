#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "testbench/app/results/run_summary.h"
#include "testbench/app/run/simulation.h"
#include "testbench/app/scenario/scenario.h"
#include "testbench/tests/system/delivery_book.h"

namespace tactus::test {

/// Number of messages from one node to another.
using MessageCounts = std::map<std::pair<int, int>, int>;

/// Everything that a look at a finished run can need.
struct FinishedRun {
  const Scenario& scenario;
  const RunSummary& summary;
  const DeliveryBook& book;
  Simulation& simulation;
  const Fabric& fabric;
};

/// Runs `scenario` in a process of its own with an account of all packets, and tells what `look` finds wrong with it
/// and what the account does; empty if nothing.
std::string faults_of_run(const Scenario& scenario, const std::function<std::string(const FinishedRun&)>& look);

/// The same for a closed-loop scenario: each of the `expected` messages, and no other, must arrive complete, and
/// nothing may be left in the network.
std::string faults_of_exchange(const Scenario& scenario, const MessageCounts& expected);

/// How a run at `level` is executed.
SimulationOptions at_level(Level level);

/// A scenario with the default machine on such a torus.
Scenario scenario_on(int width, int height, const AlgorithmName& algorithm);

}  // namespace tactus::test
