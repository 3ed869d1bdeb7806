#include "testbench/tests/system/checked_run.h"

#include <fmt/core.h>

#include "testbench/app/process/own_process.h"

namespace tactus::test {
namespace {

void expect_equal(const char* what, std::uint64_t actual, std::uint64_t expected, std::string& faults) {
  if (actual != expected) faults += fmt::format("{}: {}, not {}\n", what, actual, expected);
}

std::string compare(const MessageCounts& actual, const MessageCounts& expected) {
  std::string faults;
  for (const auto& [pair, count] : expected) {
    const auto found = actual.find(pair);
    const int arrived = found == actual.end() ? 0 : found->second;
    if (arrived != count)
      faults += fmt::format("{} -> {}: {} messages of {}\n", pair.first, pair.second, arrived, count);
  }
  for (const auto& [pair, count] : actual) {
    if (expected.count(pair) == 0) faults += fmt::format("{} -> {}: {} unexpected\n", pair.first, pair.second, count);
  }
  return faults;
}

std::string run(const Scenario& scenario, const std::function<std::string(const FinishedRun&)>& look) {
  SimulationOptions options;
  const Fabric* fabric = nullptr;
  options.with_fabric = [&fabric](const Fabric& made) { fabric = &made; };
  Simulation simulation(scenario, options);
  DeliveryBook book(scenario.machine);
  simulation.also_observe(&book);
  const RunSummary summary = simulation.run();
  std::string faults;
  for (const std::string& fault : book.faults()) faults += fault + "\n";
  expect_equal("flits injected", summary.flits_injected, book.flits_injected(), faults);
  return faults + look({scenario, summary, book, simulation, *fabric});
}

std::string look_at_exchange(const FinishedRun& run, const MessageCounts& expected) {
  std::string faults = compare(run.book.complete_messages(), expected);
  std::uint64_t messages = 0;
  for (const auto& [pair, count] : expected) messages += static_cast<std::uint64_t>(count);
  expect_equal("messages delivered", run.summary.messages_delivered, messages, faults);
  expect_equal("incomplete messages", static_cast<std::uint64_t>(run.book.incomplete_messages()), 0, faults);
  expect_equal("packets in flight", run.book.packets_in_flight(), 0, faults);
  expect_equal("flits delivered", run.book.flits_delivered(), run.book.flits_injected(), faults);
  return faults;
}

}  // namespace

std::string faults_of_run(const Scenario& scenario, const std::function<std::string(const FinishedRun&)>& look) {
  try {
    return in_own_process([&] { return run(scenario, look); });
  } catch (const ChildFailure& failure) {
    return failure.what();
  }
}

std::string faults_of_exchange(const Scenario& scenario, const MessageCounts& expected) {
  return faults_of_run(scenario, [&](const FinishedRun& run) { return look_at_exchange(run, expected); });
}

SimulationOptions at_level(Level level) {
  SimulationOptions options;
  options.level = level;
  return options;
}

Scenario scenario_on(int width, int height, const AlgorithmName& algorithm) {
  Scenario scenario;
  scenario.name = "test";
  scenario.machine.network = {width, height};
  scenario.workload.algorithm = algorithm;
  return scenario;
}

}  // namespace tactus::test
