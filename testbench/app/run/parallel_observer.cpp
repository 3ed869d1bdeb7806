#include "testbench/app/run/parallel_observer.h"

#include <utility>

namespace tactus {
namespace {

constexpr std::size_t kBatch = 1024;  ///< events
constexpr std::size_t kMostBatches = 8;

}  // namespace

class ParallelObserver::Teller final : public PacketObserver {
 public:
  Teller(ParallelObserver& parallel, Batch& batch) : parallel_(parallel), batch_(batch) {}

  void packet_injected(const PacketHeader& header, Cycles cycle) override {
    parallel_.sequence_ = batch_.sequences[injected_++];
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
  for (const RankEvent& event : batch.ranks) {
    batch.log.tell_first(event.packets_before, teller);
    tell(event);
  }
  batch.log.tell_first(batch.log.size(), teller);
}

void ParallelObserver::tell(const RankEvent& event) {
  switch (event.kind) {
    case RankEvent::Kind::kSend:
      return ranks_->send_started(event.message, event.cycle);
    case RankEvent::Kind::kReceive:
      return ranks_->receive_completed(event.message, event.cycle);
    case RankEvent::Kind::kSequenceBegin:
      return ranks_->sequence_began(event.rank, event.sequence, event.cycle);
    case RankEvent::Kind::kSequenceEnd:
      return ranks_->sequence_ended(event.rank, event.sequence, event.cycle);
    case RankEvent::Kind::kProgramEnd:
      return ranks_->program_ended(event.rank, event.cycle);
    case RankEvent::Kind::kWaitEnd:
      return ranks_->wait_ended(event.rank, event.awaited, event.cycle);
  }
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

void ParallelObserver::add(const RankEvent& event) {
  batch_.ranks.push_back(event);
  batch_.ranks.back().packets_before = batch_.log.size();
  hand_over_if_full();
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

void ParallelObserver::send_started(const MessageEvent& message, Cycles cycle) {
  add({RankEvent::Kind::kSend, 0, cycle, 0, 0, {}, message});
}

void ParallelObserver::receive_completed(const MessageEvent& message, Cycles cycle) {
  add({RankEvent::Kind::kReceive, 0, cycle, 0, 0, {}, message});
}

void ParallelObserver::sequence_began(int rank, int sequence, Cycles cycle) {
  add({RankEvent::Kind::kSequenceBegin, 0, cycle, rank, sequence, {}, {}});
}

void ParallelObserver::sequence_ended(int rank, int sequence, Cycles cycle) {
  add({RankEvent::Kind::kSequenceEnd, 0, cycle, rank, sequence, {}, {}});
}

void ParallelObserver::program_ended(int rank, Cycles cycle) {
  add({RankEvent::Kind::kProgramEnd, 0, cycle, rank, 0, {}, {}});
}

void ParallelObserver::wait_ended(int rank, AwaitedCompletion awaited, Cycles cycle) {
  add({RankEvent::Kind::kWaitEnd, 0, cycle, rank, 0, awaited, {}});
}

}  // namespace tactus
