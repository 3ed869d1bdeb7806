#include "testbench/app/attribution/flow_focus.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbench/app/attribution/node_coordinates.h"

namespace tactus {
namespace {

bool is_asked_about(const Focus& focus, const FlowLife& life) {
  const int source = life.message.message.source.node;
  const int destination = life.message.message.destination.node;
  switch (focus.kind) {
    case Focus::Kind::kSource:
      return source == focus.node;
    case Focus::Kind::kDestination:
      return destination == focus.node;
    case Focus::Kind::kPair:
      return source == focus.node && destination == focus.other;
    case Focus::Kind::kMessage:
      return life.number == focus.number;
    case Focus::Kind::kPacket:
      break;
  }
  return false;
}

std::string which_messages(const Focus& focus, const NetworkShape& nodes) {
  const auto node = [&](int number) {
    return (nodes.is_graph() ? "" : "node ") + nodes.text(nodes.coordinate(number));
  };
  switch (focus.kind) {
    case Focus::Kind::kSource:
      return fmt::format("messages that {} sends", node(focus.node));
    case Focus::Kind::kDestination:
      return fmt::format("messages that come to {}", node(focus.node));
    case Focus::Kind::kPair:
      return fmt::format("messages from {} to {}", node(focus.node), node(focus.other));
    default:
      return fmt::format("message {}", focus.number);
  }
}

double in_seconds(std::uint64_t picoseconds) { return static_cast<double>(picoseconds) * 1e-12; }

NamedFlowLife named(const FlowLife& life, const FlowTopology& topology, const NetworkShape& nodes) {
  const SplitMessage& message = life.message;
  NamedFlowLife named{life.number,
                      node_coordinates(nodes, message.message.source.node),
                      node_coordinates(nodes, message.message.destination.node),
                      life.bytes,
                      in_seconds(message.sent.count()),
                      in_seconds((message.arrived - message.sent).count()),
                      message.split,
                      {}};
  for (const FlowStretch& stretch : life.stretches) {
    NamedStretch& next = named.stretches.emplace_back(
        NamedStretch{in_seconds(stretch.begin), in_seconds(stretch.end - stretch.begin), stretch.rate * 1e12});
    if (stretch.bottleneck != FlowSolver::kOwnLimit) next.bottleneck = topology.link_name(stretch.bottleneck);
  }
  return named;
}

}  // namespace

FlowFocusRecorder::FlowFocusRecorder(const FlowAttribution& attribution, const RankMap& map, Clock clock,
                                     const std::vector<Focus>& asked)
    : attribution_(attribution), map_(map), clock_(clock) {
  for (const Focus& focus : asked) found_.push_back({focus});
}

void FlowFocusRecorder::message_sent(std::uint64_t id, const SentMessage& /*message*/, Picoseconds /*now*/) {
  if (id >= lives_.size()) lives_.resize(static_cast<std::size_t>(id) + 1);
  lives_[static_cast<std::size_t>(id)] = std::make_unique<FlowLife>();
  last_sent_ = id;
}

void FlowFocusRecorder::send_started(const MessageEvent& message, Cycles cycle) {
  const bool within = map_.node(message.source) == map_.node(message.destination);
  std::uint64_t nobody = 0;
  std::uint64_t& number = within ? nobody : life(last_sent_).number;
  numbers_.started(map_.processor(message.source), cycle, number);
  if (within) numbers_.leave(nobody);
}

void FlowFocusRecorder::flow_started(const FlowMessage& message, const std::vector<LinkRun>& /*route*/,
                                     Picoseconds /*now*/) {
  life(message.user).bytes = message.bytes;
}

void FlowFocusRecorder::flow_shared(std::uint64_t id, const FlowShare& share, Picoseconds now) {
  std::vector<FlowStretch>& stretches = life(id).stretches;
  if (!stretches.empty()) {
    FlowStretch& last = stretches.back();
    if (last.rate == share.rate && last.bottleneck == share.bottleneck) return;
    last.end = now.count();
    if (last.begin == last.end) stretches.pop_back();
  }
  stretches.push_back({now.count(), now.count(), share.rate, share.bottleneck});
}

void FlowFocusRecorder::flow_left(std::uint64_t id, Picoseconds now) {
  std::vector<FlowStretch>& stretches = life(id).stretches;
  if (stretches.empty()) return;
  stretches.back().end = now.count();
  if (stretches.back().begin == stretches.back().end) stretches.pop_back();
}

void FlowFocusRecorder::message_arrived(std::uint64_t id, Picoseconds now) {
  numbers_.settle_before(clock_.cycle_at(now));
  FlowLife& arrived = life(id);
  numbers_.leave(arrived.number);
  arrived.message = attribution_.message(id);
  const auto time = [](const FlowLife& of) { return of.message.arrived - of.message.sent; };
  for (Found& found : found_) {
    if (!is_asked_about(found.focus, arrived)) continue;
    found.total.add(arrived.message.split);
    const bool first = !found.slowest || time(arrived) > time(*found.slowest);
    const bool lower = !first && time(arrived) == time(*found.slowest) && arrived.number < found.slowest->number;
    if (first || lower) found.slowest = arrived;
  }
  lives_[static_cast<std::size_t>(id)].reset();
}

FlowFocusSummary summarise_focus(const FlowFocusRecorder& recorder, const std::vector<FlowPathStep>& steps,
                                 const FlowTopology& topology, const NetworkShape& nodes) {
  FlowFocusSummary summary;
  for (const FlowFocusRecorder::Found& found : recorder.found()) {
    MessagesSummary& messages =
        summary.messages.emplace_back(MessagesSummary{which_messages(found.focus, nodes), found.total});
    if (found.slowest) messages.slowest = named(*found.slowest, topology, nodes);
    if (found.focus.kind != Focus::Kind::kSource || steps.empty()) continue;
    std::vector<FlowPathStep> there;
    std::copy_if(steps.begin(), steps.end(), std::back_inserter(there), [&](const FlowPathStep& step) {
      return step.place.link == FlowPlace::kNoLink && step.place.node == found.focus.node;
    });
    summary.nodes.push_back({node_coordinates(nodes, found.focus.node), summarise(there, topology, nodes)});
  }
  return summary;
}

}  // namespace tactus
