#pragma once

#include <cstdint>
#include <memory>

#include "hw/common/clock.h"
#include "tlm_models/traffic/rank_shape.h"
#include "tlm_models/traffic/schedule.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {

/// The operations of a schedule whose messages are matched, as often as it says. Ranks that it has not have nothing to
/// do.
class ScheduleWorkload : public Workload {
 public:
  /// Computing takes cycles of `clock`. To be repeated, each rank needs a last operation that ends after all others.
  ScheduleWorkload(std::shared_ptr<const Schedule> schedule, Clock clock, int repetitions = 1);

  [[nodiscard]] std::unique_ptr<RankProgram> program(int rank) const override;
  [[nodiscard]] std::shared_ptr<const Schedule> schedule() const override { return schedule_; }
  [[nodiscard]] std::uint64_t messages() const override { return messages_; }
  [[nodiscard]] Bytes bytes() const override { return bytes_; }

 private:
  std::shared_ptr<const Schedule> schedule_;
  Clock clock_;
  int repetitions_;
  std::uint64_t orders_ = 0;  ///< more than the order of any receive
  std::uint64_t messages_ = 0;
  Bytes bytes_;
};

/// Time in which the engine of a rank that has most to send, or to receive, moves it by the links of `machine`, headers
/// included. Ranks have nodes of their own.
Picoseconds busiest_engine(const Schedule& schedule, const MachineConfig& machine);

/// AlgorithmPolicy::early_messages of `schedule`: the most that comes for the ranks of a node by one engine.
std::uint64_t early_of_schedule(const Schedule& schedule, const WorkloadConfig& config, const RankShape& shape);

}  // namespace tactus
