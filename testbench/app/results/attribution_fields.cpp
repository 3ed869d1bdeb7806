// Fields of result.json that tell what latencies were spent on: docs/reference/attribution.md.

#include "testbench/app/results/run_fields.h"
#include "testbench/app/results/stage_codec.h"

namespace tactus {

namespace {

constexpr const char* kNuma = "`node.kind: numa`";
constexpr const char* kStages = "By [stage](attribution.md#at-the-memory-of-a-numa-node): `memory` and `write`.";

/// A member of `Owner` that a class before it may have declared.
template <class Owner, class Declaring, class Value>
constexpr Value Owner::*member_of(Value Declaring::*member) {
  return member;
}

}  // namespace

ResultFields<SplitSum> declare(Struct<SplitSum>) {
  using Of = SplitSum;
  return {
      field("packets", member_of<Of>(&Of::count), "", "Packets whose latencies are summed."),
      computed<Of>(
          "latency_cycles", [](const Of& sum) { return sum.time.sum(); }, "cycles", "Sum of these latencies."),
      field("parts", member_of<Of>(&Of::time), "cycles", "The sum by [part](attribution.md#parts-of-a-latency)."),
      field_if_any("stages", &Of::stages, "cycles", kStages, kNuma),
  };
}

ResultFields<FlowTotal> declare(Struct<FlowTotal>) {
  using Of = FlowTotal;
  return {
      field("messages", &Of::count, "", "Messages whose times are summed."),
      computed<Of>(
          "latency_ps", [](const Of& sum) { return sum.time.sum(); }, "ps", "Sum of these times."),
      field("parts", &Of::time, "ps", "The sum by [part](attribution.md#flow-level)."),
  };
}

/// Sums of one sequence, with its number.
template <class Sum>
ResultFields<std::pair<int, Sum>> declare(Struct<std::pair<int, Sum>>) {
  using Of = std::pair<int, Sum>;
  return {within(&Of::second), field("index", &Of::first, "", "Number of the sequence.")};
}

ResultFields<NamedPlace> declare(Struct<NamedPlace>) {
  using Of = NamedPlace;
  return {
      field("node", &Of::node, "", "Coordinates of the node; in a [graph](graphs.md) its number."),
      field("port", &Of::port, "",
            "Output of the node's router, `plus_x` or `nic_0`, in a graph as in `to switch 7`; null: the node itself."),
  };
}

ResultFields<OutputSum> declare(Struct<OutputSum>) {
  using Of = OutputSum;
  return {
      field("flits", &Of::flits, "flits", "Flits that passed the output."),
      field("queue", &Of::queue, "cycles", "Cycles behind a packet that waited for the output, summed over packets."),
      field("output", &Of::output, "cycles", "Cycles in which another packet had the output, summed over packets."),
      field("input", &Of::input, "cycles", "Cycles in which another packet had the input side, summed over packets."),
      field("credits", &Of::credits, "cycles", "Cycles without room in the next buffer, summed over packets."),
      field("bubble", &Of::bubble, "cycles",
            "Cycles with room in it and without the [bubble](routing.md#bubble-flow-control), summed over packets."),
  };
}

ResultFields<OutputRecord> declare(Struct<OutputRecord>) {
  using Of = OutputRecord;
  return {
      within(&Of::place),
      within(&Of::sum),
      field("held_by", &Of::held_by, "cycles",
            "Cycles of `output`, by the input port of the packet that passed; in a graph by the neighbour behind it."),
  };
}

ResultFields<TreeRecord> declare(Struct<TreeRecord>) {
  using Of = TreeRecord;
  return {
      within(&Of::root),
      field("circular", &Of::circular, "", "Whether outputs wait for each other in a circle."),
      field("begin_s", &Of::begin_s, "s", "Time of the first sample that found the tree."),
      field("end_s", &Of::end_s, "s", "Time of the last sample that found the tree."),
      field("most_outputs", &Of::most_outputs, "", "Most outputs that lacked credits because of the root."),
      field("most_packets", &Of::most_packets, "", "Most packets that waited for these outputs or the root."),
      field("packet_cycles", &Of::packet_cycles, "cycles", "Waiting packets, summed over the tree's cycles."),
  };
}

ResultFields<JobWait> declare(Struct<JobWait>) {
  using Of = JobWait;
  return {
      field("waited", &Of::waited, "cycles", "Cycles in which packets of the job waited, summed over packets."),
      field("no_room", &Of::no_room, "cycles", "Cycles of `waited` without room in the next buffer."),
      field("behind", &Of::behind, "cycles",
            "Cycles of `waited` behind packets of each job, by name; `none`: behind packets of no job, or for an input "
            "side that chose another packet."),
  };
}

ResultFields<JobOutput> declare(Struct<JobOutput>) {
  using Of = JobOutput;
  return {within(&Of::place), within(&Of::wait)};
}

ResultFields<JobWaitSummary> declare(Struct<JobWaitSummary>) {
  using Of = JobWaitSummary;
  return {
      field("job", &Of::job, "", "Name of the job."),
      within(&Of::total),
      field("worst_outputs", &Of::worst, "", "The three outputs that packets of the job waited for longest."),
  };
}

ResultFields<AttributionSummary> declare(Struct<AttributionSummary>) {
  using Of = AttributionSummary;
  return {
      within(&Of::total),
      field_if_any("sequences", &Of::sequences, "", "Sums of each sequence; absent if the workload has none."),
      field("worst_outputs", &Of::worst, "", "The five outputs that packets waited for longest."),
      field("congestion_trees", &Of::trees, "",
            "The five [congestion trees](attribution.md#congestion-trees) that held most, by their roots."),
      field_if_any("jobs", &Of::jobs, "",
                   "Which jobs the packets of each job [waited behind](attribution.md#waits-of-jobs).",
                   "with `workload.jobs`"),
  };
}

ResultFields<PathSum> declare(Struct<PathSum>) {
  using Of = PathSum;
  return {
      field("part", &Of::part, "", "Part that the time was spent on."),
      within(&Of::place),
      field("cycles", &Of::time, "cycles", "Time of the part at the place."),
      field_if_any("stage", &Of::stage, "", "Stage of `memory` or `write`.", kNuma),
  };
}

namespace {

/// `time`: the key of the path's length, and its unit.
template <class Path>
ResultFields<Path> path_fields(const char* time, const char* meaning_of_parts) {
  return {
      field(time, member_of<Path>(&Path::length), time, "Length of the path, from the start of the run to its end."),
      field("steps", member_of<Path>(&Path::steps), "", "Pieces of the path."),
      field("parts", member_of<Path>(&Path::parts), time, meaning_of_parts),
      field("most", member_of<Path>(&Path::most), "", "The 20 largest sums of a part at a place."),
  };
}

}  // namespace

ResultFields<PathSummary> declare(Struct<PathSummary>) {
  auto fields = path_fields<PathSummary>("cycles", "The length by [part](attribution.md#parts-of-a-latency).");
  fields.push_back(field_if_any("stages", &PathSummary::stages, "cycles", kStages, kNuma));
  return fields;
}

ResultFields<LinkRecord> declare(Struct<LinkRecord>) {
  using Of = LinkRecord;
  return {
      field("link", &Of::name, "", "Name of the link."),
      field("index", &Of::link, "", "Index of the link in the arrays of `attribution.h5`."),
      field("lost_ps", &Of::lost, "ps", "Time that messages lost to each other there, summed over messages."),
      field("messages", &Of::messages, "", "Messages that lost time there."),
      field("used", &Of::used, "0..1", "Share of the link's bandwidth that was used, over the whole run."),
  };
}

ResultFields<FlowAttributionSummary> declare(Struct<FlowAttributionSummary>) {
  using Of = FlowAttributionSummary;
  return {
      within(&Of::total),
      field_if_any("sequences", &Of::sequences, "", "Sums of each sequence; absent if the workload has none."),
      field("worst_links", &Of::worst, "", "The five links at which messages lost most."),
  };
}

ResultFields<FlowPathSum> declare(Struct<FlowPathSum>) {
  using Of = FlowPathSum;
  return {
      field("part", &Of::part, "", "Part that the time was spent on."),
      field("node", &Of::node, "", "Coordinates of the node; null if the time was spent at a link."),
      field("link", &Of::link, "", "Name of the link; null if the time was spent at a node."),
      field("ps", &Of::time, "ps", "Time of the part at the place."),
  };
}

ResultFields<FlowPathSummary> declare(Struct<FlowPathSummary>) {
  return path_fields<FlowPathSummary>("ps", "The length by [part](attribution.md#flow-level).");
}

ResultFields<MessageWait> declare(Struct<MessageWait>) {
  using Of = MessageWait;
  return {
      field("part", &Of::part, "", "Reason of the wait: a part of the latency."),
      within(&Of::place),
      field("cycle", &Of::cycle, "cycles", "Cycle in which the wait began."),
      field("cycles", &Of::cycles, "cycles", "Length of the wait."),
      field_if_any("behind", &Of::behind, "", "Name of the job whose packet it was behind for longest.",
                   "with `workload.jobs`"),
  };
}

ResultFields<MessageDelay> declare(Struct<MessageDelay>) {
  using Of = MessageDelay;
  return {
      field("packet", &Of::packet, "", "Number of the message's slowest packet."),
      field("latency_cycles", &Of::latency, "cycles", "Its latency, from the creation of the message to memory."),
      field("part", &Of::part, "", "The part on which most of it was spent."),
      field("part_cycles", &Of::part_cycles, "cycles", "Time of that part."),
      field_if_any("stage", &Of::stage, "", "Stage of that part on which most of it was spent.", kNuma),
      field("wait", &Of::wait, "", "Its longest wait for an output; null: it waited for none."),
  };
}

ResultFields<StolenComputing> declare(Struct<StolenComputing>) {
  using Of = StolenComputing;
  return {
      field("rank", &Of::rank, "", "Rank."),
      field("noise_s", &Of::noise_s, "s", "Time by which its computing took longer than its operations ask for."),
      field("compute_s", &Of::compute_s, "s", "Time of computing that its operations ask for."),
  };
}

ResultFields<RankWait> declare(Struct<RankWait>) {
  using Of = RankWait;
  return {
      field("rank", &Of::rank, "", "Rank."),
      field("waited_s", &Of::waited_s, "s", "Time in which its processors did nothing but wait for messages."),
      field("peer", &Of::peer, "", "The rank that it waited for longest; null: it waited for its own sends only."),
      field("peer_s", &Of::peer_s, "s", "Time that it waited for that rank."),
  };
}

ResultFields<OperationRanks> declare(Struct<OperationRanks>) {
  using Of = OperationRanks;
  return {
      field("busiest", &Of::busiest, "", "Rank that computes longest."),
      field("most_compute_s", &Of::most_compute_s, "s", "Computing that the operations of this rank ask for."),
      field("mean_compute_s", &Of::mean_compute_s, "s", "Mean of that over all ranks."),
      field("mean_noise_s", &Of::mean_noise_s, "s", "Mean over all ranks of the noise in their computing."),
      field("noise", &Of::noise, "", "The five ranks whose computing lost most time to noise."),
      field("waits", &Of::waits, "", "The five ranks that waited longest for messages."),
  };
}

ResultFields<OperationSum> declare(Struct<OperationSum>) {
  using Of = OperationSum;
  return {
      field("part", &Of::part, "", "Part that the time was spent on."),
      field("rank", &Of::rank, "", "Rank of the operation."),
      field("operation", &Of::operation, "", "Number of the operation in its rank, from 0."),
      field("line", &Of::line, "", "Line, or byte, of the operation in the file; null: it stands nowhere there."),
      field("kind", &Of::kind, "", "`send`, `recv`, `calc` or `wait`."),
      field("peer", &Of::peer, "", "The other rank of a message; null for others."),
      field("cycles", &Of::time, "cycles", "Time of the part, on the path."),
      field("begin_s", &Of::begin_s, "s", "When that begins."),
      field_if_any("message", &Of::message, "", "The message of part `message`; absent without attribution."),
  };
}

ResultFields<OperationPath> declare(Struct<OperationPath>) {
  return path_fields<OperationPath>("cycles", "The length by [part](operations.md#critical-path).");
}

}  // namespace tactus
