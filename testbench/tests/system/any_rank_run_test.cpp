#include <fmt/core.h>

#include <map>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// Rank 0 receives from whoever comes: rank 2 at once, then rank 4, which it answers, then rank 3, then rank 1.
constexpr char kFarm[] = R"(num_ranks 5
rank 0 {
  a: recv 64b from -1 tag 3
  b: recv 64b from -1 tag 3
  c: recv 64b from -1 tag 3
  d: recv 64b from -1 tag 3
  go: send 8b to 4 tag 1
  go requires a
}
rank 1 { w: calc 50000
  s: send 64b to 0 tag 3
  s requires w }
rank 2 { s: send 8b to 0 tag 3 }
rank 3 { w: calc 20000
  s: send 32b to 0 tag 3
  s requires w }
rank 4 { t: recv 8b from 0 tag 1
  s: send 16b to 0 tag 3
  s requires t }
)";

struct Run {
  Outcome outcome;
  std::string operations;
};

Run run_farm(const TemporaryFolder& folder, const std::string& name, const Arguments& more) {
  const std::string file = folder.write("farm.goal", kFarm);
  const std::string scenario = folder.write(
      "farm.yaml", fmt::format("network: {{shape: [3, 2]}}\nworkload: {{algorithm: schedule, schedule: {}}}\n", file));
  Run run;
  run.outcome = run_tactus(with({"run", scenario, "--out", folder.path() / name}, more));
  if (run.outcome.status == 0) run.operations = read_file(folder.path() / name / "operations.csv");
  return run;
}

/// Sender and bytes of each receive of rank 0, from operations.csv.
std::vector<std::string> met_by_rank_0(const std::string& operations) {
  std::vector<std::string> met;
  for (const std::string& line : lines_of(operations)) {
    if (line.rfind("0,", 0) != 0 || line.find(",recv,") == std::string::npos) continue;
    const std::size_t peer = line.find(",recv,") + 6;
    met.push_back(line.substr(peer, line.find(',', line.find(',', peer) + 1) - peer));
  }
  return met;
}

}  // namespace

TEST_CASE("Any rank: receives take messages as they come, and results name the senders, at every level and in RTL",
          "[OPERATION-15][MATCH-5][MATCH-7]") {
  const TemporaryFolder folder;
  const std::vector<std::string> expected = {"2,8", "4,16", "3,32", "1,64"};
  const Run cycle = run_farm(folder, "cycle", {"--level", "cycle"});
  CAPTURE(cycle.outcome.err);
  REQUIRE(cycle.outcome.status == 0);
  CHECK(met_by_rank_0(cycle.operations) == expected);
  const Run packet = run_farm(folder, "packet", {"--level", "packet"});
  CHECK(packet.operations == cycle.operations);
  const Run flow = run_farm(folder, "flow", {"--level", "flow"});
  CAPTURE(flow.outcome.err);
  CHECK(met_by_rank_0(flow.operations) == expected);
  const Run rtl = run_farm(folder, "rtl", {"--level", "cycle", "--set", "rtl.nics=all"});
  CAPTURE(rtl.outcome.err);
  CHECK(rtl.operations == cycle.operations);
}

TEST_CASE("Any rank: senders on the receiver's node are told before the run", "[OPERATION-16]") {
  const TemporaryFolder folder;
  const Run run = run_farm(folder, "two", {"--set", "workload.ranks_per_node=2"});
  CHECK(run.outcome.status == 2);
  CHECK_THAT(run.outcome.err, Contains("send to rank 0, which receives from any rank and is on the same node"));
}
