#include "testbench/app/scenario/key_spec.h"

#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

/// A scenario without effect of `key`, and the change that gives it one.
struct EffectRow {
  std::string key;
  std::string value;
  std::string base;
  std::string change;
};

const std::vector<EffectRow> kRows = {
    {"pacing.mode", "hops", "workload: {algorithm: uniform}\n", "workload.algorithm=a2at"},
    {"pacing.bias", "0.5", "workload: {algorithm: tornado}\n", "workload.algorithm=ring"},
    {"processor.call_overhead", "300 ns", "workload: {algorithm: uniform}\n", "workload.algorithm=pwx"},
    {"processor.return_overhead", "300 ns", "workload: {algorithm: uniform}\n", "workload.algorithm=pwx"},
    {"pacing.control", "pieces", "workload: {algorithm: uniform}\n", "workload.algorithm=a2at"},
    {"pacing.control", "receiver_credits", "workload: {algorithm: hot_spot}\n", "workload.algorithm=a2at"},
    {"pacing.free_share", "4", "seed: 1\n", "pacing.control=injection_limit"},
    {"pacing.target_delay", "3 us", "pacing: {control: pieces}\n", "pacing.control=delay_window"},
    {"flow.levels", "4", "flow: {topology: fat_tree}\nworkload: {algorithm: ring}\n", "flow.topology=k_ary_n_tree"},
    {"flow.arity", "2", "workload: {algorithm: ring}\n", "flow.topology=fat_tree"},
    {"flow.dimensions", "[4, 4]", "flow: {topology: fat_tree}\nworkload: {algorithm: ring}\n", "flow.topology=torus"},
    {"flow.port_links", "false", "flow: {topology: k_ary_n_tree}\nworkload: {algorithm: ring}\n",
     "flow.topology=torus"},
    {"flow.tie_break", "alternate", "flow: {topology: mesh, dimensions: [4, 4]}\n", "flow.topology=torus"},
    {"flow.threshold", "0.5", "seed: 1\n", "flow.solver=mfs_n"},
    {"manycore.tlb_page", "64 KiB",
     "network: {kind: none}\nmessage: {pattern: NAS_MG_x}\n"
     "workload: {algorithm: ping_pong, ranks_per_node: 2}\n",
     "manycore.tlb_entries=8"},
    {"copy.candidates", "[pvas]",
     "network: {kind: none}\nmessage: {pattern: NAS_MG_x}\n"
     "workload: {algorithm: ping_pong, ranks_per_node: 2}\n",
     "copy.protocol=advised"},
};

TEST_CASE("Effects: a key without effect is refused, with the key that decides it, until that is another") {
  for (const EffectRow& row : kRows) {
    const std::string setting = row.key + "=" + row.value;
    INFO(setting << " in\n" << row.base);
    good(row.base);
    check_faults(faults_of(row.base, {setting}),
                 {{1, static_cast<int>(row.key.rfind('.')) + 2,
                   row.key + " has no effect: " + row.change.substr(0, row.change.find('=')) + " is "}});
    good(row.base, {setting, row.change});
  }
}

TEST_CASE("Effects: the message says what to do") {
  check_faults(faults_of("flow:\n  topology: fat_tree\n  levels: 3\nworkload: {algorithm: ring}\n"),
               {{3, 3,
                 "flow.levels has no effect: flow.topology is fat_tree. Use flow.topology k_ary_n_tree, or leave "
                 "flow.levels out"}});
  check_faults(faults_of("workload: {algorithm: uniform}\npacing: {bias: 1}\n"),
               {{2, 10,
                 "pacing.bias has no effect: workload.algorithm is uniform. Use a workload.algorithm in which "
                 "ranks run programs, as a2at, or leave pacing.bias out"}});
}

TEST_CASE("Effects: controls that hold single packets have one in an open loop", "[key:pacing.control]") {
  good("workload: {algorithm: uniform}\npacing: {control: injection_limit, free_share: 4}\n");
  good("workload: {algorithm: uniform}\npacing: {control: delay_window, first_window: 2}\n");
}

TEST_CASE("Effects: all keys without effect are named at once, and none whose decider could not be read") {
  CHECK(faults_of("workload: {algorithm: uniform}\npacing: {bias: 1}\nprocessor: {call_overhead: 1 us}\n").size() == 2);
  check_faults(faults_of("flow: {topology: fat_treee, levels: 3}\n"), {{1, 18, "did you mean fat_tree?"}});
}

TEST_CASE("Effects: an option leaves keys of the file without effect and without a fault") {
  const std::string tree = "flow: {topology: k_ary_n_tree, levels: 4}\nworkload: {algorithm: ring}\n";
  CHECK(good(tree, {"flow.topology=fat_tree"}).flow.topology == FlowTopologyKind::kFatTree);
  CHECK(faults_of(tree, {"flow.topology=fat_tree", "flow.levels=2"}).size() == 1);
  CHECK(
      faults_of("flow: {topology: fat_tree, levels: 4}\nworkload: {algorithm: ring}\n", {"flow.topology=k_ary_n_tree"})
          .size() == 1);
}

TEST_CASE("Effects: a result lists the keys that take effect") {
  const auto lists = [](const Scenario& scenario, const std::string& key) {
    for (const auto& [path, value] : resolved_configuration(scenario)) {
      if (path == key) return true;
    }
    return false;
  };
  const std::string tree = "flow: {topology: k_ary_n_tree, levels: 4}\nworkload: {algorithm: ring}\n";
  CHECK(lists(good(tree), "flow.levels"));
  CHECK_FALSE(lists(good(tree, {"flow.topology=fat_tree"}), "flow.levels"));
  CHECK_FALSE(lists(good("seed: 1\n"), "pacing.grant"));
}

TEST_CASE("Effects: every decider is a key") {
  for (const KeySpec& key : scenario_keys()) {
    for (const Condition& condition : key.conditions) CHECK(find_key(condition.decider) >= 0);
  }
}

TEST_CASE("Scenario keys: reads from memory that have no packet buffer are refused", "[key:nic.outstanding_reads]") {
  check_faults(faults_of("nic: {outstanding_reads: 3, packet_buffers: 2}\n"),
               {{1, 26,
                 "nic.outstanding_reads: 3 reads: each needs a packet buffer, and more than nic.packet_buffers "
                 "(2) have no effect"}});
  good("nic: {outstanding_reads: 3, packet_buffers: 3}\n");
}

TEST_CASE("Scenario keys: a list of one is for one dimension", "[key:link.cable_delay][key:flow.bandwidth]") {
  check_faults(faults_of("link: {cable_delay: [14 ns]}\n"),
               {{1, 21, "one delay in a list for 2 dimensions: give one for each, or one for all without brackets"}});
  good("link: {cable_delay: [14 ns]}\nnetwork: {shape: [8]}\n");
  good("link: {cable_delay: 14 ns}\n");
  check_faults(faults_of("flow: {bandwidth: [1 GB/s]}\n"), {{1, 19, "1 bandwidths for 2 dimensions"}});
  good("flow: {bandwidth: 1 GB/s}\n");
}

TEST_CASE("Scenario keys: defaults that are times cover as many cycles of whichever clock",
          "[key:processor.call_overhead][key:pacing.target_delay][key:pacing.delay_per_hop]"
          "[key:manycore.memory_latency]") {
  const Scenario usual = good("pacing: {control: delay_window}\n");
  const Scenario defaults;
  CHECK(usual.workload.call_overhead == defaults.workload.call_overhead);
  CHECK(usual.pacing.control.target_delay == defaults.pacing.control.target_delay);
  CHECK(usual.pacing.control.delay_per_hop == defaults.pacing.control.delay_per_hop);
  // 16 B in 16 ns; 200 ns are 12.5 cycles.
  const std::string slow = "clock: 16 ns\nlink: {bandwidth: 1 GB/s, switch_delay: 0 ns, cable_delay: 16 ns}\n";
  const Scenario other = good(slow + "pacing: {control: delay_window}\n");
  CHECK(other.workload.call_overhead == Cycles{13});
  CHECK(other.pacing.control.target_delay == Cycles{125});
  CHECK(other.pacing.control.delay_per_hop == Cycles{13});
  CHECK(good(slow + "processor: {call_overhead: 50 cycles}\n").workload.call_overhead == Cycles{50});
  const std::string node =
      "network: {kind: none}\nmessage: {pattern: NAS_MG_x}\n"
      "workload: {algorithm: ping_pong, ranks_per_node: 2}\n";
  CHECK(good(node).lone_node.cores.memory_latency == defaults.lone_node.cores.memory_latency);
  CHECK(good(node + "manycore: {cycle: 500 ps}\n").lone_node.cores.memory_latency == Cycles{202});
}

TEST_CASE("Scenario keys: memory and DMA engines are no slower than the links, unless a scenario says so",
          "[key:memory.bandwidth][key:nic.dma_rate]") {
  const auto rates = [](const std::string& text) {
    const MachineConfig machine = good(text).machine;
    return std::pair(machine.memory_bandwidth().count() / 1'000'000, machine.dma_rate().count() / 1'000'000);
  };
  CHECK(rates("seed: 1\n") == std::pair<std::uint64_t, std::uint64_t>(16'000, 16'000));
  CHECK(rates("network: {shape: [4, 4, 4]}\n") == std::pair<std::uint64_t, std::uint64_t>(24'000, 16'000));
  CHECK(rates("nic: {count: 1}\n") == std::pair<std::uint64_t, std::uint64_t>(4'000, 16'000));
  const std::string fast = "clock: 320 ps\nlink: {bandwidth: 50 GB/s, switch_delay: 64 ns, cable_delay: 16 ns}\n";
  CHECK(rates(fast) == std::pair<std::uint64_t, std::uint64_t>(200'000, 200'000));
  CHECK(rates(fast + "memory: {bandwidth: 7 GB/s}\nnic: {dma_rate: 3 GB/s}\n") ==
        std::pair<std::uint64_t, std::uint64_t>(7'000, 3'000));
  CHECK(rates("memory: {bandwidth: by_link}\nnic: {dma_rate: by_link}\n") ==
        std::pair<std::uint64_t, std::uint64_t>(16'000, 16'000));
}

}  // namespace
}  // namespace tactus::test
