#include "tlm_models/traffic/schedule_workload.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/operation_program.h"
#include "tlm_models/traffic/schedule_stream.h"

namespace tactus {
namespace {

/// Program of a rank that the schedule does not have.
class NoProgram final : public SequentialProgram {
 public:
  std::optional<Op> next() override { return std::nullopt; }
};

}  // namespace

ScheduleWorkload::ScheduleWorkload(std::shared_ptr<const Schedule> schedule, Clock clock)
    : Workload({}), schedule_(std::move(schedule)), clock_(clock) {
  for (int rank = 0; rank < schedule_->ranks(); ++rank) {
    for (const Operation& operation : schedule_->program(rank).operations) {
      if (operation.kind != OperationKind::kSend) continue;
      ++messages_;
      bytes_ += Bytes{operation.amount};
    }
  }
}

std::unique_ptr<RankProgram> ScheduleWorkload::program(int rank) const {
  if (rank >= schedule_->ranks()) return std::make_unique<NoProgram>();
  return std::make_unique<OperationProgram>(std::make_unique<ScheduleStream>(schedule_->program(rank)), clock_);
}

std::uint64_t early_of_schedule(const Schedule& schedule, const WorkloadConfig& config, const RankShape& shape) {
  const auto ranks = static_cast<std::size_t>(shape.ranks());
  std::vector<std::vector<std::uint64_t>> by_engine(static_cast<std::size_t>(shape.nics()),
                                                    std::vector<std::uint64_t>(ranks));
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

}  // namespace tactus
