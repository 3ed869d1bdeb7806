#include "testbench/app/kinds/torus/torus_keys.h"

#include "hw/router/route_function.h"
#include "testbench/app/scenario/key_groups.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {

template <>
std::vector<MapKey<MessageClass>> map_keys() {
  return {{AT(name)}, {AT(virtual_channels)}, {AT(priority)}, {AT(share)}};
}
template <>
struct ListOf<MessageClass> {
  static constexpr char kWanted[] = "a list of classes, as in [{name: control, virtual_channels: 2, priority: 1}]";
  static ValueForm form() { return {ValueForm::Kind::kList, {}, {}, {Codec<MessageClass>::form()}}; }
};
template <>
struct Codec<std::vector<MessageClass>> : ListOrWord<kNoneWord, MessageClass> {};

namespace {

constexpr Bytes kLargestBuffer{1024 * 1024};

Condition on_plain_node() { return only_with("node.kind", AT(node.kind), {NodeKind::kPlain}); }

Condition with_copies(CopiesKind kind) { return only_with("node.copies", AT(node.copies), {kind}); }

Condition with_local_messages() {
  return {"workload.ranks_per_node", [](const Scenario& scenario) { return scenario.has_local_messages(); },
          "workload.ranks_per_node above 1, or workload.algorithm replay", "messages within nodes"};
}

Condition with_several_classes() {
  return {"classes", [](const Scenario& scenario) { return scenario.machine.router.has_classes(); }, "several classes",
          "several `classes`"};
}

/// The routing is one that reads the key. Documents say so if some routing does not.
Condition with_routings(bool RoutingPolicy::*reads) {
  std::vector<RoutingName> names;
  for (const RoutingPolicy* routing : all_policies<RoutingKind>()) {
    if (routing->*reads) names.emplace_back(routing->name);
  }
  const bool all = names.size() == all_policies<RoutingKind>().size();
  Condition condition = only_with("router.routing", AT(machine.router.routing), std::move(names));
  if (all) condition.document.clear();
  return condition;
}

/// Without work there are no cores; the rate may be given all the same.
Condition with_work_for_cores() {
  return {
      "workload.ranks_per_node",
      [](const Scenario& scenario) { return scenario.node.copies == CopiesKind::kRate || scenario.cores_have_work(); },
      "workload.ranks_per_node above 1, workload.algorithm replay, or message.send",
      "messages that the cores copy or pack"};
}

Condition with_bit_errors() {
  return {"faults.bit_error_rate", [](const Scenario& scenario) { return scenario.machine.faults.repeat_packets(); },
          "faults.bit_error_rate above 0", "`faults.bit_error_rate` above 0"};
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

std::vector<KeySpec> shape_keys() {
  return {
      key("network.shape", AT(machine.network.sizes),
          "Nodes in each dimension: up to four dimensions of 2 to 256 nodes, five of 2 to 64, or six of 2 to 32; at "
          "most 2^20 nodes in all."),
      key("network.wrap", AT(machine.network.wrap),
          "Whether each dimension is a ring, closed by wraparound links, or a row that ends; true for all is a torus, "
          "false for all a mesh."),
      key("faults.routers", AT(machine.faults.routers),
          "Nodes whose routers do nothing, from the beginning, nor do their NICs and ranks. Packets have to go round "
          "them as round `faults.cables`, and only jobs and open loops leave nodes out."),
  };
}

std::vector<KeySpec> link_keys() {
  return {
      key("link.bandwidth", AT(machine.link.bandwidth),
          "Bandwidth of a link in each direction, one flit of 16 B per clock. Without this key the bandwidth follows "
          "from `clock`.",
          above(BytesPerSecond{0}), clock_of_rate()),
      key("link.switch_delay", AT(machine.link.switch_delay),
          "Delay of a link beside its cable; the sum of both is rounded up to whole cycles."),
      key("link.cable_delay", AT(machine.link.cable_delay),
          "Delay of a link's cable, which is added to `link.switch_delay`. A list gives one delay for each dimension."),
      key("link.overrides", AT(machine.link.overrides),
          "Links unlike the others: for each entry `cables`, each as the two neighbours that it joins, or a "
          "`dimension` "
          "with all its cables that no other entry names; and their `bandwidth`, at most `link.bandwidth`, "
          "`cable_delay`, or both."),
      key("faults.cables", AT(machine.faults.cables),
          "Cables that carry nothing, in neither direction, from the beginning: each as the two neighbours that it "
          "joins. Packets have to go round them: see router.routing."),
      key("faults.outages", AT(machine.faults.outages),
          "Times in which `cables`, or all cables of `routers` or of a graph's `switches`, carry nothing, in neither "
          "direction: each with `from` and `until`. What is on the wire then, or comes to it, is sent again or later, "
          "and nothing is lost."),
      key("faults.breaks", AT(machine.faults.breaks),
          "Parts that break, for good: each entry with `cables`, `routers` or a graph's `switches`, and the time `at`. "
          "From "
          "then on nothing is granted a cable that breaks, or one that leads to a router or switch that does; these "
          "pass on what they have. Packets have to find a way without them: see router.routing."),
      key("faults.bit_error_rate", AT(machine.faults.bit_error_rate),
          "Probability that a link carries a bit wrongly. The receiver of the link checks each packet before it lets "
          "it "
          "on, and the link repeats what is wrong."),
      key("faults.retry_delay", AT(machine.faults.retry_delay),
          "Time that the sender of a link waits for an acknowledgement beyond the round trip, before it repeats a "
          "packet.",
          with_bit_errors()),
      key("faults.replay_buffer", AT(machine.faults.replay_buffer),
          "Packets that a link can keep until they are acknowledged, at each output to another router; whole flits, "
          "with room for a packet of `nic.mtu`. With `by_link` no stream of packets is held up: two packets, and a "
          "flit "
          "for each cycle of a round trip on the longest link.",
          with_bit_errors()),
  };
}

std::vector<KeySpec> router_keys() {
  return {
      key("router.virtual_channels", AT(machine.router.virtual_channels), "Virtual channels (VCs) of each port.",
          range(1, kMaxVirtualChannels)),
      key("router.vc_buffer", AT(machine.router.vc_buffer),
          "Input buffer of each VC; whole flits, with room for a packet of `nic.mtu`; for two of them with a ring and "
          "router.flow_control bubble.",
          at_most(kLargestBuffer)),
      key("router.arbiter", AT(machine.router.arbiter), "Rule by which one of several packets wins an output port."),
      key("router.input_queue", AT(machine.router.input_queue),
          "Whether all packets of an input VC leave in order (fifo), or only packets for the same output do "
          "(per_output)."),
      key("router.input_transfers", AT(machine.router.input_transfers),
          "Sources that can feed the crossbar at the same time: one packet per input port, per VC, or per queue."),
      key("router.input_nomination", AT(machine.router.input_nomination),
          "Packet that an input port offers at a time: any that can go, or the one routed first of those that have "
          "credits (oldest), though its output be busy. All values but any need input_transfers port and switch_hold "
          "packet."),
      key("router.switch_hold", AT(machine.router.switch_hold),
          "How long a packet keeps the output port that it won: until its tail has passed, or for one flit."),
      key("router.turnaround", AT(machine.router.turnaround),
          "Time that an output port, and the input side that fed it, rest after a packet's tail, because the stages of "
          "the next packet do not overlap with it; rounded up to whole cycles. A rest needs switch_hold packet.",
          at_most(kMostTurnaround)),
      key("router.routing", AT(machine.router.routing),
          "Rule by which packets find their way, a link at a time; in a graph `up_down` unless one is given."),
      key("router.table", AT(table_file),
          "File with the next link for each pair of nodes (see routing.md, Tables), relative to the scenario.",
          with_routings(&RoutingPolicy::reads_table), FromFile{"machine.router.table"}, Required{}),
  };
}

/// The classes have the VCs that there are.
Implication channels_of_classes() {
  return {"router.virtual_channels", [](const Scenario& scenario) { return !scenario.machine.router.classes.empty(); },
          [](Scenario& scenario) {
            RouterConfig& router = scenario.machine.router;
            router.virtual_channels = 0;
            for (const MessageClass& each : router.classes) router.virtual_channels += each.virtual_channels;
          }};
}

std::vector<KeySpec> class_keys() {
  return {
      key("classes", AT(machine.router.classes),
          "Classes of messages, each with virtual channels of its own on every link (see classes.md): `name`, "
          "`virtual_channels`, `priority` (0 unless given; a class goes before all of lower priority) and `share` of "
          "an output among the classes of its priority (1 unless given). The sum of their virtual channels is "
          "router.virtual_channels, unless that is given too.",
          channels_of_classes()),
  };
}

/// Rules of rings and rows.
std::vector<KeySpec> ring_keys() {
  return {
      key("router.flow_control", AT(machine.router.flow_control),
          "Means against packets of a ring that wait for each other in a circle: VCs in two classes (dateline), or "
          "room for two packets that a packet finds where it comes to a VC of a ring, of which it takes one (bubble).",
          with_routings(&RoutingPolicy::bubble)),
      key("router.dateline", AT(machine.router.dateline),
          "VC class in a ring: 1 from the wraparound link on (crossing), 1 from the start if the packet will wrap "
          "(entry), or any VC anywhere (none: only where no ring has more than 3 nodes; a longer ring could deadlock "
          "and is refused).",
          with_routings(&RoutingPolicy::reads_dateline),
          only_with("router.flow_control", AT(machine.router.flow_control), {FlowControl::kDateline})),
      key("router.dimension_order", AT(machine.router.dimension_order),
          "Dimensions in the order in which packets go through them.",
          with_routings(&RoutingPolicy::reads_dimension_order)),
      key("router.tie_break", AT(machine.router.tie_break),
          "Way taken when both are equally long (offset n/2): always positive, or as the offset is signed.",
          with_routings(&RoutingPolicy::reads_tie_break)),
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
      key("nic.class_queues", AT(machine.nic.class_queues),
          "Whether each DMA engine has a send queue for each of the `classes`, which have turns at its port with whole "
          "packets, or one queue, in which a long message holds up those behind it.",
          with_several_classes()),
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

std::vector<KeySpec> torus_keys() {
  std::vector<KeySpec> clock = {
      key("clock", AT(machine.clock),
          "Period of the one clock, exact to an attosecond. Without this key the clock is the time that a link needs "
          "for a flit of 16 B, by `link.bandwidth`. If both are given they agree to 0.1 %, and the clock holds.",
          rate_of_clock())};
  return together(
      on(on_torus(), together(shape_keys(), ring_keys())),
      on(on_routers(), together(clock, link_keys(), router_keys(), class_keys(), nic_keys(), processor_keys())));
}

}  // namespace tactus
