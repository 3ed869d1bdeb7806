#include "tlm_models/traffic/schedule_workload.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/idle_program.h"
#include "tlm_models/traffic/operation_program.h"
#include "tlm_models/traffic/repeated_stream.h"
#include "tlm_models/traffic/schedule_stream.h"

namespace tactus {
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
  if (rank >= schedule_->ranks()) return std::make_unique<IdleProgram>();
  const Schedule::Program& self = schedule_->program(rank);
  std::unique_ptr<OperationStream> stream;
  if (repetitions_ == 1) {
    stream = std::make_unique<ScheduleStream>(self);
  } else {
    stream = std::make_unique<RepeatedStream>(self, repetitions_, orders_);
  }
  return std::make_unique<OperationProgram>(std::move(stream), clock_);
}

Picoseconds busiest_engine(const Schedule& schedule, const MachineConfig& machine) {
  std::uint64_t most = 0;
  for (int rank = 0; rank < schedule.ranks(); ++rank) {
    std::array<std::vector<std::uint64_t>, 2> ways;  // bytes of each engine: sent, received
    for (auto& way : ways) way.resize(static_cast<std::size_t>(machine.nics()));
    for (const Operation& operation : schedule.program(rank).operations) {
      const bool sends = operation.kind == OperationKind::kSend;
      if ((!sends && operation.kind != OperationKind::kReceive) || operation.peer == rank) continue;
      const std::uint64_t packets = ceil_div(operation.amount, machine.max_payload().count());
      ways[sends ? 0 : 1][static_cast<std::size_t>(operation.nic)] +=
          operation.amount + kHeaderBytes.count() * std::max<std::uint64_t>(1, packets);
    }
    for (const auto& way : ways) most = std::max(most, *std::max_element(way.begin(), way.end()));
  }
  return transfer_time(Bytes{most}, machine.link.bandwidth);
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
