#pragma once

#include <cstddef>
#include <vector>

#include "tlm_models/traffic/operation_stream.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus {

/// The operations of one rank of a schedule whose messages are matched.
class ScheduleStream final : public OperationStream {
 public:
  /// `program` outlives this.
  explicit ScheduleStream(const Schedule::Program& program);

  [[nodiscard]] int processors() const override { return program_.processors; }
  std::optional<PlannedOperation> read(std::vector<OperationDependency>& dependencies) override;
  [[nodiscard]] OperationSink::Index lookahead() const override { return program_.lookahead; }
  [[nodiscard]] std::uint64_t floor() const override;

 private:
  static constexpr std::size_t kBlock = 1024;
  static constexpr std::uint32_t kNoOrder = UINT32_MAX;

  [[nodiscard]] std::size_t size() const { return program_.operations.size(); }
  /// Order of the receive at `index`; that of no receive for all others.
  [[nodiscard]] std::uint32_t order_at(std::size_t index) const;
  void enter_block();

  const Schedule::Program& program_;
  std::size_t next_ = 0;
  std::size_t next_dependency_ = 0;
  std::vector<std::uint32_t> floor_of_block_;  ///< lowest order from the block's first operation on
  std::vector<std::uint32_t> floors_;          ///< from each operation of the present block on
};

}  // namespace tactus
