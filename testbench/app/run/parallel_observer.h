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
#include "tlm_models/traffic/traffic_news.h"

namespace tactus {

/// Tells an observer of packets, and perhaps of ranks, in a thread of its own what it is told, in the same order: for
/// one that works longer than the simulation should wait. What the observer needs of the simulation at a packet's
/// injection is asked then and kept with the packet.
///
/// Runs ahead of the observer by a bounded number of events. Not for observers that others look at before `finish`.
class ParallelObserver final : public PacketNewsObserver, public TrafficNewsObserver {
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

  [[nodiscard]] bool wants_waits() const override { return observer_->wants_waits(); }
  void hear(const PacketNews& event) override;
  void hear(const TrafficNews& action) override;

 private:
  struct RankAction {
    TrafficNews action;
    std::size_t packets_before = 0;  ///< events of packets that came before it
  };
  /// Events that are handed over together.
  struct Batch {
    PacketLog log;
    std::vector<std::optional<int>> sequences;  ///< sequences of the injected packets
    std::vector<RankAction> ranks;
  };
  /// Passes injections on with their sequences.
  class Teller;

  void tell(Batch& batch);
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
