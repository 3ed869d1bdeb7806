#include <fmt/core.h>

#include <map>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/farm_schedule.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr int kRounds = 6;

/// Ranks from `masters` on send to each of the first `masters` ranks in rounds: message j of each has j kB and a byte
/// for each rank. A master answers each message by computing.
std::string crowd(int ranks, int masters) {
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (int rank = 0; rank < masters; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (int i = 0; i < (ranks - masters) * kRounds; ++i) {
      text += fmt::format("r{0}: recv 8000b from -1 tag 3\nc{0}: calc 300\nc{0} requires r{0}\n", i);
    }
    text += "}\n";
  }
  for (int rank = masters; rank < ranks; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (int i = 0; i < kRounds; ++i) {
      text += fmt::format("w{}: calc {}\n", i, (rank * 7 + i * 5) % 11 * 200);
      if (i > 0) text += fmt::format("w{0} irequires s{1}x{2}\n", i, i - 1, masters - 1);
      for (int to = 0; to < masters; ++to) {
        text += fmt::format("s{0}x{1}: send {2}b to {1} tag 3\ns{0}x{1} requires w{0}\n", i, to, i * 1000 + rank);
      }
    }
    text += "}\n";
  }
  return text;
}

struct Run {
  Outcome outcome;
  std::string operations;
  std::string messages;
};

Run run_file(const std::string& file, const std::string& shape, const TemporaryFolder& folder, const std::string& name,
             const Arguments& more) {
  const std::string scenario = folder.write(
      name + ".yaml",
      fmt::format("network: {{shape: {}}}\nworkload: {{algorithm: schedule, schedule: {}}}\n", shape, file));
  Run run;
  run.outcome = run_tactus(with({"run", scenario, "--out", folder.path() / name}, more));
  if (run.outcome.status != 0) return run;
  run.operations = text_of(folder.path() / name / "operations.csv");
  run.messages = text_of(folder.path() / name / "messages.csv");
  return run;
}

/// Runs that differ in nothing but their level have equal tables of operations and of messages. Answers one of them.
Run run_both(const std::string& file, const std::string& shape, const TemporaryFolder& folder, const Arguments& more) {
  const Run cycle = run_file(file, shape, folder, "cycle", with({"--level", "cycle"}, more));
  INFO(cycle.outcome.err);
  REQUIRE(cycle.outcome.status == 0);
  const Run packet = run_file(file, shape, folder, "packet", with({"--level", "packet"}, more));
  CHECK(packet.operations == cycle.operations);
  CHECK(packet.messages == cycle.messages);
  return cycle;
}

Texts split(const std::string& text, char at) {
  Texts parts(1);
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

struct Met {
  int sender = 0;
  int bytes = 0;
  friend bool operator==(const Met& a, const Met& b) { return a.sender == b.sender && a.bytes == b.bytes; }
};

/// Messages that the receives of a rank have met, in the order of the receives, from operations.csv.
std::vector<Met> met_by(int rank, const std::string& operations) {
  std::vector<Met> met;
  for (const std::string& line : split(operations, '\n')) {
    const Texts cells = split(line, ',');
    if (cells[0] != std::to_string(rank) || cells[3] != "recv") continue;
    met.push_back({std::stoi(cells[4]), std::stoi(cells[5])});
  }
  return met;
}

/// All messages of `crowd` have come, those of each sender in their order, and not all of one sender after another.
void check_crowd(const std::vector<Met>& met, int ranks, int masters) {
  REQUIRE(met.size() == static_cast<std::size_t>((ranks - masters) * kRounds));
  std::map<int, int> rounds;
  int changes = 0;
  int last = -1;
  for (const Met& each : met) {
    CAPTURE(each.sender, each.bytes);
    CHECK(each.bytes == rounds[each.sender]++ * 1000 + each.sender);
    if (each.sender != last) ++changes;
    last = each.sender;
  }
  CHECK(rounds.size() == static_cast<std::size_t>(ranks - masters));
  CHECK(changes > ranks - masters);
}

const std::vector<Met> kMetByFarm = {{2, 8}, {4, 16}, {3, 32}, {1, 64}};

}  // namespace

TEST_CASE("Any rank: receives take messages as they come, and results name the senders, at every level",
          "[OPERATION-15][MATCH-5][MATCH-7]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("farm.goal", kFarm);
  CHECK(met_by(0, run_both(file, "[3, 2]", folder, {}).operations) == kMetByFarm);
  const Run flow = run_file(file, "[3, 2]", folder, "flow", {"--level", "flow"});
  INFO(flow.outcome.err);
  REQUIRE(flow.outcome.status == 0);
  CHECK(met_by(0, flow.operations) == kMetByFarm);
}

TEST_CASE("Any rank: 15 ranks send to one at once, alike at cycle and packet level, each in order",
          "[OPERATION-15][OPERATION-17]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("crowd.goal", crowd(16, 1));
  check_crowd(met_by(0, run_both(file, "[4, 4]", folder, {}).operations), 16, 1);
  const Run flow = run_file(file, "[4, 4]", folder, "flow", {"--level", "flow"});
  REQUIRE(flow.outcome.status == 0);
  check_crowd(met_by(0, flow.operations), 16, 1);
}

TEST_CASE("Any rank: two ranks of one node receive from all other nodes, alike at cycle and packet level",
          "[OPERATION-15][OPERATION-17]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("crowd.goal", crowd(12, 2));
  const Run run = run_both(file, "[3, 2]", folder, {"--set", "workload.ranks_per_node=2"});
  check_crowd(met_by(0, run.operations), 12, 2);
  check_crowd(met_by(1, run.operations), 12, 2);
}

TEST_CASE("Any rank: a trace whose program receives from any source with any tag is run", "[OPERATION-15][IMPORT-10]") {
  const TemporaryFolder folder;
  const auto trace = [&folder](int rank, const std::string& calls) {
    return folder.write(fmt::format("trace.{}", rank),
                        "# collprof 0.9 output file\n\nMPI_Init:-:1:2:100.0\n" + calls + "MPI_Finalize:900.0:-\n");
  };
  const std::string receive = "MPI_Recv:{0}.0:11:16:1,8,8:-1:-1:5641280,0,3:99:{0}.5\n";
  const std::string first =
      trace(0, fmt::format(receive, 101) + fmt::format(receive, 102) + "MPI_Barrier:103.0:5641280,0,3:104.0\n");
  static_cast<void>(trace(1, "MPI_Send:140.0:11:4:1,8,8:0:5:5641280,1,3:141.0\nMPI_Barrier:142.0:5641280,1,3:143.0\n"));
  static_cast<void>(trace(2, "MPI_Send:120.0:11:9:1,8,8:0:6:5641280,2,3:121.0\nMPI_Barrier:122.0:5641280,2,3:123.0\n"));
  std::vector<Met> met = met_by(0, run_both(first, "[4]", folder, {}).operations);
  REQUIRE(met.size() > 2);
  met.resize(2);
  CHECK(met == std::vector<Met>{{2, 72}, {1, 32}});
}

TEST_CASE("Any rank: a schedule that no receive from any rank can have is refused with its lines",
          "[OPERATION-16][OPERATION-17]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("farm.goal", kFarm);
  const Run near = run_file(file, "[3, 2]", folder, "two", {"--set", "workload.ranks_per_node=2"});
  CHECK(near.outcome.status == 2);
  CHECK_THAT(near.outcome.err,
             Contains("farm.goal:11:1: error: rank 1: send to rank 0, which receives from any rank and "
                      "is on the same node"));
  const std::string wrong = folder.write("wrong.goal",
                                         "num_ranks 3\nrank 0 {\nrecv 8b from -1 tag 3\nrecv 8b from 1 tag 3\n}\n"
                                         "rank 1 { send 8b to 0 tag 3 }\nrank 2 { send 9b to 0 tag 3 }\n");
  const Run mixed = run_file(wrong, "[3, 2]", folder, "wrong", {});
  CHECK(mixed.outcome.status == 2);
  CHECK_THAT(mixed.outcome.err, Contains("wrong.goal:4:1: error: rank 0: receive from rank 1: line 3 receives from any "
                                         "rank with tag 3, which may take the message"));
  CHECK_THAT(mixed.outcome.err, Contains("wrong.goal:3:1: error: rank 0: receive of 8 B from any rank: it may take the "
                                         "message of 9 B of rank 2, line 7"));
}

TEST_CASE("Any rank: a second message that could overtake the first is refused, on a machine that allows it",
          "[OPERATION-17]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("pair.goal",
                                        "num_ranks 3\nrank 0 {\nrecv 8b from -1\nrecv 8b from -1\n}\n"
                                        "rank 2 {\nsend 8b to 0\nsend 8b to 0\n}\n");
  const auto status = [&](const std::string& name, const Arguments& more) {
    return run_file(file, "[5, 2]", folder, name, more).outcome;
  };
  CHECK(status("two", {}).status == 0);
  const Outcome four = status("four", {"--set", "router.virtual_channels=4"});
  CHECK(four.status == 2);
  CHECK_THAT(four.err, Contains("pair.goal:8:1: error: rank 2: second send to rank 0, which receives from any rank: it "
                                "can overtake the first at (2,0)"));
  CHECK(status("rows", {"--set", "network.wrap=[false, false]"}).status == 2);
  CHECK(status("row", {"--set", "network.wrap=[false, false]", "--set", "router.virtual_channels=1"}).status == 0);
}
