#include "testbench/app/results/run_operations.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tactus {
namespace {

/// The critical path of the operations of `times` in `summary`.
std::optional<OperationPath>& path_of(const OperationTimes& times, RunSummary& summary) {
  if (times.job().empty()) return summary.operations;
  const auto job = std::find_if(summary.jobs.begin(), summary.jobs.end(),
                                [&](const JobSummary& each) { return each.name == times.job(); });
  return job->operations;
}

std::optional<OperationRanks>& ranks_of(const OperationTimes& times, RunSummary& summary) {
  if (times.job().empty()) return summary.operation_ranks;
  const auto job = std::find_if(summary.jobs.begin(), summary.jobs.end(),
                                [&](const JobSummary& each) { return each.name == times.job(); });
  return job->operation_ranks;
}

}  // namespace

RunOperations::RunOperations(std::shared_ptr<const Schedule> schedule) {
  tables_.push_back(std::make_unique<OperationTimes>(std::move(schedule)));
}

RunOperations::RunOperations(std::vector<std::unique_ptr<OperationTimes>> jobs, int ranks)
    : tables_(std::move(jobs)), members_(static_cast<std::size_t>(ranks)) {
  for (const auto& times : tables_) {
    for (int rank = 0; rank < times->schedule().ranks(); ++rank) {
      members_[static_cast<std::size_t>(times->machine_rank(rank))] = {times.get(), rank};
    }
  }
}

OperationTables RunOperations::tables() const {
  OperationTables all;
  for (const auto& times : tables_) all.push_back(times.get());
  return all;
}

std::uint64_t RunOperations::operations() const {
  std::uint64_t all = 0;
  for (const auto& times : tables_) all += times->schedule().operations();
  return all;
}

void RunOperations::summarise(const Clock& clock, RunSummary& summary) const {
  for (const auto& times : tables_) {
    path_of(*times, summary) = ::tactus::summarise(*times, clock);
    ranks_of(*times, summary) = summarise_ranks(*times, clock);
  }
}

void RunOperations::add_delays(const MessageDelays& delays, RunSummary& summary) const {
  for (const auto& times : tables_) ::tactus::add_delays(*times, delays, *path_of(*times, summary));
}

void RunOperations::operation_began(const OperationEvent& operation, Cycles cycle) {
  const Member& self = member(operation.rank);
  if (self.times == nullptr) return;
  self.times->operation_began({self.rank, operation.operation, operation.after}, cycle);
}

void RunOperations::operation_met(std::uint32_t operation, const MessageEvent& message, Cycles cycle) {
  const Member& self = member(message.destination);
  if (self.times == nullptr) return;
  MessageEvent own = message;
  own.source = member(message.source).rank;
  own.destination = self.rank;
  self.times->operation_met(operation, own, cycle);
}

void RunOperations::operation_ended(int rank, std::uint32_t operation, Cycles cycle) {
  const Member& self = member(rank);
  if (self.times != nullptr) self.times->operation_ended(self.rank, operation, cycle);
}

}  // namespace tactus
