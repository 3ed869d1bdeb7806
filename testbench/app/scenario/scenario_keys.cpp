#include "testbench/app/scenario/scenario_keys.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

#include "testbench/app/scenario/control_keys.h"
#include "testbench/app/scenario/flow_keys.h"
#include "testbench/app/scenario/key_spec.h"
#include "testbench/app/scenario/lone_node_keys.h"
#include "testbench/app/scenario/numa_codecs.h"
#include "testbench/app/scenario/numa_keys.h"

namespace tactus {
namespace {

std::vector<Algorithm> operator+(std::vector<Algorithm> some, const std::vector<Algorithm>& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

const std::vector<Algorithm> kSequenced = {Algorithm::kA2at, Algorithm::kPairwise, Algorithm::kRing,
                                           Algorithm::kA2ass2d};
const std::vector<Algorithm> kStepped = {Algorithm::kNearestNeighbour, Algorithm::kPermutation};
const std::vector<Algorithm> kSized =
    kSequenced + kStepped + std::vector<Algorithm>{Algorithm::kBroadcast, Algorithm::kPingPong, Algorithm::kButterfly};
const std::vector<Algorithm> kRepeated = kStepped + std::vector<Algorithm>{Algorithm::kBroadcast, Algorithm::kBarrier,
                                                                           Algorithm::kPingPong, Algorithm::kButterfly};
const std::vector<Algorithm> kClosedLoop = kSequenced + kRepeated + std::vector<Algorithm>{Algorithm::kReplay};
const std::vector<Algorithm> kOpenLoop = {Algorithm::kUniform, Algorithm::kTornado, Algorithm::kTranspose,
                                          Algorithm::kNeighbour, Algorithm::kHotSpot};

std::vector<KeySpec> scenario_itself_keys() {
  return {
      key("name", AT(name), "Short name; without it the file's."),
      key("title", AT(title), "One line for `./tactus list`."),
      key("description", AT(description), "What the scenario is for."),
      key("seed", AT(seed), "Of all random numbers."),
  };
}

std::vector<KeySpec> machine_keys() {
  return {
      key("clock", AT(machine.clock),
          "Period of the one clock, exact to an attosecond. Without it the clock is the time that a link needs for a "
          "flit of 16 B, by `link.bandwidth`. If both are given they agree to 0.1 %, and the clock holds."),
      of(kEveryMachine, key("network.kind", AT(network.kind),
                            "How nodes are connected: by a torus, two of them back to back by rails, or not at all "
                            "(none), the machine "
                            "being one node of many cores.")),
      key("network.shape", AT(machine.network.sizes),
          "Nodes in each dimension: up to four dimensions of 2 to 256 nodes, five of 2 to 64, or six of 2 to 32; at "
          "most 2^20 in all."),
      key("network.wrap", AT(machine.network.wrap),
          "Whether each dimension is a ring, closed by wraparound links, or a row that ends; true for all is a torus, "
          "false for all a mesh."),
      key("link.bandwidth", AT(machine.link.bandwidth),
          "Bandwidth of a link in each direction, one flit of 16 B per clock. Without it the bandwidth follows from "
          "`clock`."),
      key("link.switch_delay", AT(machine.link.switch_delay),
          "Delay of a link beside its cable; the sum of both is rounded up to whole cycles."),
      key("link.cable_delay", AT(machine.link.cable_delay),
          "Delay of a link's cable; see switch_delay. A list gives one for each dimension."),
      key("router.virtual_channels", AT(machine.router.virtual_channels), "VCs of each port, 1 to 8."),
      key("router.vc_buffer", AT(machine.router.vc_buffer),
          "Input buffer of each VC; whole flits, at least one packet of nic.mtu."),
      key("router.arbiter", AT(machine.router.arbiter), "Who wins an output port that several packets want."),
      key("router.input_queue", AT(machine.router.input_queue),
          "Whether packets of one input VC leave in order (fifo), or only those for the same output do (per_output)."),
      key("router.input_transfers", AT(machine.router.input_transfers),
          "What can feed the crossbar at the same time: one packet per input port, per VC, or per queue."),
      key("router.input_nomination", AT(machine.router.input_nomination),
          "Which of its packets an input port offers at a time: any that can go, or the one routed first of those that "
          "have credits (oldest), though its output be busy; with input_transfers port and switch_hold packet only."),
      key("router.switch_hold", AT(machine.router.switch_hold),
          "How long a packet keeps the output port that it won: until its tail has passed, or for one flit."),
      key("router.turnaround", AT(machine.router.turnaround),
          "Time that an output port, and the input side that fed it, rest after a packet's tail, because the stages of "
          "the next packet do not overlap with it; rounded up to whole cycles, at most 1000; with switch_hold packet "
          "only."),
      key("router.dateline", AT(machine.router.dateline),
          "VC class in a ring: 1 from the wraparound link on (crossing), 1 from the start if the packet will wrap "
          "(entry), or any VC anywhere (none: only where no ring has more than 3 nodes; a longer ring could deadlock "
          "and is refused)."),
      key("router.dimension_order", AT(machine.router.dimension_order),
          "Dimensions in the order in which packets go through them."),
      key("router.tie_break", AT(machine.router.tie_break),
          "Way taken when both are equally long (offset n/2): always positive, or as the offset is signed."),
      key("nic.count", AT(machine.nic.count),
          "DMA engines of each node, 1 to 8, each with a router port of its own; else one for each direction of the "
          "network, up to 8."),
      key("nic.mtu", AT(machine.nic.mtu),
          "Largest packet, header of 32 B included; 48 B to 16,368 B, whole flits. Buffers have to hold one: see "
          "router.vc_buffer and nic.receive_buffer."),
      key("nic.dma_rate", AT(machine.nic.dma_rate),
          "Rate at which each DMA engine reads from memory, and at which it writes; by_link is 16 GB/s, or four times "
          "`link.bandwidth` if that is more."),
      key("nic.outstanding_reads", AT(machine.nic.outstanding_reads),
          "Reads from memory that each DMA engine has under way at a time, 1 to 16; each needs a packet buffer."),
      key("nic.packet_buffers", AT(machine.nic.packet_buffers),
          "Whole-packet injection buffers of each engine, 1 to 16."),
      key("nic.receive_buffer", AT(machine.nic.receive_buffer),
          "Per engine and VC; whole flits, at least one packet of nic.mtu."),
      when(only_with_ranks(),
           key("nic.unexpected_entries", AT(machine.nic.unexpected_entries),
               "Messages per engine that may wait for a receive; 0: any number, in the memory of the node.")),
      of(kCoreTorus,
         key("nic.gather", AT(node.nic_gathers),
             "Whether NICs read and write datatypes themselves, piece by piece, or cores pack and unpack.", kSized)),
      of(kPlainTorus, key("memory.bandwidth", AT(machine.memory.bandwidth),
                          "Rate at which the memory of each node can be read, and as much again for writing; by_link "
                          "is as much as all NICs "
                          "of the node send, `nic.count` times `link.bandwidth`.")),
      of(kPlainTorus, key("memory.latency", AT(machine.memory.latency), "Of each access.")),
      of(kPlainTorus, key("memory.access", AT(machine.memory.access),
                          "What it moves at a time, aligned. A request takes the time of all that it touches.")),
      when(only_with_ranks(),
           timed_key("processor.call_overhead", AT(workload.call_overhead), WorkloadConfig::kCallOverhead,
                     "Time that every MPI call costs at its beginning; rounded up to whole cycles.")),
      when(only_with_ranks(),
           key("processor.return_overhead", AT(workload.return_overhead),
               "Time that it costs at its end: of a wait when it is over, of a send or receive before it is started; "
               "rounded up to whole cycles.")),
      key("node.copies", AT(node.copies),
          "What moves messages between ranks of one node: nobody in particular, at a rate, or the many cores that the "
          "ranks run on, which pack datatypes for the NIC too.",
          kClosedLoop),
      of(kRatedTorus, key("node.copy_rate", AT(workload.copy.rate),
                          "Of a message between ranks of one node, each by itself.", kClosedLoop)),
      of(kRatedTorus, key("node.copy_latency", AT(workload.copy.latency),
                          "From the send of such a message to its first byte.", kClosedLoop)),
  };
}

std::vector<KeySpec> pacing_keys() {
  return {
      key("pacing.mode", AT(pacing.mode),
          "Gap between the packets of a message: none, `gap`, or max(0, hops - 1 + `bias`). `bias` alone implies hops, "
          "`gap` alone implies fixed."),
      key("pacing.gap", AT(pacing.gap), "Mode fixed: in packets, a multiple of 1/8."),
      key("pacing.bias", AT(pacing.bias), "Mode hops: in packets, a multiple of 1/8, of any sign."),
      key("pacing.sequence_bias", AT(workload.sequence_bias),
          "Mode hops, which it implies: in place of `bias` one for each sequence of the algorithm, by number.",
          kSequenced),
      key("pacing.window", AT(pacing.window),
          "Packets that a message may be ahead of what its NIC has taken of the message that it is exchanged for, in "
          "any mode; 0 for any number, at most 255.",
          kSequenced),
  };
}

std::vector<KeySpec> workload_keys() {
  return {
      of(kTorusOrLoneNode,
         key("workload.algorithm", AT(workload.algorithm), "What the processors do; see \"Workloads\".")),
      key("workload.message_size", AT(workload.message_size), "Of every message.", kSized),
      key("workload.sequences", AT(workload.sequences), "Runs only these sequences (steps), numbered from 1.",
          kSequenced),
      key("workload.sequence_barrier", AT(workload.sequence_barrier),
          "Whether a dissemination barrier follows each sequence; it belongs to none.", kSequenced),
      of(kTorusOrLoneNode, key("workload.ranks_per_node", AT(workload.ranks_per_node),
                               "Ranks that run on each node, 1 to 64; they share its NIC. 1 in open loop. On a node "
                               "alone at most one per "
                               "hardware thread.")),
      key("workload.placement", AT(workload.placement),
          "Processor of each rank: that of its number, or drawn from `seed`.", kClosedLoop),
      key("workload.wait_receives", AT(workload.wait_receives),
          "Whether a step ends when its messages have been received, or already when its own have left; if so, all are "
          "waited for at the end.",
          kSequenced + kStepped),
      key("workload.imbalance", AT(workload.imbalance),
          "Each rank's program begins late, by a random time of at most so much; by `seed` and processor.",
          kClosedLoop),
      of(kTorusOrLoneNode, key("workload.repetitions", AT(workload.repetitions), "How many times.",
                               kRepeated + std::vector<Algorithm>{Algorithm::kFft2d, Algorithm::kNasLu})),
      key("workload.combine_time", AT(workload.combine_time), "Of combining two messages.", {Algorithm::kButterfly}),
      key("workload.middle_rounds", AT(workload.middle_rounds), "Redundant rounds after the first `middle_position`.",
          {Algorithm::kButterfly}),
      key("workload.final_rounds", AT(workload.final_rounds), "Redundant rounds after all others.",
          {Algorithm::kButterfly}),
      key("workload.middle_position", AT(workload.middle_position),
          "Rounds before the redundant ones in the middle; 0 for half of the butterfly, rounded down.",
          {Algorithm::kButterfly}),
      key("workload.ping_pong_peer", AT(workload.ping_pong_peer), "Partner of node 0, the one at the origin.",
          {Algorithm::kPingPong}),
      key("workload.messages", AT(messages_file),
          "Message file (see message_file.md), relative to the scenario; required.", {Algorithm::kReplay}),
      key("workload.load", AT(workload.load),
          "Offered flits per node and cycle, headers included, above 0 to the number of engines.", kOpenLoop),
      key("workload.engines", AT(workload.engines), "NICs of each node that send, from NIC 0 on; 0: all of them.",
          kOpenLoop),
      key("workload.packet_size", AT(workload.packet_size), "One packet per message; header of 32 B included.",
          kOpenLoop),
      key("workload.hot_spot", AT(workload.hot_spot), "The node that is sent more.", {Algorithm::kHotSpot}),
      key("workload.hot_spot_share", AT(workload.hot_spot_share), "Share of the messages that go there, 0 to 1.",
          {Algorithm::kHotSpot}),
      key("workload.warmup", AT(workload.warmup), "Messages created before this are not measured; whole cycles.",
          kOpenLoop),
      key("workload.measure", AT(workload.measure), "Messages created in this time after warm-up are measured.",
          kOpenLoop),
      key("workload.drain", AT(workload.drain), "At most so long for the measured messages to arrive.", kOpenLoop),
  };
}

std::vector<KeySpec> noise_keys() {
  return {
      key("noise.kind", AT(noise.events.kind),
          "When the operating system takes the processors from the ranks; see noise.md.", kClosedLoop),
      key("noise.period", AT(noise.events.period),
          "Between the starts of two events: exact, or in the mean (poisson); trace: the file says it.", kClosedLoop),
      key("noise.length", AT(noise.events.length),
          "Of an event, or in the mean; at most nine tenths of `period`; trace: the file says it.", kClosedLoop),
      key("noise.distribution", AT(noise.events.distribution), "Of the lengths, of kind poisson only.", kClosedLoop),
      key("noise.file", AT(noise_file), "Noise file (see noise.md), relative to the scenario; kind trace needs it.",
          kClosedLoop),
      key("noise.nodes", AT(noise.nodes), "Nodes whose processors have noise, by number from 0, x counting fastest.",
          kClosedLoop),
  };
}

std::vector<KeySpec> run_keys() {
  return {
      key("cycle.nodes", AT(cycle.nodes),
          "Nodes of the packet level that are executed on pins, as at cycle level; the result is the same."),
      key("rtl.routers", AT(rtl.routers),
          "Nodes whose routers are RTL, held to their models in every cycle, on pins at packet level too; all in "
          "networks of at most 4 nodes in each dimension."),
      key("rtl.nics", AT(rtl.nics), "The same of NICs."),
      key("rtl.replace", AT(rtl.replace),
          "Parts of that RTL in whose place yours are put, each with `sources`, a folder relative to the scenario, "
          "`top`, its module, and `lockstep`; see cosimulation.md."),
      key("run.watchdog", AT(run.watchdog),
          "The run is stuck when for so long no flit moves, no processor computes and nobody waits for a point in "
          "time; at "
          "least 128 clocks."),
      of(kTorusOrLoneNode,
         key("run.max_time", AT(run.max_time), "Simulated time at which the run is ended, finished or not.")),
      key("run.sample_interval", AT(run.sample_interval),
          "Simulated time between lines of links.csv and "
          "vc_occupancy.csv."),
      key("waves.nodes", AT(run.waves.nodes), "Nodes whose signals `--waves` records."),
      key("waves.from", AT(run.waves.from), "Simulated time at which recording begins."),
      key("waves.to", AT(run.waves.to), "Simulated time at which recording ends."),
      key("waves.format", AT(run.waves.format), "Of the file; `--waves=vcd` and `--waves=fst` have the last word."),
      key("trace.enabled", AT(run.trace.enabled), "Whether trace.json and messages.csv are written."),
      key("trace.from", AT(run.trace.from), "Simulated time at which trace.json begins."),
      key("trace.to", AT(run.trace.to), "Simulated time at which trace.json ends."),
      key("trace.max_packets", AT(run.trace.max_packets), "Packets after so many are left out."),
      key("trace.max_messages", AT(run.trace.max_messages),
          "Messages after so many are left out of messages.csv; 0: there is no such file."),
      key("attribution.enabled", AT(run.attribution.enabled),
          "Whether the latency of every packet, or at level flow of every message, is split by what it was spent on "
          "(see attribution.md). That of packets: with switch_hold packet only."),
      key("attribution.critical_path", AT(run.attribution.critical_path),
          "Whether the critical path of the run is found as well.", kClosedLoop),
  };
}

std::vector<KeySpec> all_keys() {
  std::vector<KeySpec> keys;
  const auto append = [&keys](Machines machines, std::vector<KeySpec> group) {
    for (KeySpec& key : group) {
      if (key.machines == kAsGroup) key.machines = machines;
      keys.push_back(std::move(key));
    }
  };
  append(kEveryMachine, scenario_itself_keys());
  append(kTorusMachine, machine_keys());
  append(kNumaMachine, numa_node_keys());
  append(kRailsMachine, rails_keys());
  append(kTorusMachine, when(only_with_ranks(), pacing_keys()));
  append(kTorusMachine, control_keys());
  append(kTorusMachine, workload_keys());
  append(kLoneNode, lone_node_keys(kSized));
  append(kTorusMachine, noise_keys());
  append(kTorusMachine, flow_keys());
  append(kTorusMachine, run_keys());
  return keys;
}

}  // namespace

bool KeySpec::belongs_to(Algorithm algorithm) const {
  return algorithms.empty() || std::find(algorithms.begin(), algorithms.end(), algorithm) != algorithms.end();
}

bool takes_effect(const KeySpec& key, const Scenario& scenario) {
  return std::all_of(key.effects.begin(), key.effects.end(),
                     [&](const Effect& effect) { return effect.exists(scenario); });
}

std::string KeySpec::show_default() const {
  static const Scenario kDefaults;
  return show(kDefaults);
}

std::string KeySpec::describe_default() const {
  return time_default ? Codec<Picoseconds>::show(time_default->time) : show_default();
}

const std::vector<KeySpec>& scenario_keys() {
  static const std::vector<KeySpec> kKeys = all_keys();
  return kKeys;
}

const std::vector<SectionSpec>& scenario_sections() {
  static const std::vector<SectionSpec> kSections = {
      {"parameters", "Names and defaults that the rest of the file refers to as ${name}; `--set name=value` sets one."},
      {"network", "The machine's network: its kind and its shape."},
      {"link", "Cables between routers."},
      {"router", "Design axes of the router."},
      {"nic", "Number, sizes and rates of the DMA engines of a node."},
      {"memory", "Memory of a node."},
      {"processor", "What software costs."},
      {"node", "The inside of a node, and messages between its ranks."},
      {"rails", "Two nodes joined back to back by cables, and what is measured on them."},
      {"rdma", "What software at either end of the rails does, and what it takes."},
      {"pacing", "Pacing registers of every DMA engine, and the injection control of the NIC."},
      {"workload", "What the processors do."},
      {"manycore",
       "A node of many cores with private caches on a ring: all of a machine without a network, or each node of a "
       "torus with `node.copies: cores`."},
      {"copy", "How messages go from process to process of such a node."},
      {"message", "What a message between processes of such nodes is in their memory."},
      {"noise", "What the operating system takes from the processors."},
      {"flow", "How `--level flow` sees the network; other levels look at none of these."},
      {"cycle", "Pins in a machine at packet level."},
      {"rtl", "Parts of the machine that are RTL."},
      {"run", "How the run is watched, ended and sampled."},
      {"waves", "What `--waves` records."},
      {"trace", "What goes into trace.json and messages.csv."},
      {"attribution", "What latencies were spent on."},
  };
  return kSections;
}

std::vector<std::pair<std::string, std::string>> resolved_configuration(const Scenario& scenario) {
  std::vector<std::pair<std::string, std::string>> list;
  for (const KeySpec& key : scenario_keys()) {
    if (!key.belongs_to(machine_kind(scenario)) || !key.belongs_to(scenario.workload.algorithm)) continue;
    if (takes_effect(key, scenario)) list.emplace_back(key.path, key.show(scenario));
  }
  return list;
}

int find_key(const std::string& path) {
  static const std::unordered_map<std::string, int> kNumbers = [] {
    std::unordered_map<std::string, int> numbers;
    for (const KeySpec& key : scenario_keys()) numbers.emplace(key.path, static_cast<int>(numbers.size()));
    return numbers;
  }();
  const auto found = kNumbers.find(path);
  return found == kNumbers.end() ? -1 : found->second;
}

std::string key_of_member(const std::string& member) {
  // What is read from a file is given by the key that names the file.
  if (member == "workload.messages") return key_of_member("messages_file");
  if (member == "noise.events.trace") return key_of_member("noise_file");
  const std::vector<KeySpec>& keys = scenario_keys();
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const KeySpec& key) { return key.member == member; });
  return found == keys.end() ? std::string() : found->path;
}

}  // namespace tactus
