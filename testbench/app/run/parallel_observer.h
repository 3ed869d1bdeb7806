#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "tlm_models/packet/packet_log.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Tells an observer of packets, and perhaps of ranks, in a thread of its own what it is told, in the same order: for
/// one that works longer than the simulation should wait. What the observer needs of the simulation at a packet's
/// injection is asked then and kept with the packet.
///
/// Runs ahead of the observer by a bounded number of events. Not for observers that others look at before `finish`.
class ParallelObserver final : public PacketObserver, public TrafficObserver {
 public:
  /// Asked in the thread of the simulation when a packet is injected; the observer finds the answer in
  /// `sequence_of_injected`.
  using SequenceOf = std::function<std::optional<int>(const RouteHeader&)>;

  explicit ParallelObserver(SequenceOf sequence_of);
  ~ParallelObserver() override;
  ParallelObserver(const ParallelObserver&) = delete;
  ParallelObserver& operator=(const ParallelObserver&) = delete;

  /// Begins; both must outlive this. `ranks` is null if this is not told of ranks.
  void start(PacketObserver& observer, TrafficObserver* ranks);
  /// For the observer, while it is told of an injection.
  [[nodiscard]] std::optional<int> sequence_of_injected() const { return sequence_; }
  /// Waits until the observer has been told everything. Throws what it threw. To be called once, at the end.
  void finish();

  void packet_injected(const PacketHeader& header, Cycles cycle) override;
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override;
  void packet_delivered(const PacketHeader& header, Cycles cycle) override;
  [[nodiscard]] bool wants_waits() const override { return observer_->wants_waits(); }
  void packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) override;
  void packet_left(const RouteHeader& header, int vc, Cycles cycle) override;
  void packet_written(const RouteHeader& header, Cycles cycle) override;

  void send_started(const MessageEvent& message, Cycles cycle) override;
  void receive_completed(const MessageEvent& message, Cycles cycle) override;
  void sequence_began(int rank, int sequence, Cycles cycle) override;
  void sequence_ended(int rank, int sequence, Cycles cycle) override;
  void program_ended(int rank, Cycles cycle) override;
  void wait_ended(int rank, AwaitedCompletion awaited, Cycles cycle) override;

 private:
  /// Action of a rank, and how many packet events came before it.
  struct RankEvent {
    enum class Kind : std::uint8_t { kSend, kReceive, kSequenceBegin, kSequenceEnd, kProgramEnd, kWaitEnd };
    Kind kind = Kind::kSend;
    std::size_t packets_before = 0;
    Cycles cycle;
    int rank = 0;
    int sequence = 0;
    AwaitedCompletion awaited = AwaitedCompletion::kSend;
    MessageEvent message{};
  };
  /// Events that are handed over together.
  struct Batch {
    PacketLog log;
    std::vector<std::optional<int>> sequences;  ///< sequences of the injected packets
    std::vector<RankEvent> ranks;
  };
  /// Passes injections on with their sequences.
  class Teller;

  void tell(Batch& batch);
  void tell(const RankEvent& event);
  void add(const RankEvent& event);
  void hand_over_if_full();
  void hand_over();
  void work();

  SequenceOf sequence_of_;
  PacketObserver* observer_ = nullptr;
  TrafficObserver* ranks_ = nullptr;
  Batch batch_;  ///< that the simulation fills
  std::optional<int> sequence_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Batch> handed_over_;
  std::vector<Batch> told_;  ///< to be filled again: their memory is in the cache still
  bool ended_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace tactus
