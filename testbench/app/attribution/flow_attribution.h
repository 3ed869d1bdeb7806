#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "testbench/app/attribution/count_windows.h"
#include "testbench/app/attribution/latency_sums.h"
#include "testbench/app/attribution/part_split.h"
#include "tlm_models/flow/flow_network.h"

namespace tactus {

/// Parts of the time of a message at flow level, from the send call to its arrival. Each picosecond belongs to exactly
/// one: docs/reference/attribution.md.
enum class FlowPart : std::uint8_t {
  kSoftware,  ///< its engine sent messages before it; on a critical path calls, too
  kTransfer,  ///< time that its bytes take on the slowest of its links alone
  kPace,      ///< additional time because pacing or the engine limits its rate
  kShared,    ///< lost to other flows, at links
  kStep,      ///< its bytes had passed, and the step of time had not ended
  kLatency,   ///< between its leaving and its arrival
};
inline constexpr std::size_t kFlowParts = 6;
inline constexpr std::array<const char*, kFlowParts> kFlowPartNames = {"software", "transfer", "pace",
                                                                       "shared",   "step",     "latency"};
constexpr const auto& part_names(FlowPart) { return kFlowPartNames; }

/// Picoseconds by part.
using FlowSplit = PartSplit<FlowPart, kFlowParts>;
/// Time of messages of some kind, together.
using FlowTotal = SplitTotal<FlowSplit>;

/// Time that one message lost at one link.
struct LinkLoss {
  LinkId link = 0;
  std::uint64_t lost = 0;  ///< picoseconds
};

/// A message at flow level, as far as it has come.
struct SplitMessage {
  SentMessage message;
  std::optional<int> sequence;  ///< number of the sequence that it was sent in
  Picoseconds sent;
  Picoseconds started;
  Picoseconds left;
  Picoseconds arrived;
  FlowSplit split;
  std::vector<LinkLoss> losses;  ///< `split[kShared]` by link, in the order in which it lost there first
};

/// Losses and use of a link in the whole run.
struct LinkLosses {
  std::uint64_t lost = 0;      ///< picoseconds, summed over the messages
  std::uint64_t messages = 0;  ///< that lost any time there, of those that have left
};

/// Splits the time of every message at flow level, from its send call to its arrival, into what it was spent on, and
/// says at which links messages lost time to each other. While a flow has less than its links would give it alone, what
/// it loses is charged to its bottleneck. All parts are whole picoseconds and add up exactly. Definitions:
/// docs/reference/attribution.md.
class FlowAttribution final : public FlowObserver {
 public:
  using Report = std::function<void(const SplitMessage&)>;
  using SequenceOf = std::function<std::optional<int>(int rank)>;

  /// `topology` must outlive it. `sequence_of`, if there is one, is asked when a rank sends. `report`, if there is one,
  /// is told every message that has arrived.
  FlowAttribution(const FlowTopology& topology, SequenceOf sequence_of, Report report = {});

  void message_sent(std::uint64_t id, const SentMessage& message, Picoseconds now) override;
  void flow_started(const FlowMessage& message, const std::vector<LinkRun>& route, Picoseconds now) override;
  void flow_shared(std::uint64_t id, const FlowShare& share, Picoseconds now) override;
  void flow_left(std::uint64_t id, Picoseconds now) override;
  void message_arrived(std::uint64_t id, Picoseconds now) override;

  /// A message that has been sent and not arrived; once it has left, all but its latency is there.
  [[nodiscard]] const SplitMessage& message(std::uint64_t id) const {
    return transfers_[static_cast<std::size_t>(id)].message;
  }
  [[nodiscard]] const LatencySums<FlowSplit>& sums() const { return sums_; }
  [[nodiscard]] const std::vector<LinkLosses>& links() const { return links_; }
  /// Picoseconds lost, by window and link.
  [[nodiscard]] const CountWindows<std::uint64_t>& windows() const { return windows_; }

 private:
  struct Transfer {
    SplitMessage message;
    double full_rate = 0;  ///< rate of the slowest link of its route
    double best_rate = 0;  ///< `full_rate`, or its own limit if that is lower
    FlowShare share;
    Picoseconds since;         ///< everything before has been taken down
    std::uint64_t moving = 0;  ///< picoseconds in which its bytes passed
    double carry = 0;          ///< part of a picosecond that is lost and not charged yet
  };

  Transfer& transfer(std::uint64_t id) { return transfers_[static_cast<std::size_t>(id)]; }
  /// Takes down what has been since the last time.
  void pass(Transfer& transfer, Picoseconds now);
  void charge(Transfer& transfer, std::uint64_t begin, std::uint64_t end);

  const FlowTopology& topology_;
  SequenceOf sequence_of_;
  Report report_;
  std::vector<Transfer> transfers_;  ///< by id
  LatencySums<FlowSplit> sums_;
  std::vector<LinkLosses> links_;
  CountWindows<std::uint64_t> windows_;
};

}  // namespace tactus
