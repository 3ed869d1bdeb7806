#include "tlm_models/traffic/schedule_stream.h"

#include <algorithm>

#include "tlm_models/traffic/rank_program.h"

namespace tactus {

ScheduleStream::ScheduleStream(const Schedule::Program& program) : program_(program) {
  floor_of_block_.assign(size() / kBlock + 2, kNoOrder);
  for (std::size_t i = size(); i-- > 0;) {
    std::uint32_t& floor = floor_of_block_[i / kBlock];
    if (i % kBlock == kBlock - 1) floor = floor_of_block_[i / kBlock + 1];
    floor = std::min(floor, order_at(i));
  }
  enter_block();
}

std::uint32_t ScheduleStream::order_at(std::size_t index) const {
  return program_.operations[index].kind == OperationKind::kReceive ? program_.order[index] : kNoOrder;
}

void ScheduleStream::enter_block() {
  const std::size_t block = next_ / kBlock;
  const std::size_t end = std::min(size(), (block + 1) * kBlock);
  floors_.assign(kBlock + 1, floor_of_block_[block + 1]);
  for (std::size_t i = end; i-- > next_;) floors_[i % kBlock] = std::min(floors_[i % kBlock + 1], order_at(i));
}

std::uint64_t ScheduleStream::floor() const {
  const std::uint32_t floor = next_ < size() ? floors_[next_ % kBlock] : kNoOrder;
  return floor == kNoOrder ? UINT64_MAX : floor;
}

std::optional<PlannedOperation> ScheduleStream::read(std::vector<OperationDependency>& dependencies) {
  if (next_ == size()) return std::nullopt;
  const auto& all = program_.dependencies;
  for (; next_dependency_ < all.size() && all[next_dependency_].operation == next_; ++next_dependency_) {
    dependencies.push_back({all[next_dependency_].earlier, all[next_dependency_].on_begin != 0});
  }
  PlannedOperation planned;
  planned.operation = program_.operations[next_];
  planned.order = program_.order[next_];
  const bool is_message =
      planned.operation.kind == OperationKind::kSend || planned.operation.kind == OperationKind::kReceive;
  if (!program_.exchange.empty() && program_.exchange[next_] != Schedule::kNone) {
    planned.paired = true;
    planned.partner = program_.exchange[next_];
  }
  planned.grouped = is_message && (planned.operation.tag & kGroupTag) != 0;
  ++next_;
  if (next_ % kBlock == 0 && next_ < size()) enter_block();
  return planned;
}

}  // namespace tactus
