#include "testbench/app/results/focus_fields.h"

#include "testbench/app/results/run_fields.h"

namespace tactus {

ResultFields<NamedPiece> declare(Struct<NamedPiece>) {
  using Of = NamedPiece;
  return {
      field("part", &Of::part, "", "Part of the latency."),
      within(&Of::place),
      field("begin", &Of::begin, "cycles", "Cycle in which the piece begins."),
      field("cycles", &Of::cycles, "cycles", "Length of the piece."),
      field_if_any("held_by", &Of::held_by, "", "Input port of the packet that was passing.", "`output` and `input`"),
      field_if_any("stage", &Of::stage, "", "Stage of `memory` or `write`.", "`node.kind: numa`"),
  };
}

ResultFields<NamedLife> declare(Struct<NamedLife>) {
  using Of = NamedLife;
  return {
      field("packet", &Of::packet, "", "Number of the packet."),
      field("message", &Of::message, "", "Number of its message; null if nobody has announced it."),
      field("source", &Of::source, "", "Coordinates of the node that sends it."),
      field("destination", &Of::destination, "", "Coordinates of the node that it goes to."),
      field("created", &Of::created, "cycles", "Cycle in which its message was created."),
      field("latency", &Of::latency, "cycles", "Time from then until it was visible in memory."),
      field("pieces", &Of::pieces, "", "Pieces of the latency, in the order of time and without a gap."),
  };
}

ResultFields<PacketsSummary> declare(Struct<PacketsSummary>) {
  using Of = PacketsSummary;
  return {
      field("which", &Of::which, "", "Packets that were asked about, in words."),
      within(&Of::total),
      field("slowest", &Of::slowest, "", "The slowest of them; null if there are none."),
  };
}

ResultFields<NodeSummary> declare(Struct<NodeSummary>) {
  using Of = NodeSummary;
  return {
      field("node", &Of::node, "", "Coordinates of the node."),
      field("outputs", &Of::outputs, "", "Outputs of its router that packets waited for, longest first."),
      field("path", &Of::path, "", "The part of the critical path that was spent there; null without a path."),
      field_if_any("noise_s", &Of::noise_s, "s", "Time that noise has taken from its ranks.", "under noise"),
      field_if_any("began_s", &Of::began_s, "s", "When the last of its ranks began.", "if ranks began late"),
  };
}

ResultFields<FocusSummary> declare(Struct<FocusSummary>) {
  using Of = FocusSummary;
  return {
      field("packets", &Of::packets, "", "Packets that were asked about, in the order of the options."),
      field("nodes", &Of::nodes, "", "Nodes that were asked about."),
  };
}

ResultFields<NamedStretch> declare(Struct<NamedStretch>) {
  using Of = NamedStretch;
  return {
      field("begin_s", &Of::begin_s, "s", "When the message got this rate."),
      field("length_s", &Of::length_s, "s", "Time for which it had it."),
      field("bytes_per_second", &Of::bytes_per_second, "B/s", "Rate, headers included."),
      field("bottleneck", &Of::bottleneck, "", "Link that kept it from more; null: pacing or its engine did."),
  };
}

ResultFields<NamedFlowLife> declare(Struct<NamedFlowLife>) {
  using Of = NamedFlowLife;
  return {
      field("message", &Of::message, "", "Number of the message, as in messages.csv."),
      field("source", &Of::source, "", "Coordinates of the node that sends it."),
      field("destination", &Of::destination, "", "Coordinates of the node that it goes to."),
      field("bytes", &Of::bytes, "B", "Bytes that it loads links with, headers included."),
      field("sent_s", &Of::sent_s, "s", "When its send call took effect."),
      field("time_s", &Of::time_s, "s", "Time from then to its arrival."),
      field("parts", &Of::parts, "ps", "That time by [part](attribution.md#flow-level)."),
      field("rates", &Of::stretches, "", "Rates that it had, in the order of time."),
  };
}

ResultFields<MessagesSummary> declare(Struct<MessagesSummary>) {
  using Of = MessagesSummary;
  return {
      field("which", &Of::which, "", "Messages that were asked about, in words."),
      within(&Of::total),
      field("slowest", &Of::slowest, "", "The slowest of them; null if there are none."),
  };
}

ResultFields<FlowNodeSummary> declare(Struct<FlowNodeSummary>) {
  using Of = FlowNodeSummary;
  return {
      field("node", &Of::node, "", "Coordinates of the node."),
      field("path", &Of::path, "", "The part of the critical path that was spent there."),
  };
}

ResultFields<FlowFocusSummary> declare(Struct<FlowFocusSummary>) {
  using Of = FlowFocusSummary;
  return {
      field("messages", &Of::messages, "", "Messages that were asked about, in the order of the options."),
      field("nodes", &Of::nodes, "", "Nodes that were asked about; none without a critical path."),
  };
}

}  // namespace tactus
