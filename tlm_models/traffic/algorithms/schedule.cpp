#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/operation_program.h"
#include "tlm_models/traffic/schedule.h"
#include "tlm_models/traffic/schedule_stream.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

/// Program of a rank that the schedule does not have.
class NoProgram final : public SequentialProgram {
 public:
  std::optional<Op> next() override { return std::nullopt; }
};

class ScheduleWorkload final : public Workload {
 public:
  ScheduleWorkload(const WorkloadConfig& config, const RankShape& /*shape*/)
      : Workload({}), schedule_(config.schedule), clock_(config.clock) {
    for (int rank = 0; rank < schedule_->ranks(); ++rank) {
      for (const Operation& operation : schedule_->program(rank).operations) {
        if (operation.kind != OperationKind::kSend) continue;
        ++messages_;
        bytes_ += Bytes{operation.amount};
      }
    }
  }

  [[nodiscard]] std::unique_ptr<RankProgram> program(int rank) const override {
    if (rank >= schedule_->ranks()) return std::make_unique<NoProgram>();
    return std::make_unique<OperationProgram>(std::make_unique<ScheduleStream>(schedule_->program(rank)), clock_);
  }
  [[nodiscard]] std::uint64_t messages() const override { return messages_; }
  [[nodiscard]] Bytes bytes() const override { return bytes_; }

 private:
  std::shared_ptr<const Schedule> schedule_;
  Clock clock_;
  std::uint64_t messages_ = 0;
  Bytes bytes_;
};

/// The most that comes for the ranks of a node by one engine.
std::uint64_t early(const WorkloadConfig& config, const RankShape& shape) {
  const Schedule& schedule = *config.schedule;
  std::vector<std::vector<std::uint64_t>> by_engine(static_cast<std::size_t>(shape.nics()),
                                                    std::vector<std::uint64_t>(static_cast<std::size_t>(shape.ranks())));
  for (int rank = 0; rank < schedule.ranks(); ++rank) {
    for (const Operation& operation : schedule.program(rank).operations) {
      const bool comes = operation.kind == OperationKind::kReceive && operation.peer != rank;
      if (comes) ++by_engine[static_cast<std::size_t>(operation.nic)][static_cast<std::size_t>(rank)];
    }
  }
  std::uint64_t most = 0;
  for (std::vector<std::uint64_t>& of_ranks : by_engine) {
    most = std::max(most, most_on_a_node(std::move(of_ranks), config, shape));
  }
  return most;
}

void check(const WorkloadConfig& config, const MachineConfig& machine, ConfigFaults& faults) {
  faults.require(config.schedule != nullptr, "schedule", "no operations to execute");
  if (config.schedule == nullptr) return;
  const int ranks = ranks_of(config, machine).ranks();
  faults.require(config.schedule->ranks() <= ranks, "schedule", "{} ranks, and the machine has {}",
                 config.schedule->ranks(), ranks);
}

AlgorithmPolicy schedule() {
  AlgorithmPolicy policy = rank_programs<ScheduleWorkload>("schedule", "Operations of an application or a trace.");
  policy.early_messages = early;
  policy.check = check;
  policy.schedule = true;
  return policy;
}

const Registered<AlgorithmKind> kSchedule{schedule()};

}  // namespace
}  // namespace tactus
