#include "testbench/app/run/parallel_observer.h"

#include <utility>

namespace tactus {
namespace {

constexpr std::size_t kBatch = 16'384;  ///< events
constexpr std::size_t kMostBatches = 8;

}  // namespace

class ParallelObserver::Teller final : public PacketObserver {
 public:
  Teller(ParallelObserver& parallel, Batch& batch) : parallel_(parallel), batch_(batch) {}

  void packet_injected(const PacketHeader& header, Cycles cycle) override {
    parallel_.sequence_ = batch_.sequences.front();
    batch_.sequences.pop_front();
    observer().packet_injected(header, cycle);
  }
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override {
    observer().packet_granted(grant, header);
  }
  void packet_delivered(const PacketHeader& header, Cycles cycle) override {
    observer().packet_delivered(header, cycle);
  }
  void packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) override {
    observer().packet_waited(header, waits, cycle);
  }
  void packet_left(const RouteHeader& header, int vc, Cycles cycle) override {
    observer().packet_left(header, vc, cycle);
  }
  void packet_written(const RouteHeader& header, Cycles cycle) override { observer().packet_written(header, cycle); }

 private:
  [[nodiscard]] PacketObserver& observer() const { return *parallel_.observer_; }

  ParallelObserver& parallel_;
  Batch& batch_;
};

ParallelObserver::ParallelObserver(SequenceOf sequence_of) : sequence_of_(std::move(sequence_of)) {}

ParallelObserver::~ParallelObserver() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    handed_over_.clear();
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ParallelObserver::start(PacketObserver& observer) {
  observer_ = &observer;
  thread_ = std::thread([this] { work(); });
}

void ParallelObserver::finish() {
  if (!thread_.joinable()) return;
  hand_over();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
  if (failure_) std::rethrow_exception(failure_);
}

void ParallelObserver::work() {
  for (;;) {
    Batch batch;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return ended_ || !handed_over_.empty(); });
      if (handed_over_.empty()) return;
      batch = std::move(handed_over_.front());
      handed_over_.pop_front();
    }
    changed_.notify_all();
    if (failure_) continue;  // the simulation goes on: it is told in the end
    try {
      Teller teller(*this, batch);
      batch.log.tell_all(teller);
    } catch (...) {
      failure_ = std::current_exception();
    }
  }
}

void ParallelObserver::hand_over_if_full() {
  if (batch_.log.size() >= kBatch) hand_over();
}

void ParallelObserver::hand_over() {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return handed_over_.size() < kMostBatches; });
    handed_over_.push_back(std::move(batch_));
  }
  changed_.notify_all();
  batch_ = Batch{};
  batch_.log.reserve(kBatch);
}

void ParallelObserver::packet_injected(const PacketHeader& header, Cycles cycle) {
  batch_.sequences.push_back(sequence_of_(header.route));
  batch_.log.packet_injected(header, cycle);
  hand_over_if_full();
}

void ParallelObserver::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  batch_.log.packet_granted(grant, header);
  hand_over_if_full();
}

void ParallelObserver::packet_delivered(const PacketHeader& header, Cycles cycle) {
  batch_.log.packet_delivered(header, cycle);
  hand_over_if_full();
}

void ParallelObserver::packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) {
  batch_.log.packet_waited(header, waits, cycle);
  hand_over_if_full();
}

void ParallelObserver::packet_left(const RouteHeader& header, int vc, Cycles cycle) {
  batch_.log.packet_left(header, vc, cycle);
  hand_over_if_full();
}

void ParallelObserver::packet_written(const RouteHeader& header, Cycles cycle) {
  batch_.log.packet_written(header, cycle);
  hand_over_if_full();
}

}  // namespace tactus
