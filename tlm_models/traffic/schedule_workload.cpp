#include "tlm_models/traffic/schedule_workload.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/operation_program.h"
#include "tlm_models/traffic/repeated_stream.h"
#include "tlm_models/traffic/schedule_stream.h"

namespace tactus {
namespace {

/// Program of a rank that the schedule does not have.
class NoProgram final : public SequentialProgram {
 public:
  std::optional<Op> next() override { return std::nullopt; }
};

}  // namespace

ScheduleWorkload::ScheduleWorkload(std::shared_ptr<const Schedule> schedule, Clock clock, int repetitions)
    : Workload({}), schedule_(std::move(schedule)), clock_(clock), repetitions_(repetitions) {
  for (int rank = 0; rank < schedule_->ranks(); ++rank) {
    for (const std::uint32_t order : schedule_->program(rank).order) {
      orders_ = std::max(orders_, std::uint64_t{order} + 1);
    }
    for (const Operation& operation : schedule_->program(rank).operations) {
      if (operation.kind != OperationKind::kSend) continue;
      ++messages_;
      bytes_ += Bytes{operation.amount};
    }
  }
  messages_ *= static_cast<std::uint64_t>(repetitions_);
  bytes_ = Bytes{bytes_.count() * static_cast<std::uint64_t>(repetitions_)};
}

std::unique_ptr<RankProgram> ScheduleWorkload::program(int rank) const {
  if (rank >= schedule_->ranks()) return std::make_unique<NoProgram>();
  const Schedule::Program& self = schedule_->program(rank);
  std::unique_ptr<OperationStream> stream;
  if (repetitions_ == 1) {
    stream = std::make_unique<ScheduleStream>(self);
  } else {
    stream = std::make_unique<RepeatedStream>(self, repetitions_, orders_);
  }
  return std::make_unique<OperationProgram>(std::move(stream), clock_);
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
