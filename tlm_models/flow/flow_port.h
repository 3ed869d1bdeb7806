#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/common/router_ports.h"
#include "hw/common/units.h"
#include "hw/nic/pacer.h"
#include "hw/nic/packetiser.h"
#include "hw/router/tie_break.h"
#include "tlm_models/flow/flow_network.h"
#include "tlm_models/traffic/message_port.h"
#include "tlm_models/traffic/rank_interpreter.h"
#include "tlm_models/traffic/rated_messages.h"
#include "tlm_models/traffic/receive_table.h"

namespace tactus {

/// Settings of the machine that the messages of a flow-level run need.
struct FlowMachineConfig {
  SoftwareConfig software;   ///< the window of its `pacing` is not modelled
  Bytes max_payload{2016};   ///< largest payload of a packet
  double link_rate = 0.004;  ///< bytes per picosecond at which a packet leaves: what a gap is a share of
  double engine_limit = FlowSolver::kUnlimited;  ///< bytes per picosecond that a DMA engine moves at most
  bool (*goes_minus)(const Tie& tie) = nullptr;  ///< TieBreakPolicy::goes_minus; null: the topology decides at ties
};

/// The messages of all ranks, as flows of a network.
///
/// A DMA engine sends one message after the other, in the order of the calls of its node's ranks, each as one flow;
/// there is no limit to descriptors and receive slots. A send is complete when its message has left, a receive when the
/// message has arrived and the receive is posted. The message of a cancelled receive goes all its way, and is dropped
/// whole when it arrives. Messages within a node go by `RatedMessages`. Times are picoseconds. Reference:
/// docs/reference/flow_level.md.
class FlowPort final : public MessagePort {
 public:
  /// All arguments must outlive the port; nobody else uses `network`.
  FlowPort(FlowNetwork& network, const FlowTopology& topology, const FlowMachineConfig& config, const RankMap& map);

  /// Tells `observer`, which must outlive the port, of messages and flows. To be called before the first send.
  void observe(FlowObserver* observer);

  /// When something becomes complete next; Picoseconds::max() if nothing does any more.
  [[nodiscard]] Picoseconds next();
  /// Completions of one event: a rank's send, and a receive with it or alone.
  struct Happening {
    std::optional<Departure> sent;
    std::optional<Completion> receive;
  };
  /// Goes on to `time`, not beyond `next()`, and says what happens then.
  const std::vector<FlowEvent>& advance_to(Picoseconds time);
  /// One of those events takes effect.
  Happening apply(const FlowEvent& event);
  /// The next copy within a node that has ended by now takes effect; nothing if there is none.
  std::optional<Happening> end_copy();

  /// Messages sent that have not arrived. Programs may all have ended before that, if receives were cancelled.
  [[nodiscard]] std::uint64_t messages_under_way() const;
  [[nodiscard]] Bytes bytes_sent() const { return bytes_sent_; }            ///< payload of all sends started
  [[nodiscard]] Bytes bytes_delivered() const { return bytes_delivered_; }  ///< payload of all receives completed
  [[nodiscard]] Bytes bytes_dropped() const { return bytes_dropped_; }      ///< payload of `messages_dropped`
  /// Messages that came for cancelled receives.
  [[nodiscard]] std::uint64_t messages_dropped() const { return messages_dropped_; }
  /// Cancelled receives whose messages have not come.
  [[nodiscard]] std::uint64_t cancelled_receives() const { return cancelled_receives_ + local_.cancelled(); }
  /// Messages within nodes.
  [[nodiscard]] const RatedMessages& local() const { return local_; }

  /// Bytes by which a message of that payload loads each link of its way: its packets, in whole flits.
  static Bytes wire_bytes(Bytes payload, Bytes max_payload);

  [[nodiscard]] Picoseconds now() const override { return network_.now(); }
  [[nodiscard]] Picoseconds acts_at(Picoseconds time) const override { return time; }
  bool can_send(int, const Op&) override { return true; }
  bool can_post(int, const Op&) override { return true; }
  void send(int rank, const Op& op) override;
  bool post(int rank, Op& op) override;
  void cancel(int rank, const Op& op) override;
  void set_pace_bias(int rank, PacketEighths bias) override;
  /// The level has no mode with slots.
  void set_pace_slots(int, int, const PaceSlots&) override {}
  [[nodiscard]] int sends_under_way(int rank) const override;
  [[nodiscard]] int receives_under_way(int rank) const override;
  [[nodiscard]] bool is_under_way(int rank, const Op& op) const override;
  void describe(RankStatus& status) const override;

 private:
  using MessageId = std::uint32_t;
  static constexpr MessageId kNone = UINT32_MAX;

  struct Message {
    Endpoint source;
    Endpoint destination;
    int sender = 0;    ///< rank
    int receiver = 0;  ///< rank
    Bytes bytes;       ///< payload
    std::uint32_t tag = 0;
    std::uint32_t operation = kNoOperation;
    bool grouped = false;  ///< `Op::grouped`
    double limit = 0;
    MessageId behind = kNone;  ///< the next one of the same engine
  };
  /// Messages of an engine that have not left, the first of them under way.
  struct Engine {
    MessageId first = kNone;
    MessageId last = kNone;
    int messages = 0;
  };
  struct Node {
    Pacer pacer{};
    std::array<Engine, kMaxNics> engines{};
  };
  struct Rank {
    std::array<int, kMaxNics> sends{};
    ReceiveTable receives;
  };

  Node& node(int rank) { return nodes_[static_cast<std::size_t>(map_.node(rank))]; }
  Rank& at(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] const Rank& at(int rank) const { return ranks_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] bool is_local(int rank, const Op& op) const {
    return op.peer != kAnyRank && map_.node(rank) == map_.node(op.peer);
  }

  /// Dimensions in which the message of `op` goes the minus way at ties, a bit for each.
  [[nodiscard]] std::uint32_t minus_ties(int rank, const Op& op) const;
  [[nodiscard]] double limit_of(Node& sender, const Message& message) const;
  MessageId store(const Message& message);
  void put_on_network(MessageId id);
  Happening left(MessageId id);
  Happening arrived(MessageId id);
  std::optional<Completion> take(int receiver, Bytes bytes, const std::optional<ReceiveTable::Match>& match);

  FlowNetwork& network_;
  const FlowTopology& topology_;
  const FlowMachineConfig& config_;
  const RankMap& map_;
  FlowObserver* observer_ = nullptr;
  Packetiser packetiser_;

  std::vector<Node> nodes_;
  std::vector<Rank> ranks_;
  RatedMessages local_;
  std::vector<Message> messages_;
  std::vector<MessageId> free_;  ///< free places of `messages_`
  std::vector<FlowEvent> events_;
  Bytes bytes_sent_;
  Bytes bytes_delivered_;
  Bytes bytes_dropped_;
  std::uint64_t messages_dropped_ = 0;
  std::uint64_t cancelled_receives_ = 0;
};

}  // namespace tactus
