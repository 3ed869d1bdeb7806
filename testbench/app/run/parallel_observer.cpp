#include "testbench/app/run/parallel_observer.h"

#include <utility>

namespace tactus {
namespace {

constexpr std::size_t kBatch = 1024;  ///< events
constexpr std::size_t kMostBatches = 8;

}  // namespace

class ParallelObserver::Teller final : public PacketNewsObserver {
 public:
  Teller(ParallelObserver& parallel, Batch& batch) : parallel_(parallel), batch_(batch) {}

  void hear(const PacketNews& event) override {
    if (event.kind == PacketNews::Kind::kInjected) parallel_.sequence_ = batch_.sequences[injected_++];
    event.tell(*parallel_.observer_);
  }

 private:
  ParallelObserver& parallel_;
  Batch& batch_;
  std::size_t injected_ = 0;
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

void ParallelObserver::start(PacketObserver& observer, TrafficObserver* ranks) {
  observer_ = &observer;
  ranks_ = ranks;
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
  Batch batch;
  for (;;) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      told_.push_back(std::move(batch));
      changed_.wait(lock, [this] { return ended_ || !handed_over_.empty(); });
      if (handed_over_.empty()) return;
      batch = std::move(handed_over_.front());
      handed_over_.pop_front();
    }
    changed_.notify_all();
    if (failure_) continue;  // the simulation goes on: it is told in the end
    try {
      tell(batch);
    } catch (...) {
      failure_ = std::current_exception();
    }
  }
}

void ParallelObserver::tell(Batch& batch) {
  Teller teller(*this, batch);
  for (const RankAction& each : batch.ranks) {
    batch.log.tell_first(each.packets_before, teller);
    each.action.tell(*ranks_);
  }
  batch.log.tell_first(batch.log.size(), teller);
}

void ParallelObserver::hand_over_if_full() {
  if (batch_.log.size() + batch_.ranks.size() >= kBatch) hand_over();
}

void ParallelObserver::hand_over() {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return handed_over_.size() < kMostBatches; });
    handed_over_.push_back(std::move(batch_));
    batch_ = Batch{};
    if (!told_.empty()) {
      batch_ = std::move(told_.back());
      told_.pop_back();
    }
  }
  changed_.notify_all();
  batch_.log.clear();
  batch_.sequences.clear();
  batch_.ranks.clear();
}

void ParallelObserver::hear(const PacketNews& event) {
  if (event.kind == PacketNews::Kind::kInjected) batch_.sequences.push_back(sequence_of_(*event.route));
  batch_.log.hear(event);
  hand_over_if_full();
}

void ParallelObserver::hear(const TrafficNews& action) {
  batch_.ranks.push_back({action, batch_.log.size()});
  hand_over_if_full();
}

}  // namespace tactus
