#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/clock.h"
#include "testbench/app/attribution/flow_attribution.h"
#include "testbench/app/attribution/flow_path.h"
#include "testbench/app/attribution/flow_summary.h"
#include "testbench/app/attribution/focus.h"
#include "testbench/app/attribution/message_numbers.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// A stretch of time in which a message at flow level had one rate, in picoseconds.
struct FlowStretch {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  double rate = 0;                            ///< bytes per picosecond
  LinkId bottleneck = FlowSolver::kOwnLimit;  ///< link that kept it from more
};

/// A message at flow level from its send call to its arrival.
struct FlowLife {
  std::uint64_t number = 0;  ///< `id` in messages.csv
  SplitMessage message;
  double bytes = 0;                    ///< as they load the links
  std::vector<FlowStretch> stretches;  ///< from its start to its leaving
};

/// Follows the messages that somebody asks about at flow level: sums of their parts, and the life of the slowest.
/// Memory grows with the messages under way and their changes of rate.
class FlowFocusRecorder final : public FlowObserver, public TrafficObserver {
 public:
  struct Found {
    Focus focus;
    FlowTotal total{};
    std::optional<FlowLife> slowest{};  ///< the one of the lowest number, if there are several
  };

  /// `attribution`, which is told everything before this, and `map` must outlive it. No packets are asked about.
  FlowFocusRecorder(const FlowAttribution& attribution, const RankMap& map, Clock clock,
                    const std::vector<Focus>& asked);

  void message_sent(std::uint64_t id, const SentMessage& message, Picoseconds now) override;
  void flow_started(const FlowMessage& message, const std::vector<LinkRun>& route, Picoseconds now) override;
  void flow_shared(std::uint64_t id, const FlowShare& share, Picoseconds now) override;
  void flow_left(std::uint64_t id, Picoseconds now) override;
  void message_arrived(std::uint64_t id, Picoseconds now) override;

  /// Told right behind `message_sent` of the same message.
  void send_started(const MessageEvent& message, Cycles cycle) override;

  [[nodiscard]] const std::vector<Found>& found() const { return found_; }

 private:
  [[nodiscard]] FlowLife& life(std::uint64_t id) { return *lives_[static_cast<std::size_t>(id)]; }

  const FlowAttribution& attribution_;
  const RankMap& map_;
  const Clock clock_;
  std::vector<Found> found_;
  MessageNumbers numbers_;
  std::vector<std::unique_ptr<FlowLife>> lives_;  ///< by id
  std::uint64_t last_sent_ = 0;                   ///< its id
};

/// A piece of a message's time; `part` or, while its bytes pass, a rate.
struct NamedStretch {
  double begin_s = 0;
  double length_s = 0;
  double bytes_per_second = 0;
  std::optional<std::string> bottleneck{};  ///< link that kept it from more; nothing: its own limit
};
struct NamedFlowLife {
  std::uint64_t message = 0;
  std::vector<int> source;  ///< coordinates
  std::vector<int> destination;
  double bytes = 0;
  double sent_s = 0;
  double time_s = 0;
  FlowSplit parts;
  std::vector<NamedStretch> stretches;
};
struct MessagesSummary {
  std::string which;  ///< "messages that node (3,1) sends"
  FlowTotal total;
  std::optional<NamedFlowLife> slowest{};
};
/// A node that somebody asked about: its part of the critical path.
struct FlowNodeSummary {
  std::vector<int> node;  ///< coordinates
  FlowPathSummary path;
};
/// Answers to what somebody asked about a run at flow level.
struct FlowFocusSummary {
  std::vector<MessagesSummary> messages;  ///< in the order of the questions
  std::vector<FlowNodeSummary> nodes;     ///< none without a critical path
};
/// `steps`: of the critical path, if there is one. `nodes`: as in `summarise`.
FlowFocusSummary summarise_focus(const FlowFocusRecorder& recorder, const std::vector<FlowPathStep>& steps,
                                 const FlowTopology& topology, const NetworkShape& nodes);

}  // namespace tactus
