#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/attribution/event_tree.h"
#include "testbench/app/attribution/fabric_waits.h"
#include "tlm_models/traffic/packet_key.h"
#include "tlm_models/traffic/rank_map.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Finds the critical path of a run: from the last rank's end backwards, each time to the event that what happened was
/// waiting for last. What is waited for, in words: docs/reference/attribution.md. The pieces follow each other without
/// a gap from the start of the run to its end. Control packets are no part of it.
///
/// It is told what a PacketObserver and a TrafficObserver are told, by RunAttribution, which has grants and credits
/// marked with what it returns.
class CriticalPath {
 public:
  /// All must outlive it. It changes the marks in `waits` when it forgets events.
  CriticalPath(const MachineConfig& config, const RankMap& map, FabricWaits& waits);

  void packet_injected(const PacketHeader& header) { injected_ = header; }
  /// `accessed`: where its read was, if its memory says it; of `packet_left` and `packet_written` likewise its write.
  void packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle,
                     const AccessStages* accessed = nullptr);
  /// `pieces`: of its wait. Returns the grant's mark.
  [[nodiscard]] Mark packet_granted(const RouterGrant& grant, const RouteHeader& header,
                                    const std::vector<WaitPiece>& pieces);
  void packet_delivered(const PacketHeader& header, Cycles cycle);
  /// Returns the event's mark.
  [[nodiscard]] Mark packet_left(const RouteHeader& header, Cycles cycle, const AccessStages* accessed = nullptr);
  void packet_written(const RouteHeader& header, Cycles cycle, const AccessStages* accessed = nullptr);

  void send_started(const MessageEvent& message, Cycles cycle);
  void receive_completed(const MessageEvent& message, Cycles cycle);
  void program_ended(int number, Cycles cycle);
  void wait_ended(int number, AwaitedCompletion awaited, Cycles cycle);
  void work_ended(const WorkEvent& work, Cycles cycle);

  /// Forgets, now and then, events that nothing leads back to. Between events only, since it changes marks.
  void forget_if_full() {
    if (tree_.full()) forget();
  }

  /// From the start to the end; empty if no rank has ended.
  [[nodiscard]] std::vector<PathStep> steps() const { return tree_.steps_to(end_); }

 private:
  struct Rank {
    Mark last = kNoMark;      ///< last thing that it did
    Mark received = kNoMark;  ///< its last receive
    Mark sent = kNoMark;      ///< its last send
  };
  struct Granted {
    Mark mark = kNoMark;
    std::uint64_t begins = 0;        ///< edge from which its packet moved
    std::uint8_t message_class = 0;  ///< class of its packet
  };
  static std::array<Mark, kMaxVirtualChannels> all_unmarked() {
    std::array<Mark, kMaxVirtualChannels> marks{};
    marks.fill(kNoMark);
    return marks;
  }
  struct Engine {
    std::array<Mark, kMaxVirtualChannels> injected = all_unmarked();  ///< last packet of each of its send queues
    Mark last = kNoMark;                                              ///< last packet of all of them
    std::deque<Granted> granted;                                      ///< last grants of the router to its packets
    Mark written = kNoMark;                                           ///< last packet that came to it
  };
  Mark add(std::uint64_t cycle, Mark cause, PathPart part, PathPlace place);
  /// As `add`, in the stages of an access if they are known.
  Mark add_access(std::uint64_t cycle, Mark cause, LatencyPart part, PathPlace place, const AccessStages* accessed) {
    return accessed == nullptr ? add(cycle, cause, part, place) : add_stages(cycle, cause, part, place, accessed->way);
  }
  Mark add_stages(std::uint64_t cycle, Mark cause, LatencyPart part, PathPlace place, const AccessWay& way);
  [[nodiscard]] Mark later(Mark a, Mark b) const { return tree_[b].time > tree_[a].time ? b : a; }
  /// The later mark; of two in one cycle that of the lower port, in whatever order they came.
  [[nodiscard]] Mark later_of_ports(Mark a, Mark b) const {
    const PathEvent& one = tree_[a];
    const PathEvent& other = tree_[b];
    return other.time == one.time ? (other.place.port < one.place.port ? b : a) : later(a, b);
  }
  /// The last grant to a packet of the engine whose credits can have come back by edge `cycle`.
  [[nodiscard]] Mark credits_from(const Engine& engine, std::uint64_t cycle) const;
  [[nodiscard]] Engine& engine(int node, int nic) {
    return engines_[static_cast<std::size_t>(node * ports_.nics() + nic)];
  }
  /// Send queue of its engine that a packet has gone by.
  [[nodiscard]] std::size_t queue_of(const PacketHeader& header) const {
    return config_.send_queues() == 1 ? 0 : header.message_class;
  }
  /// Why the engine did not inject earlier, and the event that it waited for.
  [[nodiscard]] std::pair<LatencyPart, Mark> cause_of_injection(const SendWaits& waits, Cycles cycle);
  Mark add_grant(const RouterGrant& grant, const std::vector<WaitPiece>& pieces, Mark before);
  void forget();

  const MachineConfig& config_;
  const RouterPorts ports_;
  const RankMap& map_;
  FabricWaits& waits_;
  EventTree<PathEvent> tree_;
  std::vector<Rank> ranks_;
  std::vector<Engine> engines_;                                    ///< by node and NIC
  PacketHeader injected_;                                          ///< the last packet
  std::unordered_map<std::uint64_t, Mark> packets_;                ///< in flight: the last event of each
  std::unordered_map<MessageKey, Mark, MessageKeyHash> messages_;  ///< not all injected: the start of the send
  Mark end_ = kNoMark;
  int last_rank_ = 0;  ///< rank to which it belongs
};

}  // namespace tactus
