#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "testbench/app/attribution/event_tree.h"
#include "testbench/app/attribution/flow_attribution.h"
#include "tlm_models/traffic/rank_map.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Where time of a critical path went: a node or a link.
struct FlowPlace {
  static constexpr LinkId kNoLink = -1;

  std::int32_t node = 0;  ///< without a link
  LinkId link = kNoLink;

  friend bool operator<(FlowPlace a, FlowPlace b) { return std::tie(a.node, a.link) < std::tie(b.node, b.link); }
};

using FlowPathEvent = CausedEvent<FlowPathPart, FlowPlace>;
using FlowPathStep = TimedStep<FlowPathPart, FlowPlace>;

/// Finds the critical path of a run at flow level, as `CriticalPath` does where there are packets: from the last rank's
/// end backwards, each time to what was waited for last. Of the time that a message was under way, the pieces of each
/// kind stand together; their order within is not that of time. What is waited for: docs/reference/attribution.md.
class FlowPath final : public FlowObserver, public TrafficObserver {
 public:
  /// `network`, `attribution` and `map` must outlive it. `attribution` is told everything before this.
  /// Each node has `engines` DMA engines.
  FlowPath(const FlowNetwork& network, const FlowAttribution& attribution, const RankMap& map, int engines);

  void message_sent(std::uint64_t id, const SentMessage& message, Picoseconds now) override;
  void flow_started(const FlowMessage& message, const std::vector<LinkRun>& route, Picoseconds now) override;
  void flow_shared(std::uint64_t, const FlowShare&, Picoseconds) override {}
  void flow_left(std::uint64_t id, Picoseconds now) override;
  void message_arrived(std::uint64_t id, Picoseconds now) override;

  void send_started(const MessageEvent& message, Cycles cycle) override;
  void receive_completed(const MessageEvent& message, Cycles cycle) override;
  void program_ended(int number, Cycles cycle) override;
  void wait_ended(int number, AwaitedCompletion awaited, Cycles cycle) override;
  void work_ended(const WorkEvent& work, Cycles cycle) override;

  /// From the start to the end; empty if no rank has ended.
  [[nodiscard]] std::vector<FlowPathStep> steps() const { return tree_.steps_to(end_); }

 private:
  struct Rank {
    Mark last = kNoMark;      ///< last thing that it did
    Mark received = kNoMark;  ///< its last receive
    Mark sent = kNoMark;      ///< its last send
  };

  Mark add(Picoseconds time, Mark cause, FlowPathPart part, FlowPlace place);
  [[nodiscard]] Mark later(Mark a, Mark b) const { return tree_[b].time > tree_[a].time ? b : a; }
  [[nodiscard]] Rank& rank(int number) { return ranks_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] Mark& message(std::uint64_t id) { return messages_[static_cast<std::size_t>(id)]; }
  /// The last message that left an engine.
  [[nodiscard]] Mark& engine(Endpoint source);
  /// The rank does something now that comes of `cause`.
  void act(int number, Mark cause);
  [[nodiscard]] bool within_a_node(const MessageEvent& message) const {
    return map_.node(message.source) == map_.node(message.destination);
  }
  void forget();

  const FlowNetwork& network_;
  const FlowAttribution& attribution_;
  const RankMap& map_;
  const int engines_of_node_;
  EventTree<FlowPathEvent> tree_;
  std::vector<Rank> ranks_;
  std::vector<Mark> engines_;   ///< by node and engine
  std::vector<Mark> messages_;  ///< by id: the last event of each
  SentMessage arrived_;         ///< the last that did
  Mark arrival_ = kNoMark;
  Mark end_ = kNoMark;
};

}  // namespace tactus
