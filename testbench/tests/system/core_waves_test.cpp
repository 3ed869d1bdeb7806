#include <fmt/core.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/message_rows.h"
#include "testbench/tests/system/tactus_process.h"
#include "testbench/tests/system/wave_formats.h"

using namespace tactus;
using namespace tactus::test;

namespace {

constexpr int kCores = 3;

/// Four nodes, whose three cores copy, pack and unpack columns for four ranks.
Outcome exchange(const TemporaryFolder& folder, const Arguments& more) {
  return run_tactus(with({"run", scenario_path("manycore/torus_4x8.yaml"), "--set", "rows=6", "--set",
                          "workload.ranks_per_node=4", "--set", "manycore.cores=3", "--set",
                          "manycore.threads_per_core=2", "--set", "waves.nodes=all", "--out", folder.path()},
                         more));
}

std::string scope_of(const std::string& node, int process) {
  return fmt::format("torus.{}.manycore.cores.core_{}.process_{}.", node, process % kCores, process);
}

/// Times from the begin to the end of each stretch with the same value.
struct Stretch {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t value = 0;
};
std::vector<Stretch> stretches(const Wave& wave, const std::string& name) {
  std::vector<Stretch> all;
  for (const auto& entry : wave.changes.at(name)) {
    if (!all.empty()) all.back().end = entry.first;
    all.push_back({entry.first, wave.end, wave.at(name, entry.first)});
  }
  return all;
}

}  // namespace

TEST_CASE("Waves of cores in a torus: they have the messages of messages.csv and the figures of result.json",
          "[WAVE-68][WAVE-69][key:waves.nodes]") {
  const TemporaryFolder folder;
  succeeded(exchange(folder, {"--waves"}));
  const Wave wave = read_fst(folder.path() / "waves.fst");
  const auto result = nlohmann::json::parse(folder.text("result.json"));
  const std::map<std::uint64_t, MessageRow> rows = message_rows(folder.path());
  const std::array<std::string, 4> nodes = {"node_0_0", "node_1_0", "node_0_1", "node_1_1"};
  std::uint64_t received = 0;
  std::uint64_t copied = 0;
  double busiest = 0;
  std::size_t numbered = 0;
  std::size_t wrong = 0;
  for (int node = 0; node < 4; ++node) {
    for (int process = 0; process < 4; ++process) {
      const std::string of = scope_of(nodes[static_cast<std::size_t>(node)], process);
      received += wave.at(of + "received[47:0]", wave.end - 1);
      copied += wave.at(of + "copied[47:0]", wave.end - 1);
      double busy = 0;
      for (const Stretch& each : stretches(wave, of + "state[2:0]")) {
        if (each.value != 1) busy += static_cast<double>(each.end - each.begin) * 1e-12;
      }
      busiest = std::max(busiest, busy);
      const int rank = 4 * node + process;
      for (const Stretch& each : stretches(wave, of + "message[47:0]")) {
        if (each.value == 0) continue;
        ++numbered;
        const MessageRow& row = rows.at(each.value);
        const std::uint64_t part = wave.at(of + "part[2:0]", each.begin);
        const int end = part == 1 ? row.source : row.destination;
        const int other = part == 1 ? row.destination : row.source;
        const std::uint64_t peer = other / 4 == node ? static_cast<std::uint64_t>(1 + other % 4) : 0;
        // Ranks see the end of a piece of work at the first edge behind it.
        const bool in_time = static_cast<double>(each.begin) * 1e-6 >= row.posted;
        wrong += end == rank && in_time && wave.at(of + "peer[2:0]", each.begin) == peer ? 0 : 1;
        wrong += part == 5 && static_cast<double>(each.end) * 1e-6 > row.completed + 0.001 ? 1 : 0;
        const std::string expected =
            part == 5 ? fmt::format("message {}, unpacked", each.value)
                      : fmt::format("message {} {} process {}", each.value, part == 1 ? "to" : "from", other % 4);
        wrong += wave.text_at(of + "about", each.begin) == expected ? 0 : 1;
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(numbered > 16 * 15);
  CHECK(received == result["messages_delivered"]);
  // 48 B of each message: by half and half within a node, packed and unpacked for others.
  CHECK(copied == 16 * (3 * 48 + 12 * 2 * 48));
  CHECK(result["limit"]["what"].get<std::string>().rfind("copies of rank", 0) == 0);
  const double end = result["simulated_seconds"];
  CHECK(std::abs(busiest / end - result["limit"]["busy"].get<double>()) < 0.005);
}

TEST_CASE("Waves of cores in a torus: alike at cycle and packet level and in both formats, in a group of their own",
          "[WAVE-68][WAVE-69][key:waves.format]") {
  const TemporaryFolder plain;
  const TemporaryFolder fst;
  const TemporaryFolder vcd;
  succeeded(exchange(plain, {}));
  succeeded(exchange(fst, {"--waves"}));
  succeeded(exchange(vcd, {"--waves=vcd", "--set", "waves.format=fst"}));
  CHECK(result_without_host(fst.path()) == result_without_host(plain.path()));
  const Wave all = same_in_both_formats(fst, vcd, 20'000);
  const std::string save = fst.text("waves.gtkw");
  CHECK_THAT(save, Contains("-manycore\n") && Contains("+{cores core_1 process_1 stall} " + scope_of("node_0_0", 1)));
  const TemporaryFolder island;
  succeeded(exchange(island, {"--waves", "--level", "packet", "--set", "cycle.nodes=[[1,0]]"}));
  const Wave one = read_fst(island.path() / "waves.fst");
  std::size_t signals = 0;
  std::size_t differing = 0;
  for (const auto& [name, changes] : one.changes) {
    CHECK(name.find(".node_0_0.") == std::string::npos);
    if (name.find(".manycore.") == std::string::npos) continue;
    ++signals;
    differing += changes == all.changes.at(name) ? 0 : 1;
  }
  CHECK(signals == 6 + 4 * 14 + 3 * 4);
  CHECK(differing == 0);
  CHECK(one.texts.at(scope_of("node_1_0", 2) + "about") == all.texts.at(scope_of("node_1_0", 2) + "about"));
}

TEST_CASE("Waves of cores in a torus: around an event there is what the whole file has, and a slow clock is refused",
          "[WAVE-68]") {
  const TemporaryFolder whole;
  succeeded(exchange(whole, {"--waves"}));
  const Wave all = read_fst(whole.path() / "waves.fst");
  const TemporaryFolder folder;
  succeeded(exchange(folder, {"--waves-around", "latency>150ns", "--before", "3us", "--after", "2us"}));
  const Wave around = read_fst(folder.path() / "waves.fst");
  std::size_t changes = 0;
  std::size_t differing = 0;
  for (const auto& [name, values] : around.changes) {
    if (name.find(".manycore.") == std::string::npos) continue;
    changes += values.size();
    for (const auto& entry : values) differing += around.at(name, entry.first) != all.at(name, entry.first) ? 1 : 0;
  }
  CHECK(changes > 500);
  CHECK(differing == 0);
  const TemporaryFolder none;
  const Outcome slow = ended_with(2, exchange(none, {"--waves", "--set", "link.bandwidth=3000 B/s", "--set",
                                                     "run.sample_interval=1s", "--set", "run.watchdog=10s"}));
  CHECK_THAT(slow.err, Contains("node.copies: cores: cores can be recorded beside cycles below 4.29 ms"));
}
