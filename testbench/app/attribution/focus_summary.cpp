#include "testbench/app/attribution/focus_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "testbench/app/attribution/node_coordinates.h"
#include "testbench/app/attribution/run_attribution.h"

namespace tactus {
namespace {

std::string text_of(const Focus& focus, const NetworkShape& network) {
  const auto node = [&](int number) {
    return (network.is_graph() ? "" : "node ") + network.text(network.coordinate(number));
  };
  switch (focus.kind) {
    case Focus::Kind::kSource:
      return fmt::format("packets that {} sends", node(focus.node));
    case Focus::Kind::kDestination:
      return fmt::format("packets that come to {}", node(focus.node));
    case Focus::Kind::kPair:
      return fmt::format("packets from {} to {}", node(focus.node), node(focus.other));
    case Focus::Kind::kMessage:
      return fmt::format("packets of message {}", focus.number);
    case Focus::Kind::kPacket:
      return fmt::format("packet {}", focus.number);
  }
  return {};
}

NamedLife named(const PacketLife& life, const NetworkShape& network) {
  NamedLife named{life.packet,
                  life.message == 0 ? std::nullopt : std::optional(life.message),
                  node_coordinates(network, life.source),
                  node_coordinates(network, life.destination),
                  life.created,
                  life.written - life.created,
                  {}};
  for (const LifePiece& piece : life.pieces) {
    NamedPiece& next = named.pieces.emplace_back(
        NamedPiece{piece.part, named_place(network, piece.place), piece.begin, piece.end - piece.begin});
    next.stage = piece.stage;
    if (piece.holder >= 0) next.held_by = network.side_text(network.coordinate(piece.place.node), piece.holder);
  }
  return named;
}

NodeSummary node_summary(int node, const RunAttribution& attribution, const MachineConfig& config) {
  NodeSummary summary{node_coordinates(config.network, node), {}};
  const LatencyAttribution& latencies = attribution.latencies();
  for (int port = 0; port < config.ports().count(); ++port) {
    const OutputRecord output = output_record(latencies, config, {node, static_cast<std::int8_t>(port)});
    if (output.sum.waited() > 0) summary.outputs.push_back(output);
  }
  std::stable_sort(summary.outputs.begin(), summary.outputs.end(),
                   [](const OutputRecord& a, const OutputRecord& b) { return a.sum.waited() > b.sum.waited(); });
  if (!attribution.critical_path()) return summary;
  std::vector<PathStep> steps = attribution.critical_path()->steps();
  steps.erase(std::remove_if(steps.begin(), steps.end(), [&](const PathStep& step) { return step.place.node != node; }),
              steps.end());
  summary.path = summarise(steps, config.network);
  return summary;
}

}  // namespace

FocusSummary summarise_focus(const RunAttribution& attribution, const MachineConfig& config) {
  FocusSummary summary;
  for (const FocusRecorder::Found& found : attribution.focus()->found()) {
    PacketsSummary& packets =
        summary.packets.emplace_back(PacketsSummary{text_of(found.focus, config.network), {found.total, found.stages}});
    if (found.slowest) packets.slowest = named(*found.slowest, config.network);
    if (found.focus.kind == Focus::Kind::kSource) {
      summary.nodes.push_back(node_summary(found.focus.node, attribution, config));
    }
  }
  return summary;
}

}  // namespace tactus
