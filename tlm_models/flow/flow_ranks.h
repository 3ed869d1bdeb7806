#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "hw/common/nic_config.h"
#include "hw/common/torus_shape.h"
#include "hw/common/units.h"
#include "hw/nic/pacer.h"
#include "hw/nic/packetiser.h"
#include "tlm_models/flow/flow_network.h"
#include "tlm_models/flow/receive_table.h"
#include "tlm_models/noise/stretched_work.h"
#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/rank_status.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// What the ranks of a flow-level run need to know of the machine.
struct FlowRanksConfig {
  Picoseconds clock{4000};  ///< unit of computing times, of call overheads, and of what observers are told
  TorusShape ranks;         ///< how programs name their peers; one row if the network is no torus of two dimensions
  Cycles call_overhead{50};
  PacingConfig pacing;                       ///< `window` is not modelled
  std::vector<PacketEighths> sequence_bias;  ///< as RankProcessorConfig
  Bytes max_payload{2016};                   ///< of a packet
  double link_rate = 0.004;  ///< bytes per picosecond at which a packet leaves: what a gap is a share of
  double engine_limit = FlowSolver::kUnlimited;  ///< bytes per picosecond that a DMA engine moves at most
  bool signed_ties = false;                      ///< the sign of an offset decides at ties, not the topology
};

/// Executes the programs of all ranks on a flow network, without SystemC.
///
/// A call costs what it costs a RankProcessor, and noise stretches it as there. A DMA engine sends one message after
/// the other, in the order of the calls, each as one flow; there is no limit to descriptors and receive slots. A send
/// is complete when its message has left, a receive when the message has arrived and the receive is posted. The message
/// of a cancelled receive goes all its way, and is dropped whole when it arrives. Times are picoseconds; observers are
/// told the cycle that contains them. Reference: docs/reference/flow_level.md.
class FlowRanks {
 public:
  /// All arguments by reference must outlive the ranks; nobody else uses `network`. `observer` may be null.
  FlowRanks(FlowNetwork& network, const FlowTopology& topology, FlowRanksConfig config, TrafficObserver* observer);

  /// Adds the program of the next node, from 0 on. `noise` is that of its processor, null if it has none.
  void add(std::unique_ptr<RankProgram> program, const NoiseSource* noise = nullptr);

  /// When something happens next; Picoseconds::max() if nothing does any more.
  [[nodiscard]] Picoseconds next();
  /// Goes on to `next()`, which exists, and does what is due then.
  void step();
  /// Goes on to `time`, before `next()`.
  void rest_until(Picoseconds time);

  [[nodiscard]] Picoseconds now() const { return network_.now(); }
  [[nodiscard]] bool finished() const { return finished_ == ranks_.size(); }
  /// When the last program so far has ended.
  [[nodiscard]] Picoseconds last_end() const { return last_end_; }
  /// Messages sent that have not arrived. Programs may all have ended before that, if receives were cancelled.
  [[nodiscard]] std::uint64_t messages_under_way() const { return messages_.size() - free_.size(); }
  [[nodiscard]] Bytes bytes_sent() const { return bytes_sent_; }            ///< payload of all sends started
  [[nodiscard]] Bytes bytes_delivered() const { return bytes_delivered_; }  ///< payload of all receives completed
  [[nodiscard]] Bytes bytes_dropped() const { return bytes_dropped_; }      ///< payload of `messages_dropped`
  /// Messages that came for cancelled receives.
  [[nodiscard]] std::uint64_t messages_dropped() const { return messages_dropped_; }
  /// Cancelled receives whose messages have not come.
  [[nodiscard]] std::uint64_t cancelled_receives() const { return cancelled_receives_; }

  [[nodiscard]] RankStatus status(int node) const;
  /// By how much noise has put off the own work of the node's processor.
  [[nodiscard]] Picoseconds stolen(int node) const { return ranks_[static_cast<std::size_t>(node)].work.stolen(); }

  /// Bytes by which a message of that payload loads each link of its way: its packets, in whole flits.
  static Bytes wire_bytes(Bytes payload, Bytes max_payload);

 private:
  using MessageId = std::uint32_t;
  static constexpr MessageId kNone = UINT32_MAX;

  struct Message {
    Endpoint source;
    Endpoint destination;
    Bytes bytes;  ///< payload
    std::uint32_t tag = 0;
    double limit = 0;
    MessageId behind = kNone;  ///< the next one of the same engine
  };
  /// Messages of an engine that have not left, the first of them under way.
  struct Engine {
    MessageId first = kNone;
    MessageId last = kNone;
    int messages = 0;
  };
  struct Rank {
    std::unique_ptr<RankProgram> program;
    StretchedWork work;
    std::optional<Op> op{};  ///< begun, not yet in effect
    Picoseconds due{};
    Picoseconds wake{};  ///< the last one asked for
    bool blocked = false;
    bool finished = false;
    bool ready = false;  ///< in `ready_`
    int sends = 0;
    Pacer pacer{};
    std::array<Engine, kDmaEngines> engines{};
    ReceiveTable receives{};
    std::optional<std::uint32_t> newest_result{};  ///< highest tag of the results received
  };
  struct Wake {
    Picoseconds time;
    int node = 0;
    friend bool operator>(const Wake& a, const Wake& b) { return a.time == b.time ? a.node > b.node : a.time > b.time; }
  };

  Rank& rank(int node) { return ranks_[static_cast<std::size_t>(node)]; }
  [[nodiscard]] int node(Coordinate at) const { return config_.ranks.node(at); }
  [[nodiscard]] Cycles cycle() const { return Cycles{now().count() / config_.clock.count()}; }

  void make_ready(int node);
  void run(int node);
  void wake_when_due(int node);
  [[nodiscard]] bool can_take_effect(const Rank& rank, const Op& op) const;
  /// A result is there that makes `op` obsolete.
  [[nodiscard]] static bool superseded(const Rank& rank, const Op& op) {
    return rank.newest_result && *rank.newest_result > op.tag;
  }
  void take_effect(int node, const Op& op);
  void start_send(int node, const Op& op);
  void post_receive(int node, const Op& op);
  void cancel(int node, const Op& op);
  void begin_sequence(int node, int sequence);
  void end_program(int node);

  [[nodiscard]] double limit_of(const Rank& sender, const Message& message) const;
  MessageId store(const Message& message);
  void put_on_network(MessageId id);
  void left(MessageId id);
  void arrived(MessageId id);
  void complete(int node, const Op& receive);
  [[nodiscard]] MessageEvent event_for(int node, const Op& op, bool outgoing) const;

  FlowNetwork& network_;
  const FlowTopology& topology_;
  FlowRanksConfig config_;
  Packetiser packetiser_;
  TrafficObserver* observer_;

  std::vector<Rank> ranks_;
  std::vector<int> ready_;  ///< ranks to run at the present time
  std::priority_queue<Wake, std::vector<Wake>, std::greater<>> wakes_;
  std::vector<Message> messages_;
  std::vector<MessageId> free_;  ///< of `messages_`
  std::vector<FlowEvent> events_;
  std::size_t finished_ = 0;
  Picoseconds last_end_;
  Bytes bytes_sent_;
  Bytes bytes_delivered_;
  Bytes bytes_dropped_;
  std::uint64_t messages_dropped_ = 0;
  std::uint64_t cancelled_receives_ = 0;
};

}  // namespace tactus
