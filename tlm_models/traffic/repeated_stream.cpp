#include "tlm_models/traffic/repeated_stream.h"

#include <utility>

namespace tactus {

RepeatedStream::RepeatedStream(const Schedule::Program& program, int repetitions, std::uint64_t orders)
    : program_(program),
      repetitions_(static_cast<std::uint64_t>(repetitions)),
      orders_(orders),
      present_(std::in_place, program),
      lowest_order_(present_->floor()) {
  for (const Operation& operation : program_.operations) {
    if (is_message(operation)) ++each_[side_of(operation)];
  }
}

std::optional<PlannedOperation> RepeatedStream::read(std::vector<OperationDependency>& dependencies) {
  std::optional<PlannedOperation> planned = present_->read(dependencies);
  if (!planned && repetition_ + 1 < repetitions_ && !program_.operations.empty()) {
    ++repetition_;
    present_.emplace(program_);
    planned = present_->read(dependencies);
  }
  if (!planned || repetition_ == 0) return planned;
  const std::uint64_t first = repetition_ * program_.operations.size();
  for (OperationDependency& each : dependencies) each.earlier += first;
  if (dependencies.empty()) dependencies.push_back({first - 1, false});
  Operation& self = planned->operation;
  planned->partner += first;
  planned->order += repetition_ * orders_;
  if (is_message(self)) self.tag += static_cast<std::uint32_t>(repetition_ * each_[side_of(self)]);
  return planned;
}

std::uint64_t RepeatedStream::floor() const {
  const std::uint64_t present = present_->floor();
  if (present != UINT64_MAX) return repetition_ * orders_ + present;
  const bool comes_again = repetition_ + 1 < repetitions_ && lowest_order_ != UINT64_MAX;
  return comes_again ? (repetition_ + 1) * orders_ + lowest_order_ : UINT64_MAX;
}

}  // namespace tactus
