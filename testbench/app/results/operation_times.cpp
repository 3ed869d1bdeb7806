#include "testbench/app/results/operation_times.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tactus {

const char* name_of(OperationKind kind) {
  constexpr std::array<const char*, 4> kNames = {"send", "recv", "calc", "wait"};
  return kNames.at(static_cast<std::size_t>(kind));
}

const OperationTimes::Times& OperationTimes::RankTimes::operator[](std::uint32_t operation) const {
  static constexpr Times kNone;
  const std::unique_ptr<Times[]>& chunk = chunks_[operation / kChunk];
  return chunk ? chunk[operation % kChunk] : kNone;
}

OperationTimes::Times& OperationTimes::RankTimes::at(std::uint32_t operation) {
  std::unique_ptr<Times[]>& chunk = chunks_[operation / kChunk];
  if (!chunk) chunk = std::make_unique<Times[]>(std::min(kChunk, operations_ - operation / kChunk * kChunk));
  return chunk[operation % kChunk];
}

OperationTimes::OperationTimes(std::shared_ptr<const Schedule> schedule, OperationJob job)
    : schedule_(std::move(schedule)), job_(std::move(job)) {
  for (int rank = 0; rank < schedule_->ranks(); ++rank) {
    const Schedule::Program& program = schedule_->program(rank);
    times_.emplace_back(program.operations.size());
    last_.emplace_back(static_cast<std::size_t>(program.processors), kNoOperation);
  }
}

void OperationTimes::operation_began(const OperationEvent& operation, Cycles cycle) {
  const auto rank = static_cast<std::size_t>(operation.rank);
  const std::uint8_t processor = schedule_->program(operation.rank).operations[operation.operation].processor;
  std::uint32_t& last = last_[rank][processor];
  Times& times = times_[rank].at(operation.operation);
  times.began = cycle.count();
  times.after = operation.after;
  times.previous = std::exchange(last, operation.operation);
}

void OperationTimes::operation_met(std::uint32_t operation, const MessageEvent& message, Cycles /*cycle*/) {
  met_[{message.destination, operation}] = message;
}

Operation OperationTimes::operation(int rank, std::uint32_t number) const {
  Operation operation = schedule_->program(rank).operations[number];
  if (operation.peer != Operation::kAnyRank) return operation;
  const auto met = met_.find({rank, number});
  if (met == met_.end()) return operation;
  operation.peer = met->second.source;
  operation.tag = met->second.tag;
  operation.amount = met->second.bytes.count();
  return operation;
}

void OperationTimes::operation_ended(int rank, std::uint32_t operation, Cycles cycle) {
  times_[static_cast<std::size_t>(rank)].at(operation).ended = cycle.count();
}

}  // namespace tactus
