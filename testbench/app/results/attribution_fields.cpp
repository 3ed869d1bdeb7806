// Fields of result.json that tell what latencies were spent on: docs/reference/attribution.md.

#include "testbench/app/results/run_fields.h"

namespace tactus {

template <>
const ResultFields<SplitSum>& fields_of() {
  using Of = SplitSum;
  static const ResultFields<Of> kFields = {
      field("packets", &Of::count, "", "Packets whose latencies are summed."),
      computed<Of>(
          "latency_cycles", [](const Of& sum) { return sum.time.sum(); }, "cycles", "Sum of these latencies."),
      field("parts", &Of::time, "cycles", "The sum by [part](attribution.md#parts-of-a-latency)."),
  };
  return kFields;
}

template <>
const ResultFields<FlowTotal>& fields_of() {
  using Of = FlowTotal;
  static const ResultFields<Of> kFields = {
      field("messages", &Of::count, "", "Messages whose times are summed."),
      computed<Of>(
          "latency_ps", [](const Of& sum) { return sum.time.sum(); }, "ps", "Sum of these times."),
      field("parts", &Of::time, "ps", "The sum by [part](attribution.md#flow-level)."),
  };
  return kFields;
}

namespace {

/// The sums of one sequence.
template <class Sum>
const ResultFields<std::pair<int, Sum>>& sequence_fields() {
  using Of = std::pair<int, Sum>;
  static const ResultFields<Of> kFields =
      fields_within(&Of::second) + ResultFields<Of>{field("index", &Of::first, "", "Number of the sequence.")};
  return kFields;
}

}  // namespace

template <>
const ResultFields<std::pair<int, SplitSum>>& fields_of() {
  return sequence_fields<SplitSum>();
}
template <>
const ResultFields<std::pair<int, FlowTotal>>& fields_of() {
  return sequence_fields<FlowTotal>();
}

template <>
const ResultFields<NamedPlace>& fields_of() {
  using Of = NamedPlace;
  static const ResultFields<Of> kFields = {
      field("node", &Of::node, "", "Coordinates of the node."),
      field("port", &Of::port, "", "Output of the node's router; null: the node itself."),
  };
  return kFields;
}

template <>
const ResultFields<OutputSum>& fields_of() {
  using Of = OutputSum;
  static const ResultFields<Of> kFields = {
      field("flits", &Of::flits, "flits", "Flits that passed the output."),
      field("queue", &Of::queue, "cycles", "Cycles behind a packet that waited for the output, summed over packets."),
      field("output", &Of::output, "cycles", "Cycles in which another packet had the output, summed over packets."),
      field("input", &Of::input, "cycles", "Cycles in which another packet had the input side, summed over packets."),
      field("credits", &Of::credits, "cycles", "Cycles without room in the next buffer, summed over packets."),
  };
  return kFields;
}

template <>
const ResultFields<OutputRecord>& fields_of() {
  using Of = OutputRecord;
  static const ResultFields<Of> kFields =
      fields_within(&Of::place) + fields_within(&Of::sum) +
      ResultFields<Of>{
          field("held_by", &Of::held_by, "cycles", "Cycles of `output`, by the input port of the packet that passed.")};
  return kFields;
}

template <>
const ResultFields<TreeRecord>& fields_of() {
  using Of = TreeRecord;
  static const ResultFields<Of> kFields =
      fields_within(&Of::root) +
      ResultFields<Of>{
          field("circular", &Of::circular, "", "Whether outputs wait for each other in a circle."),
          field("begin_s", &Of::begin_s, "s", "Time of the first sample that found the tree."),
          field("end_s", &Of::end_s, "s", "Time of the last sample that found the tree."),
          field("most_outputs", &Of::most_outputs, "", "Most outputs that lacked credits because of the root."),
          field("most_packets", &Of::most_packets, "", "Most packets that waited for these outputs or the root."),
          field("packet_cycles", &Of::packet_cycles, "cycles", "Waiting packets, summed over the tree's cycles."),
      };
  return kFields;
}

template <>
const ResultFields<AttributionSummary>& fields_of() {
  using Of = AttributionSummary;
  static const ResultFields<Of> kFields =
      fields_within(&Of::total) +
      ResultFields<Of>{
          field_if_any("sequences", &Of::sequences, "", "Sums of each sequence; absent if the workload has none."),
          field("worst_outputs", &Of::worst, "", "The five outputs that packets waited for longest."),
          field("congestion_trees", &Of::trees, "",
                "The five [congestion trees](attribution.md#congestion-trees) that held most, by their roots.")};
  return kFields;
}

template <>
const ResultFields<PathSum>& fields_of() {
  using Of = PathSum;
  static const ResultFields<Of> kFields =
      ResultFields<Of>{field("part", &Of::part, "", "Part that the time was spent on.")} + fields_within(&Of::place) +
      ResultFields<Of>{field("cycles", &Of::cycles, "cycles", "Time of the part at the place.")};
  return kFields;
}

template <>
const ResultFields<PathSummary>& fields_of() {
  using Of = PathSummary;
  static const ResultFields<Of> kFields = {
      field("cycles", &Of::cycles, "cycles", "Length of the path, from the start of the run to its end."),
      field("steps", &Of::steps, "", "Pieces of the path."),
      field("parts", &Of::parts, "cycles", "The length by [part](attribution.md#parts-of-a-latency)."),
      field("most", &Of::most, "", "The 20 largest sums of a part at a place."),
  };
  return kFields;
}

template <>
const ResultFields<LinkLosses>& fields_of() {
  using Of = LinkLosses;
  static const ResultFields<Of> kFields = {
      field("lost_ps", &Of::lost, "ps", "Time that messages lost to each other there, summed over messages."),
      field("messages", &Of::messages, "", "Messages that lost time there."),
  };
  return kFields;
}

template <>
const ResultFields<LinkRecord>& fields_of() {
  using Of = LinkRecord;
  static const ResultFields<Of> kFields =
      ResultFields<Of>{field("link", &Of::name, "", "Name of the link."),
                       field("index", &Of::link, "", "Index of the link in the arrays of `attribution.h5`.")} +
      fields_within(&Of::sum) +
      ResultFields<Of>{
          field("used", &Of::used, "0..1", "Share of the link's bandwidth that was used, over the whole run.")};
  return kFields;
}

template <>
const ResultFields<FlowAttributionSummary>& fields_of() {
  using Of = FlowAttributionSummary;
  static const ResultFields<Of> kFields =
      fields_within(&Of::total) +
      ResultFields<Of>{
          field_if_any("sequences", &Of::sequences, "", "Sums of each sequence; absent if the workload has none."),
          field("worst_links", &Of::worst, "", "The five links at which messages lost most.")};
  return kFields;
}

template <>
const ResultFields<FlowPathSum>& fields_of() {
  using Of = FlowPathSum;
  static const ResultFields<Of> kFields = {
      field("part", &Of::part, "", "Part that the time was spent on."),
      field("node", &Of::node, "", "Number of the node; null if the time was spent at a link."),
      field("link", &Of::link, "", "Name of the link; null if the time was spent at a node."),
      field("ps", &Of::picoseconds, "ps", "Time of the part at the place."),
  };
  return kFields;
}

template <>
const ResultFields<FlowPathSummary>& fields_of() {
  using Of = FlowPathSummary;
  static const ResultFields<Of> kFields = {
      field("ps", &Of::picoseconds, "ps", "Length of the path, from the start of the run to its end."),
      field("steps", &Of::steps, "", "Pieces of the path."),
      field("parts", &Of::parts, "ps", "The length by [part](attribution.md#flow-level)."),
      field("most", &Of::most, "", "The 20 largest sums of a part at a place."),
  };
  return kFields;
}

}  // namespace tactus
