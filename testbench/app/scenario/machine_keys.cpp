#include "testbench/app/scenario/key_groups.h"
#include "testbench/app/scenario/numa_codecs.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {
namespace {

constexpr Bytes kLargestBuffer{1024 * 1024};

Condition on_plain_node() { return only_with("node.kind", AT(node.kind), {NodeKind::kPlain}); }

Condition with_copies(CopiesKind kind) { return only_with("node.copies", AT(node.copies), {kind}); }

Condition with_local_messages() {
  return {"workload.ranks_per_node", [](const Scenario& scenario) { return scenario.has_local_messages(); },
          "workload.ranks_per_node above 1, or workload.algorithm replay", "messages within nodes"};
}

/// Without work there are no cores; the rate may be given all the same.
Condition with_work_for_cores() {
  return {
      "workload.ranks_per_node",
      [](const Scenario& scenario) { return scenario.node.copies == CopiesKind::kRate || scenario.cores_have_work(); },
      "workload.ranks_per_node above 1, workload.algorithm replay, or message.send",
      "messages that the cores copy or pack"};
}

/// The clock that moves a flit in the time that `link.bandwidth` gives it, and the other way round.
Implication clock_of_rate() {
  return {
      "clock", [](const Scenario& scenario) { return scenario.machine.link.bandwidth.count() > 0; },
      [](Scenario& scenario) { scenario.machine.clock = Clock::moving(kFlitBytes, scenario.machine.link.bandwidth); }};
}
Implication rate_of_clock() {
  return {"link.bandwidth", [](const Scenario& scenario) { return scenario.machine.clock.attoseconds() > 0; },
          [](Scenario& scenario) { scenario.machine.link.bandwidth = scenario.machine.clock.rate_of(kFlitBytes); }};
}

std::vector<KeySpec> network_keys() {
  return {
      key("network.shape", AT(machine.network.sizes),
          "Nodes in each dimension: up to four dimensions of 2 to 256 nodes, five of 2 to 64, or six of 2 to 32; at "
          "most 2^20 nodes in all."),
      key("network.wrap", AT(machine.network.wrap),
          "Whether each dimension is a ring, closed by wraparound links, or a row that ends; true for all is a torus, "
          "false for all a mesh."),
      key("link.bandwidth", AT(machine.link.bandwidth),
          "Bandwidth of a link in each direction, one flit of 16 B per clock. Without this key the bandwidth follows "
          "from `clock`.",
          above(BytesPerSecond{0}), clock_of_rate()),
      key("link.switch_delay", AT(machine.link.switch_delay),
          "Delay of a link beside its cable; the sum of both is rounded up to whole cycles."),
      key("link.cable_delay", AT(machine.link.cable_delay),
          "Delay of a link's cable, which is added to `link.switch_delay`. A list gives one delay for each dimension."),
  };
}

std::vector<KeySpec> router_keys() {
  return {
      key("router.virtual_channels", AT(machine.router.virtual_channels), "Virtual channels (VCs) of each port.",
          range(1, kMaxVirtualChannels)),
      key("router.vc_buffer", AT(machine.router.vc_buffer),
          "Input buffer of each VC; whole flits, with room for a packet of `nic.mtu`.", at_most(kLargestBuffer)),
      key("router.arbiter", AT(machine.router.arbiter), "Rule by which one of several packets wins an output port."),
      key("router.input_queue", AT(machine.router.input_queue),
          "Whether all packets of an input VC leave in order (fifo), or only packets for the same output do "
          "(per_output)."),
      key("router.input_transfers", AT(machine.router.input_transfers),
          "Sources that can feed the crossbar at the same time: one packet per input port, per VC, or per queue."),
      key("router.input_nomination", AT(machine.router.input_nomination),
          "Packet that an input port offers at a time: any that can go, or the one routed first of those that have "
          "credits (oldest), though its output be busy. The value oldest needs input_transfers port and switch_hold "
          "packet."),
      key("router.switch_hold", AT(machine.router.switch_hold),
          "How long a packet keeps the output port that it won: until its tail has passed, or for one flit."),
      key("router.turnaround", AT(machine.router.turnaround),
          "Time that an output port, and the input side that fed it, rest after a packet's tail, because the stages of "
          "the next packet do not overlap with it; rounded up to whole cycles. A rest needs switch_hold packet.",
          at_most(kMostTurnaround)),
      key("router.dateline", AT(machine.router.dateline),
          "VC class in a ring: 1 from the wraparound link on (crossing), 1 from the start if the packet will wrap "
          "(entry), or any VC anywhere (none: only where no ring has more than 3 nodes; a longer ring could deadlock "
          "and is refused)."),
      key("router.dimension_order", AT(machine.router.dimension_order),
          "Dimensions in the order in which packets go through them."),
      key("router.tie_break", AT(machine.router.tie_break),
          "Way taken when both are equally long (offset n/2): always positive, or as the offset is signed."),
  };
}

std::vector<KeySpec> nic_keys() {
  return {
      key("nic.count", AT(machine.nic.count),
          "DMA engines of each node, each with a router port of its own; per_direction gives a node one engine for "
          "each direction of the network, up to 8.",
          range(1, kMaxNics)),
      key("nic.mtu", AT(machine.nic.mtu),
          "Largest packet, header of 32 B included; whole flits. Buffers have to hold one: see router.vc_buffer and "
          "nic.receive_buffer.",
          range(Bytes{48}, Bytes{kMostPacketFlits * kFlitBytes.count()})),
      key("nic.dma_rate", AT(machine.nic.dma_rate),
          "Rate at which each DMA engine reads from memory, and at which it writes; by_link is 16 GB/s, or four times "
          "`link.bandwidth` if that is more.",
          above(BytesPerSecond{0})),
      key("nic.outstanding_reads", AT(machine.nic.outstanding_reads),
          "Reads from memory that each DMA engine has under way at a time; each needs a packet buffer.", range(1, 16)),
      key("nic.packet_buffers", AT(machine.nic.packet_buffers), "Whole-packet injection buffers of each DMA engine.",
          range(1, 16)),
      key("nic.receive_buffer", AT(machine.nic.receive_buffer),
          "Receive buffer of each DMA engine and VC; whole flits, with room for a packet of `nic.mtu`.",
          at_most(kLargestBuffer)),
      key("nic.unexpected_entries", AT(machine.nic.unexpected_entries),
          "Messages per engine that may wait for a receive; 0: any number, in the memory of the node.", for_ranks()),
      key("nic.gather", AT(node.nic_gathers),
          "Whether NICs read and write datatypes themselves, piece by piece, or cores pack and unpack.",
          with_copies(CopiesKind::kCores), for_sized_messages()),
      key("memory.bandwidth", AT(machine.memory.bandwidth),
          "Bandwidth of each node's memory, for reads; writes have the same again. The word by_link stands for as much "
          "as all NICs of the node send, `nic.count` times `link.bandwidth`.",
          on_plain_node(), above(BytesPerSecond{0})),
      key("memory.latency", AT(machine.memory.latency), "Latency of each access to memory.", on_plain_node()),
      key("memory.access", AT(machine.memory.access),
          "Aligned unit that memory moves at a time, a power of two. A request takes the time of all units that it "
          "touches.",
          on_plain_node(), range(Bytes{1}, Bytes{4096})),
  };
}

std::vector<KeySpec> processor_keys() {
  return {
      key("processor.call_overhead", AT(workload.call_overhead),
          "Time that every MPI call costs at its beginning; rounded up to whole cycles.", for_ranks(),
          ByDefault{WorkloadConfig::kCallOverhead}),
      key("processor.return_overhead", AT(workload.return_overhead),
          "Time that every MPI call costs at its end: for a wait when the wait is over, for a send or receive before "
          "it "
          "is started; rounded up to whole cycles.",
          for_ranks()),
      key("node.copies", AT(node.copies),
          "Whether messages between ranks of one node are moved at a rate, by nobody in particular, or by the many "
          "cores that the ranks run on, which pack datatypes for the NIC too.",
          for_ranks(), with_work_for_cores()),
      key("node.copy_rate", AT(workload.copy.rate),
          "Rate of each message between ranks of one node, whatever other messages there are.",
          with_copies(CopiesKind::kRate), for_ranks(), above(BytesPerSecond{0}), with_local_messages()),
      key("node.copy_latency", AT(workload.copy.latency),
          "Time from the send of a message between ranks of one node to its first byte.",
          with_copies(CopiesKind::kRate), for_ranks(), above(Picoseconds{0}), with_local_messages()),
  };
}

}  // namespace

Condition on_network(std::vector<NetworkKind> kinds) {
  return only_with("network.kind", AT(network.kind), std::move(kinds));
}

Condition on_torus() { return on_network({NetworkKind::kTorus}); }

std::vector<KeySpec> scenario_itself_keys() {
  return {
      key("name", AT(name), "Short name of the scenario; without this key the name of the file."),
      key("title", AT(title), "One line about the scenario for `./tactus list`."),
      key("description", AT(description), "Purpose of the scenario, at any length."),
      key("seed", AT(seed), "Seed of all random numbers."),
  };
}

std::vector<KeySpec> machine_keys() {
  std::vector<KeySpec> clock = {
      key("clock", AT(machine.clock),
          "Period of the one clock, exact to an attosecond. Without this key the clock is the time that a link needs "
          "for a flit of 16 B, by `link.bandwidth`. If both are given they agree to 0.1 %, and the clock holds.",
          rate_of_clock())};
  std::vector<KeySpec> kind = {
      key("network.kind", AT(network.kind),
          "How nodes are connected: by a torus, two of them back to back by rails, or not at all (none), the machine "
          "being one node of many cores.",
          implies("node.kind", AT(node.kind), NodeKind::kNuma,
                  [](const Scenario& scenario) { return scenario.network.kind == NetworkKind::kRails; }))};
  return together(on(on_torus(), clock), kind, on(on_torus(), network_keys()), on(on_torus(), router_keys()),
                  on(on_torus(), nic_keys()), on(on_torus(), processor_keys()));
}

std::vector<KeySpec> run_keys() {
  const Condition simulated = on_network({NetworkKind::kTorus, NetworkKind::kNone});
  std::vector<KeySpec> pins = {
      key("cycle.nodes", AT(cycle.nodes),
          "Nodes of the packet level that are executed on pins, as at cycle level; the result stays as it is."),
      key("rtl.routers", AT(rtl.routers),
          "Nodes whose routers are RTL, held to their models in every cycle, on pins at packet level too; all in "
          "networks of at most 4 nodes in each dimension."),
      key("rtl.nics", AT(rtl.nics),
          "Nodes whose NICs are RTL, held to their models in every cycle, on pins at packet level too; all in networks "
          "of at most 4 nodes in each dimension."),
      key("rtl.replace", AT(rtl.replace),
          "Parts of that RTL in whose place yours are put, each with `sources`, a folder relative to the scenario, "
          "`top`, its module, and `lockstep`; see cosimulation.md."),
      key("run.watchdog", AT(run.watchdog),
          "Time without progress after which the run is stuck: no flit moves, no processor computes and nobody waits "
          "for a point in time. The time is at least 128 clocks."),
  };
  std::vector<KeySpec> end = {
      key("run.max_time", AT(run.max_time), "Simulated time at which the run is ended, finished or not.")};
  std::vector<KeySpec> records = {
      key("run.sample_interval", AT(run.sample_interval),
          "Simulated time between lines of links.csv and vc_occupancy.csv."),
      key("waves.nodes", AT(run.waves.nodes), "Nodes whose signals `--waves` records."),
      key("waves.from", AT(run.waves.from), "Simulated time at which recording begins."),
      key("waves.to", AT(run.waves.to), "Simulated time at which recording ends."),
      key("waves.format", AT(run.waves.format),
          "Format of the recording; `--waves=vcd` and `--waves=fst` have the last word."),
      key("trace.enabled", AT(run.trace.enabled), "Whether trace.json and messages.csv are written."),
      key("trace.from", AT(run.trace.from), "Simulated time at which trace.json begins."),
      key("trace.to", AT(run.trace.to), "Simulated time at which trace.json ends."),
      key("trace.max_packets", AT(run.trace.max_packets),
          "Most packets in trace.json; later ones are left out, and the result says so."),
      key("trace.max_messages", AT(run.trace.max_messages),
          "Most messages in messages.csv; later ones are left out. With 0 there is no such file."),
      key("attribution.enabled", AT(run.attribution.enabled),
          "Whether the latency of every packet, or at level flow of every message, is split by what it was spent on "
          "(see attribution.md). Latencies of packets are split with switch_hold packet only."),
      key("attribution.critical_path", AT(run.attribution.critical_path),
          "Whether the critical path of the run is found as well.", for_ranks()),
  };
  return together(on(on_torus(), pins), on(simulated, end), on(on_torus(), records));
}

}  // namespace tactus
