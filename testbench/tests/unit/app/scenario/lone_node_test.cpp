#include <fmt/core.h>

#include <set>

#include "testbench/app/kinds/lone_node/lone_node_codec.h"
#include "testbench/app/scenario/key_spec.h"
#include "testbench/app/scenario/machine_rules.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"
#include "tlm_models/node/copies/ddtbench.h"
#include "tlm_models/node/copies/layout.h"
#include "tlm_models/node/copies/node_run.h"

namespace tactus::test {
namespace {

const std::string kAlone = "network: {kind: none}\nworkload: {algorithm: ping_pong, ranks_per_node: 2}\n";

TEST_CASE("LoneNode: every key reaches the scenario, and keys of a torus are not there",
          "[key:*][key:manycore.cycle][key:copy.protocol]") {
  const Scenario scenario = good(
      "network: {kind: none}\n"
      "manycore: {cycle: 1 ns, cores: 8, threads_per_core: 2, issue_interval: 1 cycles, line: 32 B, l1_size: 16 KiB,\n"
      "           l1_ways: 4, l1_latency: 2 ns, l2_size: 128 KiB, l2_ways: 4, l2_latency: 20 ns, write_allocate: "
      "false,\n"
      "           tlb_entries: 64, tlb_ways: 2, tlb_page: 8 KiB, tlb_miss: 30 ns, ring_hop: 1 cycles,\n"
      "           directory_latency: 100 ns, memory_latency: 90 ns, memory_rate: 70 GB/s, misses_in_flight: 2,\n"
      "           prefetch_streams: 8, prefetch_stride: 1,\n"
      "           write_buffer: 3, quantum: 500 cycles}\n"
      "copy: {protocol: advised, candidates: [pvas, cma, xpmem], contiguous_protocol: sm_rendezvous, eager_threshold: "
      "1 KiB, buffer_size: 8 "
      "KiB, buffers: 2,\n"
      "       direct_derived: true, split: pieces, width: 4 B, page: 2 MiB, description_item: 32 B, "
      "match_instructions: 1,\n"
      "       post_instructions: 2, poll_instructions: 3, buffer_instructions: 4, piece_instructions: 5,\n"
      "       stretch_instructions: 9, item_instructions: 10,\n"
      "       system_call_instructions: 6, map_instructions: 7, map_page_instructions: 8}\n"
      "message: {send: double, receive: {contiguous: {count: 8, of: byte}}}\n"
      "workload: {algorithm: ping_pong, ranks_per_node: 2, warm_up_repetitions: 3, repetitions: 4}\n"
      "run: {max_time: 1 s}\n");
  for (const KeySpec& key : policy(NetworkName(kLoneNodeName)).keys()) {
    if (!key.takes_effect(scenario) || key.path == "message.pattern" || key.path == "message.size") continue;
    INFO(key.path);
    CHECK(key.show(scenario) != key.show_default());
  }
  // Cycles of the cores, not of the routers.
  CHECK(scenario.lone_node.cores.l2.latency == Cycles{20});
  std::set<std::string> listed;
  for (const auto& [path, value] : resolved_configuration(scenario)) listed.insert(path);
  CHECK(listed.count("manycore.cores") == 1);
  CHECK(listed.count("message.send") == 1);
  CHECK(listed.count("run.max_time") == 1);
  CHECK(listed.count("network.shape") == 0);
  CHECK(listed.count("clock") == 0);
  CHECK(listed.count("workload.matrix") == 0);
}

/// What a run of the scenario comes to: time and counts of each process.
std::vector<std::uint64_t> outcome(const Scenario& scenario) {
  const NodeCase only = node_cases(scenario.lone_node, scenario.workload, scenario.seed).at(0);
  const auto workload = NodeWorkload::make(only.workload);
  std::vector<int> threads;
  for (int process = 0; process < only.workload.processes; ++process) threads.push_back(process);
  NodeRun run(scenario.lone_node.cores, scenario.lone_node.copy, *workload, threads);
  run.run();
  REQUIRE(run.finished());
  std::vector<std::uint64_t> all{run.counted_time().count()};
  for (const int process : threads) {
    const AccessCounts counts = run.counts(process);
    all.insert(all.end(), {counts.l1_hits, counts.l2_hits, counts.other_core, counts.memory, counts.tlb_misses});
  }
  return all;
}

TEST_CASE(
    "LoneNode: every key of the node and of its copies changes what a run comes to",
    "[key:manycore.cores][key:manycore.threads_per_core][key:manycore.cycle][key:manycore.issue_interval]"
    "[key:manycore.line][key:manycore.l1_size][key:manycore.l1_ways][key:manycore.l1_latency]"
    "[key:manycore.l2_size][key:manycore.l2_ways][key:manycore.l2_latency][key:manycore.write_allocate]"
    "[key:manycore.tlb_entries][key:manycore.tlb_ways][key:manycore.tlb_page][key:manycore.tlb_miss]"
    "[key:manycore.ring_hop][key:manycore.directory_latency][key:manycore.memory_latency]"
    "[key:manycore.memory_rate][key:manycore.misses_in_flight][key:manycore.prefetch_streams][key:manycore."
    "prefetch_stride]"
    "[key:copy.stretch_instructions][key:copy.item_instructions][key:manycore.write_buffer]"
    "[key:manycore.quantum][key:copy.protocol][key:copy.candidates]"
    "[key:copy.contiguous_protocol][key:copy.eager_threshold]"
    "[key:copy.buffer_size][key:copy.buffers][key:copy.direct_derived][key:copy.split][key:copy.width][key:copy.page]"
    "[key:copy.description_item][key:copy.match_instructions][key:copy.post_instructions]"
    "[key:copy.poll_instructions][key:copy.buffer_instructions][key:copy.piece_instructions]"
    "[key:copy.system_call_instructions][key:copy.map_instructions][key:copy.map_page_instructions][long]") {
  const std::string send = "{contiguous: {count: 2048, of: byte}}";
  // Key, value, and what the key needs to matter.
  const std::vector<std::vector<std::string>> keys = {
      {"manycore.cores", "4"},
      {"manycore.cycle", "900 ps"},
      {"manycore.issue_interval", "1 cycles"},
      {"manycore.line", "128 B"},
      {"manycore.l1_size", "16 KiB"},
      {"manycore.l1_ways", "1"},
      {"manycore.l1_latency", "9 cycles"},
      {"manycore.l2_size", "8 KiB", "manycore.l1_size=4 KiB"},
      {"manycore.l2_ways", "1"},
      {"manycore.l2_latency", "40 cycles"},
      {"manycore.write_allocate", "false"},
      {"manycore.tlb_entries", "8"},
      {"manycore.tlb_ways", "1", "manycore.tlb_entries=16", "manycore.tlb_miss=30 cycles"},
      {"manycore.tlb_page", "64 KiB", "manycore.tlb_entries=16", "manycore.tlb_miss=30 cycles"},
      {"manycore.tlb_miss", "40 cycles", "manycore.tlb_entries=8"},
      {"manycore.ring_hop", "5 cycles"},
      {"manycore.directory_latency", "50 cycles"},
      {"manycore.memory_latency", "500 cycles"},
      {"manycore.memory_rate", "100 MB/s", "workload.warm_up_repetitions=0"},
      {"manycore.prefetch_streams", "0"},
      {"manycore.prefetch_stride", "8"},
      {"manycore.misses_in_flight", "1"},
      {"manycore.write_buffer", "0"},
      {"manycore.quantum", "7 cycles", "manycore.memory_rate=100 MB/s", "workload.warm_up_repetitions=0"},
      {"copy.protocol", "pvas"},
      {"copy.candidates", "[sm_rendezvous]", "copy.protocol=advised"},
      {"copy.contiguous_protocol", "pvas"},
      {"copy.eager_threshold", "4 KiB"},
      {"copy.buffer_size", "512 B"},
      {"copy.buffers", "1", "copy.buffer_size=512 B"},
      {"copy.direct_derived", "true", "copy.protocol=smartmap"},
      {"copy.split", "pieces", "copy.protocol=pvas",
       "message.send={struct: {block_lengths: [64, 1], displacements: [0, 8192], of: [double, double]}}"},
      {"copy.width", "4 B"},
      {"copy.page", "512 B", "copy.protocol=xpmem", "copy.direct_derived=true", "workload.warm_up_repetitions=0"},
      {"copy.description_item", "512 B"},
      {"copy.match_instructions", "2000"},
      {"copy.post_instructions", "9"},
      {"copy.poll_instructions", "9"},
      {"copy.buffer_instructions", "9"},
      {"copy.stretch_instructions", "9"},
      {"copy.item_instructions", "9"},
      {"copy.piece_instructions", "30"},
      {"copy.system_call_instructions", "9", "copy.protocol=cma", "copy.direct_derived=true"},
      {"copy.map_instructions", "9", "copy.protocol=xpmem", "copy.direct_derived=true",
       "workload.warm_up_repetitions=0"},
      {"copy.map_page_instructions", "9", "copy.protocol=xpmem", "copy.direct_derived=true",
       "workload.warm_up_repetitions=0"}};
  std::set<std::string> held;
  for (const std::vector<std::string>& changed : keys) {
    const std::string& key = changed[0];
    INFO(key);
    std::vector<std::string> overrides = {"workload.repetitions=1"};
    const bool contiguous =
        key == "copy.contiguous_protocol" || key == "manycore.misses_in_flight" || key == "manycore.prefetch_streams";
    if (contiguous) {
      overrides.push_back("message.send=" + send);
    } else if (key != "copy.split") {  // which has a message of its own: the pattern's pieces are all alike
      overrides.insert(overrides.end(), {"message.pattern=NAS_MG_x", "message.size=2048 B"});
    }
    overrides.insert(overrides.end(), changed.begin() + 2, changed.end());
    const std::vector<std::uint64_t> before = outcome(good(kAlone, overrides));
    overrides.push_back(key + "=" + changed[1]);
    const bool same = outcome(good(kAlone, overrides)) == before;
    CHECK_FALSE(same);
    held.insert(key);
  }
  // Threads are only as many as there may be processes.
  const std::vector<std::string> eight = {"workload.ranks_per_node=8", "workload.algorithm=fft2d", "workload.matrix=32",
                                          "manycore.cores=4"};
  CHECK(faults_of(kAlone, eight).empty());
  CHECK(faults_of(kAlone + "manycore: {threads_per_core: 1}\n", eight).size() == 1);
  held.insert("manycore.threads_per_core");
  for (const KeySpec& key : policy(NetworkName(kLoneNodeName)).keys()) {
    const bool of_node = key.path.rfind("manycore.", 0) == 0 || key.path.rfind("copy.", 0) == 0;
    INFO(key.path);
    CHECK((held.count(key.path) == 1) == of_node);
  }
}

TEST_CASE("LoneNode: a pattern has all of its sizes as cases, or one", "[key:message.pattern][key:message.size]") {
  const auto cases = [](const std::string& message) {
    const Scenario scenario = good(kAlone + "message: {" + message + "}\n");
    return node_cases(scenario.lone_node, scenario.workload, scenario.seed);
  };
  CHECK(cases("pattern: NAS_MG_x").size() == 4);
  CHECK(cases("pattern: WRF_x_sa").size() == 3);
  const auto one = cases("pattern: NAS_MG_y, size: 65536 B");
  REQUIRE(one.size() == 1);
  CHECK(one[0].name == "NAS_MG_y");
  CHECK(Layout(one[0].workload.message.send.datatype).size() == 65536);
  CHECK(one[0].workload.send_offset != one[0].workload.receive_offset);
}

TEST_CASE("LoneNode: a cycle of the cores is at most a second, as that of the routers", "[key:manycore.cycle]") {
  const auto text = [](const char* cycle) {
    return fmt::format("{}manycore: {{cycle: {}, l1_latency: 2 cycles, l2_latency: 3 s}}\nmessage: {{send: double}}\n",
                       kAlone, cycle);
  };
  CHECK(good(text("1 s")).lone_node.cores.l2.latency == Cycles{3});
  for (const char* cycle : {"1.000000000001 s", "100 s", "900000 s"}) {
    CAPTURE(cycle);
    check_faults(faults_of(text(cycle)), {{3, 19, "s: must be 1 ps to 1 s"}});
  }
}

TEST_CASE("LoneNode: applications take their sizes from the workload",
          "[key:workload.matrix][key:workload.nas_class][key:workload.instructions_per_flop]"
          "[key:workload.warm_up_repetitions]") {
  const Scenario fft = good(
      "network: {kind: none}\nworkload: {algorithm: fft2d, ranks_per_node: 16, matrix: 32, warm_up_repetitions: 1,\n"
      "           repetitions: 5, instructions_per_flop: 0.5}\n");
  const auto cases = node_cases(fft.lone_node, fft.workload, fft.seed);
  REQUIRE(cases.size() == 1);
  const NodeWorkloadConfig& workload = cases[0].workload;
  CHECK(workload.kind == "fft2d");
  CHECK((workload.processes == 16 && workload.matrix == 32 && workload.warm_up == 1 && workload.repetitions == 5));
  CHECK(workload.instructions_per_flop == 0.5);
  const Scenario lu = good("network: {kind: none}\nworkload: {algorithm: nas_lu, ranks_per_node: 128, nas_class: B}\n");
  CHECK(node_cases(lu.lone_node, lu.workload, lu.seed)[0].workload.nas_class == NasClass::kB);
}

TEST_CASE("LoneNode: datatypes are read as they are shown", "[key:message.send][key:message.receive]") {
  for (const char* text :
       {"float", "{contiguous: {count: 4, of: double}}", "{vector: {count: 3, block_length: 2, stride: -5, of: int}}",
        "{hvector: {count: 3, block_length: 2, stride: 64, of: {contiguous: {count: 2, of: byte}}}}",
        "{indexed: {block_lengths: [1, 2], displacements: [4, -9], of: long}}",
        "{hindexed: {block_lengths: [1], displacements: [4], of: short}}",
        "{indexed_block: {block_length: 3, displacements: [0, 9, 3], of: float}}",
        "{struct: {block_lengths: [1, 1], displacements: [0, 80], of: [double, {contiguous: {count: 2, of: byte}}]}}",
        "{subarray: {sizes: [4, 5], subsizes: [2, 2], starts: [1, 3], order: fortran, of: double}}",
        "{subarray: {sizes: [4], subsizes: [2], starts: [1], of: double}}",
        "{resized: {lower_bound: -8, extent: 64, of: double}}"}) {
    const Scenario scenario = good(kAlone + "message: {send: " + text + "}\n");
    CHECK(Codec<std::optional<DatatypeConfig>>::show(scenario.lone_node.message.send) == text);
  }
}

std::string nested(int constructors) {
  std::string text;
  for (int i = 1; i < constructors; ++i) text += "{contiguous: {count: 1, of: ";
  text += "double";
  for (int i = 1; i < constructors; ++i) text += "}}";
  return text;
}

TEST_CASE("LoneNode: what is wrong with datatypes is said at its place, all at once", "[LAYOUT-6]") {
  const std::vector<BrokenText> broken = {
      {"numbers",
       kAlone +
           "message:\n"
           "  send: {vector: {count: -3, block_length: 1, stride: two, of: duble}}\n"
           "  receive: {struct: {block_lengths: [1, -2], displacements: [0], of: [int, {resized: {lower_bound: 0,\n"
           "            extent: -1, of: int}}]}}\n",
       {{4, 55, "stride: 'two' is not a whole number"},
        {4, 64, "'duble' is not one of"},
        {5, 37, "2 lengths for 1"},
        {5, 41, "-2: must not be negative"},
        {5, 70, "of: 2 types"},
        {6, 21, "extent: -1"}}},
      {"arguments",
       kAlone + "message: {send: {vector: {count: 3, of: double, stripe: 1}}, receive: {tuple: {of: int}}}\n",
       {{3, 26, "vector needs block_length"},
        {3, 26, "vector needs stride"},
        {3, 49, "'stripe' is not one of"},
        {3, 72, "'tuple' is not one of"}}},
      {"nesting", kAlone + "message: {send: " + nested(17) + "}\n", 3, 17 + 28 * 15, "more than 16 constructors"},
      {"sizes differ", kAlone + "message: {send: double, receive: float}\n", 3, 34, "takes 4 bytes, but 8 are sent"},
      {"overlap",
       kAlone + "message: {send: {contiguous: {count: 2, of: int}},\n"
                "  receive: {indexed_block: {block_length: 1, displacements: [3, 3], of: int}}}\n",
       4, 12, "names a byte more than once"},
      {"overlap of what is sent and received",
       kAlone + "message: {send: {indexed_block: {block_length: 1, displacements: [3, 3], of: int}}}\n", 3, 17,
       "names a byte more than once"},
  };
  check_broken(broken);
  good(kAlone + "message: {send: " + nested(16) + "}\n");
}

TEST_CASE("LoneNode: what does not go together is refused by name", "[key:network.kind][key:workload.algorithm]") {
  const std::vector<BrokenText> broken = {
      {"keys of a torus",
       "network: {kind: none, shape: [4, 4]}\nworkload: {algorithm: ping_pong, ranks_per_node: 2}\n"
       "message: {pattern: FFT}\npacing: {bias: 1}\nclock: 2 ns\n",
       {{1, 23, "network.shape has no effect: network.kind is none. Use network.kind torus, or leave"},
        {4, 10, "pacing.bias has no effect: network.kind is none. Use network.kind torus or graph, or leave"},
        {5, 1, "clock has no effect: network.kind is none. Use network.kind torus or graph, or leave"}}},
      {"keys of a node alone",
       "manycore: {cores: 4}\ncopy: {protocol: pvas}\n",
       {{1, 12, "manycore.cores has no effect: node.copies is rate. Use node.copies cores, or network.kind none"},
        {2, 8, "copy.protocol has no effect: node.copies is rate"}}},
      {"keys of a node",
       kAlone + "message: {pattern: FFT}\nnode: {kind: numa, cpu: 1, copy_rate: 1 GB/s}\nrails: {nics: [0]}\n",
       {{4, 8, "node.kind has no effect: network.kind is none. Use network.kind torus, graph or rails, or leave"},
        {4, 20, "node.cpu has no effect: network.kind is none. Use network.kind torus, graph or rails, or leave"},
        {4, 28, "node.copy_rate has no effect: network.kind is none. Use network.kind torus or graph, or leave"},
        {5, 9, "rails.nics has no effect: network.kind is none. Use network.kind rails, or leave"}}},
      {"keys of a node alone at rails",
       "network: {kind: rails}\ncopy: {protocol: pvas}\nworkload: {warm_up_repetitions: 1, matrix: 32}\n",
       {{2, 8, "copy.protocol has no effect: network.kind is rails. Use network.kind none, torus or graph, or leave"},
        {3, 12, "workload.warm_up_repetitions has no effect: network.kind is rails. Use network.kind none, or leave"},
        {3, 36, "workload.matrix has no effect: network.kind is rails. Use network.kind none, or leave"}}},
      {"workload of a torus", "network: {kind: none}\nworkload: {algorithm: barrier}\n", 2, 23,
       "barrier: a node alone runs"},
      {"workload of a node alone", "workload: {algorithm: fft2d}\n", 1, 23, "only a node alone runs it"},
      {"nothing to send", kAlone, 1, 1, "message.pattern: ping_pong on a node alone needs it"},
      {"two things to send", kAlone + "message: {pattern: FFT, send: double}\n", 3, 31, "contradicts"},
      {"no such pattern", kAlone + "message: {pattern: NAS_MG_a}\n", 3, 20, "did you mean NAS_MG_"},
      {"no such size", kAlone + "message: {pattern: NAS_MG_x, size: 3 KiB}\n", 3, 36, "NAS_MG_x has 2048 B,"},
      {"numbers",
       "network: {kind: none}\nmanycore: {cores: 65, l1_ways: 65}\ncopy: {buffers: 0}\n"
       "workload: {algorithm: fft2d, ranks_per_node: 7}\n",
       {{2, 19, "manycore.cores: 65"}, {2, 32, "l1_ways: 65"}, {3, 17, "copy.buffers: 0"}}},
      {"processes",
       "network: {kind: none}\nworkload: {algorithm: nas_lu, ranks_per_node: 300, repetitions: 0}\n",
       {{2, 47, "a power of two"}, {2, 47, "300: must be 2 to 240"}, {2, 65, "must be at least 1"}}},
  };
  check_broken(broken);
}

TEST_CASE("LoneNode: an option that chooses it drops the file's keys of other machines, and one that leaves it its own",
          "[key:network.kind]") {
  const std::string numa =
      "network: {shape: [8, 4]}\nnode: {kind: numa}\nworkload: {algorithm: ping_pong, repetitions: 7}\n";
  const std::vector<std::string> alone = {"network.kind=none", "workload.ranks_per_node=2", "message.send=double"};
  const Scenario scenario = good(numa, alone);
  CHECK(scenario.workload.repetitions == 7);
  CHECK(scenario.node.kind == NodeKind::kPlain);
  CHECK(scenario.machine.network.size(0) == MachineConfig{}.network.size(0));
  const std::string of_node = kAlone + "message: {pattern: FFT}\ncopy: {protocol: pvas}\n";
  const Scenario left = good(of_node, {"network.kind=torus"});
  CHECK(left.lone_node.copy.kind == CopyProtocolConfig{}.kind);
  CHECK(left.lone_node.message.pattern.empty());
  check_faults(faults_of(of_node, {"network.shape=[8, 4]"}),
               {{1, 9, "network.shape has no effect: network.kind is none. Use network.kind torus, or leave"}});
}

}  // namespace
}  // namespace tactus::test
