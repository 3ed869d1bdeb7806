#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/common/nic_config.h"
#include "hw/common/torus_shape.h"
#include "hw/common/units.h"
#include "hw/nic/pacer.h"
#include "hw/nic/packetiser.h"
#include "tlm_models/flow/flow_network.h"
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
/// is complete when its message has left, a receive when the message has arrived and the receive is posted. Times are
/// picoseconds; observers are told the cycle that contains them. Reference: docs/reference/flow_level.md.
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
  /// Messages sent that have not arrived.
  [[nodiscard]] std::uint64_t messages_under_way() const { return messages_.size() - free_.size(); }
  [[nodiscard]] Bytes bytes_sent() const { return bytes_sent_; }            ///< payload of all sends started
  [[nodiscard]] Bytes bytes_delivered() const { return bytes_delivered_; }  ///< payload of all receives completed

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
  /// A receive that is posted, or a message that has arrived before that.
  struct Receive {
    Op op;
    bool posted = false;
  };
  struct Rank {
    std::unique_ptr<RankProgram> program;
    StretchedWork work;
    std::optional<Op> op{};  ///< begun, not yet in effect
    Picoseconds due{};
    bool blocked = false;
    bool finished = false;
    bool ready = false;  ///< in `ready_`
    int sends = 0;
    int receives = 0;
    Pacer pacer{};
    std::array<Engine, kDmaEngines> engines{};
    std::unordered_map<std::uint64_t, Receive> incoming{};  ///< by source and tag
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
  [[nodiscard]] static bool can_take_effect(const Rank& rank, const Op& op);
  void take_effect(int node, const Op& op);
  void start_send(int node, const Op& op);
  void post_receive(int node, const Op& op);
  void begin_sequence(int node, int sequence);
  void end_program(int node);

  [[nodiscard]] double limit_of(const Rank& sender, const Message& message) const;
  MessageId store(const Message& message);
  void put_on_network(MessageId id);
  void left(MessageId id);
  void arrived(MessageId id);
  void complete(int node, const Op& receive);
  [[nodiscard]] MessageEvent event_for(int node, const Op& op, bool outgoing) const;
  static std::uint64_t key(int source, std::uint32_t tag) { return static_cast<std::uint64_t>(source) << 32 | tag; }

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
};

}  // namespace tactus
