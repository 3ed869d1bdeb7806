#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

const std::string kCores = "node: {copies: cores}\n";
const std::string kTwoRanks = "workload: {algorithm: ring, ranks_per_node: 2}\n";
const std::string kColumn = "{vector: {count: 5, block_length: 1, stride: 9, of: double}}";

TEST_CASE("Node copies: with cores, keys of cores and of copies belong to a torus, and those of the rate do not",
          "[key:node.copies]") {
  const Scenario scenario = good(kCores + "manycore: {cores: 16}\ncopy: {protocol: pvas}\nnetwork: {shape: [4, 4]}\n" +
                                 "workload: {algorithm: ring, ranks_per_node: 16}\n");
  CHECK(scenario.has_cores());
  CHECK(scenario.lone_node.cores.cores == 16);
  std::set<std::string> listed;
  for (const auto& [path, value] : resolved_configuration(scenario)) listed.insert(path);
  for (const char* key : {"node.copies", "manycore.cores", "copy.protocol", "message.send", "memory.latency"}) {
    CHECK(listed.count(key) == 1);
  }
  for (const char* key : {"node.copy_rate", "node.copy_latency", "message.pattern", "workload.warm_up_repetitions"}) {
    CHECK(listed.count(key) == 0);
  }
  const Scenario numa = good("node: {copies: cores, kind: numa, cpu: 1}\nmanycore: {cores: 16}\n" + kTwoRanks);
  CHECK((numa.has_cores() && numa.node.kind == NodeKind::kNuma));
  CHECK_FALSE(good("network: {shape: [4, 4]}\n").has_cores());
}

TEST_CASE("Node copies: what does not go together is refused at its place", "[key:node.copies][key:message.send]") {
  const std::vector<BrokenText> broken = {
      {"the rate",
       "node: {copies: cores, copy_rate: 1 GB/s, copy_latency: 1 ns}\n" + kTwoRanks,
       {{1, 23, "node.copy_rate has no effect: node.copies is cores. Use node.copies rate, or leave"},
        {1, 42, "node.copy_latency has no effect: node.copies is cores. Use node.copies rate, or leave"}}},
      {"cores without them",
       "manycore: {cores: 4}\nmessage: {send: double}\n",
       {{1, 12,
         "manycore.cores has no effect: node.copies is rate. Use node.copies cores, or network.kind none, or leave"},
        {2, 11,
         "message.send has no effect: node.copies is rate. Use node.copies cores, or network.kind none, or leave"}}},
      {"a node alone",
       "network: {kind: none}\nworkload: {algorithm: ping_pong, ranks_per_node: 2}\n" + kCores +
           "message: {pattern: FFT}\n",
       3, 8, "node.copies has no effect: network.kind is none. Use network.kind torus or graph, or leave"},
      {"a pattern", kCores + "message: {pattern: FFT}\n" + kTwoRanks, 2, 11,
       "message.pattern has no effect: network.kind is torus. Use network.kind none, or leave"},
      {"numbers",
       kCores + "manycore: {cores: 65}\ncopy: {buffers: 0}\n" + kTwoRanks,
       {{2, 19, "manycore.cores: 65"}, {3, 17, "copy.buffers: 0"}}},
      {"ranks", kCores + "manycore: {cores: 2, threads_per_core: 2}\nworkload: {algorithm: ring, ranks_per_node: 5}\n",
       3, 45, "5: a node has 4 hardware threads, one for each rank"},
      {"datatypes", kCores + "message: {send: double, receive: float}\n", 2, 34, "takes 4 bytes, but 8 are sent"},
      {"half a message", kCores + "message: {receive: float}\n" + kTwoRanks, 2, 20, "needs message.send"},
      {"sizes of their own", kCores + "message: {send: double}\nworkload: {algorithm: barrier}\n", 2, 11,
       "message.send has no effect: workload.algorithm is"},
      {"two sizes", kCores + "message: {send: " + kColumn + "}\nworkload: {message_size: 41 B}\n", 3, 26,
       "workload.message_size: 41 B, but message.send has 40 B of data; leave the size out"},
      {"an open loop", kCores + "workload: {algorithm: uniform}\n", 1, 8,
       "node.copies has no effect: workload.algorithm is uniform"},
      {"nothing to copy or to pack", kCores + "workload: {algorithm: ring}\n", 1, 8,
       "node.copies has no effect: workload.ranks_per_node is 1. Use workload.ranks_per_node above 1, "
       "workload.algorithm replay, or message.send, or leave node.copies out"},
      {"a word", "node: {copies: core}\n", 1, 16, "did you mean cores?"},
  };
  check_broken(broken);
}

TEST_CASE("Node copies: messages of a datatype have the size of its data", "[key:message.send]") {
  const std::string text = kCores + "message: {send: " + kColumn + "}\n";
  CHECK(good(text).workload.message_size == Bytes{40});
  CHECK(good(text + "workload: {message_size: 40 B}\n").workload.message_size == Bytes{40});
  const std::string sized = "workload: {message_size: 1 KiB}\n";
  CHECK(good(sized, {"node.copies=cores", "message.send=double"}).workload.message_size == Bytes{8});
  check_faults(faults_of(text, {"workload.message_size=9 B"}), {{1, 23, "9 B, but message.send has 40 B"}});
  // Without cores nobody has datatypes.
  CHECK(good(text, {"node.copies=rate"}).workload.message_size == WorkloadConfig{}.message_size);
}

TEST_CASE("Node copies: keys of a protocol that no message can take are refused",
          "[key:copy.split][key:copy.direct_derived][key:copy.page][key:copy.buffer_size][key:copy.buffers]"
          "[key:copy.system_call_instructions][key:copy.map_instructions][key:copy.map_page_instructions]") {
  const std::map<std::string, std::pair<std::string, std::vector<std::string>>> protocols = {
      {"split: pieces", {"pvas", {"pvas"}}},
      {"direct_derived: true", {"cma, knem, xpmem or smartmap", {"cma", "knem", "xpmem", "smartmap"}}},
      {"page: 8 KiB", {"xpmem", {"xpmem"}}},
      {"map_instructions: 1", {"xpmem", {"xpmem"}}},
      {"map_page_instructions: 1", {"xpmem", {"xpmem"}}},
      {"system_call_instructions: 1", {"cma or knem", {"cma", "knem"}}},
      {"buffers: 1", {"sm_rendezvous, or cma", {"sm_rendezvous", "cma", "knem", "xpmem", "smartmap"}}},
      {"buffer_size: 1 KiB", {"sm_rendezvous, or cma", {"sm_rendezvous", "cma", "knem", "xpmem", "smartmap"}}}};
  const auto text = [](const std::string& copy) { return fmt::format("{}copy: {{{}}}\n{}", kCores, copy, kTwoRanks); };
  for (const auto& [key, needs] : protocols) {
    const std::string name = "copy." + key.substr(0, key.find(':'));
    const auto& [words, takes] = needs;
    for (const std::string kind : {"sm_rendezvous", "sm_eager", "pvas", "cma", "knem", "xpmem", "smartmap"}) {
      CAPTURE(key, kind);
      const auto faults = [&, key = key](const char* format) {
        return faults_of(text(fmt::format(format, kind) + ", " + key));
      };
      const bool taken = std::find(takes.begin(), takes.end(), kind) != takes.end();
      if (taken) {
        CHECK(faults("protocol: {}").empty());
      } else {
        const char* format = "{} has no effect: copy.protocol is {}. Use copy.protocol {}";
        check_faults(faults_of(text(fmt::format("{}, protocol: {}", key, kind))),
                     {{2, 8, fmt::format(format, name, kind, words)}});
      }
      // An advised message takes one of the candidates; buffers of an advised rendezvous have a size of the advisor's.
      const bool own_size = name == "copy.buffer_size" && kind == "sm_rendezvous";
      CHECK(faults("protocol: advised, candidates: [{}]").empty() == (taken && !own_size));
      if (kind == "sm_eager") continue;
      CHECK(faults("protocol: sm_eager, contiguous_protocol: {}").empty() == taken);
    }
  }
  const std::string direct = "protocol: cma, direct_derived: true";
  check_faults(faults_of(text(direct + ", buffers: 1")), {{2, 45, "copy.buffers has no effect: copy.protocol is cma"}});
}

}  // namespace
}  // namespace tactus::test
