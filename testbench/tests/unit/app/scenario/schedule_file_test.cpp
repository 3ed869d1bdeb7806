#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus {
namespace {

/// A scenario of a 2x2 torus with operations in `file`, which holds `text`.
ScenarioResult read_with(const TemporaryFolder& folder, const std::string& file, const std::string& text,
                         const std::string& keys = {}, const std::string& machine = {}) {
  test::write_file(folder.path() / file, text);
  return read_scenario(folder.write(
      "case.yaml",
      "network: {shape: [2, 2]}\n" + machine + "workload: {algorithm: schedule, schedule: " + file + keys + "}\n"));
}

const Schedule& schedule_of(const ScenarioResult& result) {
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) FAIL(format(faults->front()));
  return *std::get<Scenario>(result).workload.schedule;
}

std::vector<std::string> faults_of(const ScenarioResult& result, const TemporaryFolder& folder) {
  std::vector<std::string> texts;
  if (std::holds_alternative<Scenario>(result)) return texts;
  for (const Diagnostic& each : std::get<std::vector<Diagnostic>>(result)) {
    std::string file = each.file;
    const std::string prefix = folder.path().string() + "/";
    if (file.rfind(prefix, 0) == 0) file = file.substr(prefix.size());
    texts.push_back(file + ":" + std::to_string(each.line) + ": " + each.message);
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST_CASE("Schedule file: its operations are those of the workload, matched", "[key:workload.schedule][OPERATION-4]") {
  const TemporaryFolder folder;
  const ScenarioResult result = read_with(folder, "two.goal",
                                          "num_ranks 2\nrank 0 {\n a: calc 5\n b: send 100b to 1 tag 9\n"
                                          " b requires a\n}\nrank 1 {\n a: recv 100b from 0 tag 9\n}\n");
  const Schedule& schedule = schedule_of(result);
  REQUIRE(schedule.ranks() == 2);
  REQUIRE(schedule.program(0).operations.size() == 2);
  CHECK(schedule.program(0).operations[0].amount == 5000);
  CHECK(schedule.program(0).operations[1].place == 4);
  CHECK(schedule.program(0).operations[1].tag == 0);
  CHECK(schedule.program(1).operations[0].nic == schedule.program(0).operations[1].nic);
}

TEST_CASE("Schedule file: keys say how long computing takes",
          "[key:workload.compute_scale][key:workload.flop_rate][key:workload.goal_unit]") {
  const TemporaryFolder folder;
  const std::string goal = "num_ranks 1\nrank 0 {\n a: calc 40\n}\n";
  const auto amount = [](const ScenarioResult& result) { return schedule_of(result).program(0).operations[0].amount; };
  CHECK(amount(read_with(folder, "a.goal", goal)) == 40'000);
  CHECK(amount(read_with(folder, "a.goal", goal, ", goal_unit: 1 us")) == 40'000'000);
  CHECK(amount(read_with(folder, "a.goal", goal, ", compute_scale: 0.5")) == 20'000);
  const std::string trace = "0 init\n0 compute 3000\n0 finalize\n";
  CHECK(amount(read_with(folder, "a.txt", trace, ", flop_rate: 1.0e9")) == 3'000'000);
  CHECK_FALSE(faults_of(read_with(folder, "a.txt", trace), folder).empty());
}

TEST_CASE("Schedule file: faults have the file and the line", "[OPERATION-6][OPERATION-12][key:workload.schedule]") {
  const TemporaryFolder folder;
  CHECK(faults_of(read_with(folder, "a.goal", "num_ranks 2\nrank 0 {\n a: send 100b to 1\n}\nrank 1 {\n}\n"), folder) ==
        Texts{"a.goal:3: rank 0: send to rank 1 tag 0: rank 1 has no receive for it"});
  CHECK(faults_of(read_with(folder, "a.goal", "num_ranks 1\nrank 0 {\n a: snd 100b to 1\n}\n"), folder).front() ==
        "a.goal:3: 'snd' is no operation: send, recv or calc; did you mean send?");
  CHECK_FALSE(faults_of(read_with(folder, "a.goal", "num_ranks 5\nrank 0 {\n}\n"), folder).empty());
  CHECK_FALSE(faults_of(read_scenario(folder.write("b.yaml", "workload: {algorithm: schedule}\n")), folder).empty());
  const std::string none = "workload: {algorithm: schedule, schedule: none.goal}\n";
  CHECK_FALSE(faults_of(read_scenario(folder.write("b.yaml", none)), folder).empty());
}

TEST_CASE("Schedule file: a rank of several processors has no core that would move messages", "[OPERATION-3]") {
  const TemporaryFolder folder;
  const std::string goal = "num_ranks 1\nrank 0 {\n a: calc 40 cpu 1\n}\n";
  CHECK(faults_of(read_with(folder, "a.goal", goal), folder).empty());
  const Texts faults =
      faults_of(read_with(folder, "a.goal", goal, ", ranks_per_node: 2", "node: {copies: cores}\n"), folder);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].find("several processors") != std::string::npos);
}

/// A time-independent trace of four ranks that make one call.
std::string four_ranks(const std::string& call) {
  std::string text;
  for (int rank = 0; rank < 4; ++rank) {
    text += fmt::format("{0} init\n{0} {1}\n{0} finalize\n", rank, call);
  }
  return text;
}

TEST_CASE("Schedule file: methods of collective calls are chosen by operation and size",
          "[COLLECTIVE-23][key:workload.collectives]") {
  const TemporaryFolder folder;
  const std::string trace = four_ranks("allreduce 4000 0");
  const auto messages = [&](const std::string& keys) {
    const ScenarioResult result = read_with(folder, "a.txt", trace, ", flop_rate: 1.0e9" + keys);
    const auto& operations = schedule_of(result).program(0).operations;
    return std::count_if(operations.begin(), operations.end(),
                         [](const Operation& each) { return each.kind == OperationKind::kSend; });
  };
  CHECK(messages(", collectives: [{operation: allreduce, method: ring}]") == 6);
  CHECK(messages(", collectives: [{operation: allreduce, method: recursive_doubling}]") == 2);
  CHECK(messages(", collectives: [{operation: allreduce, from: 5000 B, method: ring}, {operation: allreduce, method: "
                 "recursive_doubling}]") == 2);
  // Two parts by each of two dimensions, on the grid of the nodes: two rings of two ranks, both ways.
  CHECK(messages(", collectives: [{operation: allreduce, method: bucket}]") == 16);
}

TEST_CASE("Schedule file: a choice that has no effect, no method or no way is a fault at its place",
          "[COLLECTIVE-23][key:workload.collectives]") {
  const TemporaryFolder folder;
  const auto faults = [&](const std::string& text, const std::string& choices) {
    return faults_of(read_with(folder, "a.txt", text, ", flop_rate: 1.0e9, collectives: " + choices), folder);
  };
  CHECK(faults("num_ranks 1\nrank 0 {\n a: calc 5\n}\n", "[{operation: allreduce, method: ring}]") ==
        Texts{"case.yaml:2: workload.collectives: " + (folder.path() / "a.txt").string() +
              " has no collective calls: leave it out"});
  const Texts wrong = faults(four_ranks("barrier"), "[{operation: barrier, method: ring}, {operation: allreduc}]");
  REQUIRE(wrong.size() == 1);
  CHECK(wrong[0].find("did you mean allreduce?") != std::string::npos);
  const Texts unknown = faults(four_ranks("barrier"), "[{operation: barrier, method: ring}]");
  REQUIRE(unknown.size() == 1);
  CHECK(unknown[0].find("case.yaml:2: workload.collectives[0]: ") == 0);
  CHECK(unknown[0].find("dissemination") != std::string::npos);
  const Texts misfit = faults(four_ranks("alltoall 8 8"), "[{operation: alltoall, method: phased}]");
  REQUIRE_FALSE(misfit.empty());
  CHECK(misfit[0].find("a.txt:2: ") == 0);
}

TEST_CASE("Schedule file: a window needs messages that are exchanged", "[OPERATION-20][key:pacing.window]") {
  const TemporaryFolder folder;
  const std::string goal = "num_ranks 1\nrank 0 {\n a: calc 40\n}\n";
  const Texts faults = faults_of(read_with(folder, "a.goal", goal, {}, "pacing: {window: 2}\n"), folder);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].find("pacing.window") != std::string::npos);
}

}  // namespace
}  // namespace tactus
