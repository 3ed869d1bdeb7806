#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "tlm_models/traffic/operation_stream.h"
#include "tlm_models/traffic/schedule_stream.h"

namespace tactus {

/// The operations of one rank of a schedule again and again, each time after the end of the time before. In memory they
/// are once. The last operation of the rank ends after all others.
class RepeatedStream final : public OperationStream {
 public:
  /// `orders`: more than the order of any receive of any rank of the schedule. `program` outlives this.
  RepeatedStream(const Schedule::Program& program, int repetitions, std::uint64_t orders);

  [[nodiscard]] int processors() const override { return program_.processors; }
  std::optional<PlannedOperation> read(std::vector<OperationDependency>& dependencies) override;
  [[nodiscard]] OperationSink::Index lookahead() const override { return program_.lookahead; }
  [[nodiscard]] std::uint64_t floor() const override;

 private:
  [[nodiscard]] static std::uint64_t side_of(const Operation& message) {
    return std::uint64_t{static_cast<std::uint32_t>(message.peer)} << 1U |
           static_cast<std::uint64_t>(message.kind == OperationKind::kSend);
  }
  [[nodiscard]] static bool is_message(const Operation& operation) {
    return operation.kind == OperationKind::kSend || operation.kind == OperationKind::kReceive;
  }

  const Schedule::Program& program_;
  std::uint64_t repetitions_;
  std::uint64_t orders_;
  std::uint64_t repetition_ = 0;
  std::optional<ScheduleStream> present_;
  std::uint64_t lowest_order_;                             ///< lowest among all receives
  std::unordered_map<std::uint64_t, std::uint32_t> each_;  ///< messages of a repetition, by `side_of`
};

}  // namespace tactus
