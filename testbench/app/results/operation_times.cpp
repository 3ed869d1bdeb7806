#include "testbench/app/results/operation_times.h"

#include <array>
#include <string>
#include <utility>

#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/time_text.h"

namespace tactus {

const char* name_of(OperationKind kind) {
  constexpr std::array<const char*, 4> kNames = {"send", "recv", "calc", "wait"};
  return kNames.at(static_cast<std::size_t>(kind));
}

OperationTimes::OperationTimes(std::shared_ptr<const Schedule> schedule) : schedule_(std::move(schedule)) {
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
  Times& times = times_[rank][operation.operation];
  times.began = cycle.count();
  times.after = operation.after;
  times.previous = std::exchange(last, operation.operation);
}

void OperationTimes::operation_ended(int rank, std::uint32_t operation, Cycles cycle) {
  times_[static_cast<std::size_t>(rank)][operation].ended = cycle.count();
}

std::uint64_t OperationTimes::write(const std::filesystem::path& folder, const Clock& clock, std::uint64_t most) const {
  const auto time_text = [&](std::uint64_t cycle) {
    return cycle == kNever ? std::string() : microseconds_text(clock.edge(Cycles{cycle}));
  };
  AtomicFile file(folder / "operations.csv");
  file.write("rank,operation,line,kind,peer,bytes,nic,processor,after,began_us,ended_us\n");
  std::uint64_t rows = 0;
  for (int rank = 0; rank < schedule_->ranks(); ++rank) {
    const std::vector<Operation>& operations = schedule_->program(rank).operations;
    for (std::uint32_t i = 0; i < operations.size() && rows < most; ++i, ++rows) {
      const Operation& each = operations[i];
      const bool message = each.kind == OperationKind::kSend || each.kind == OperationKind::kReceive;
      const Times& times = at(rank, i);
      file.print("{},{},{},{},{},{},{},{},{},{},{}\n", rank, i, each.place == 0 ? "" : std::to_string(each.place),
                 name_of(each.kind), message ? std::to_string(each.peer) : "",
                 message ? std::to_string(each.amount) : "", message ? std::to_string(each.nic) : "", each.processor,
                 times.after == kNoOperation ? "" : std::to_string(times.after), time_text(times.began),
                 time_text(times.ended));
    }
  }
  file.commit();
  return rows;
}

}  // namespace tactus
