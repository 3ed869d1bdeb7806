#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "testbench/app/results/operation_times.h"
#include "testbench/app/results/run_summary.h"

namespace tactus {

/// When the operations of a run began and ended: of its schedule, or of all its jobs whose programs are schedules.
class RunOperations final : public TrafficObserver {
 public:
  /// The schedule of a machine without jobs.
  explicit RunOperations(std::shared_ptr<const Schedule> schedule);
  /// Jobs of a machine with so many ranks. It is told of ranks of the machine.
  RunOperations(std::vector<std::unique_ptr<OperationTimes>> jobs, int ranks);

  /// The one to be told of the run.
  [[nodiscard]] TrafficObserver* observer() {
    if (members_.empty()) return tables_.front().get();
    return this;
  }
  [[nodiscard]] OperationTables tables() const;
  /// Operations of all schedules.
  [[nodiscard]] std::uint64_t operations() const;
  /// Says in `summary`, whose jobs are known, what the operations took.
  void summarise(const Clock& clock, RunSummary& summary) const;
  /// Says of the messages of the paths in `summary` what their slowest packets waited for.
  void add_delays(const MessageDelays& delays, RunSummary& summary) const;

  void operation_began(const OperationEvent& operation, Cycles cycle) override;
  void operation_met(std::uint32_t operation, const MessageEvent& message, Cycles cycle) override;
  void operation_ended(int rank, std::uint32_t operation, Cycles cycle) override;

 private:
  /// Which rank of which schedule a rank of the machine is.
  struct Member {
    OperationTimes* times = nullptr;  ///< null: of none
    int rank = 0;
  };

  [[nodiscard]] const Member& member(int rank) const { return members_[static_cast<std::size_t>(rank)]; }

  std::vector<std::unique_ptr<OperationTimes>> tables_;
  std::vector<Member> members_;  ///< by rank of the machine; empty without jobs
};

}  // namespace tactus
