#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <queue>
#include <set>
#include <unordered_map>
#include <vector>

#include "hw/common/clock.h"
#include "tlm_models/traffic/operation_stream.h"
#include "tlm_models/traffic/rank_program.h"

namespace tactus {

/// Program of a rank that is a stream of operations.
///
/// An operation is ready when all that it depends on has ended or begun. A processor takes, of those that are ready and
/// its own, the one that has been read first. Operations are read as far ahead as one can be ready, and forgotten when
/// all before them have ended. A stream may have any number of operations; steps name them modulo 2^32 - 1. Reference:
/// docs/reference/operations.md.
class OperationProgram final : public RankProgram {
 public:
  /// Computing is rounded up to cycles of `clock`.
  OperationProgram(std::unique_ptr<OperationStream> stream, Clock clock);

  [[nodiscard]] int processors() const override { return static_cast<int>(ready_.size()); }
  std::optional<Op> next_step(int processor) override;
  [[nodiscard]] bool ended() const override { return at_end_ && window_.empty(); }
  void step_ended(const Op& op) override;
  void sent(std::uint32_t operation) override { end(position(operation)); }
  void received(const Op& receive) override { end(position(receive.operation)); }
  [[nodiscard]] bool may_end(const Op& wait) const override { return at(position(wait.operation)).missing_ends == 0; }

  /// Operations in memory.
  [[nodiscard]] std::size_t window() const { return window_.size(); }

 private:
  using Position = std::uint64_t;  ///< number of an operation in the stream
  using LinkNumber = std::uint32_t;
  static constexpr LinkNumber kNone = UINT32_MAX;
  static_assert(kNoOperation == UINT32_MAX, "names of operations are below it");
  /// That `follower` waits for an operation, and the next one that does.
  struct Link {
    Position follower = 0;
    LinkNumber next = kNone;
    bool on_begin = false;
  };
  struct Entry {
    PlannedOperation planned;
    std::uint32_t missing_begins = 0;
    std::uint32_t missing_ends = 0;
    LinkNumber links = kNone;
    std::uint32_t after = kNoOperation;  ///< name of the last one that it waited for
    bool ready = false;
    bool begun = false;
    bool ended = false;
  };

  /// By which steps name the operation.
  [[nodiscard]] static std::uint32_t name(Position operation) {
    return static_cast<std::uint32_t>(operation % kNoOperation);
  }
  /// The operation of that name in the window, or the next one to come of it.
  [[nodiscard]] Position position(std::uint32_t name_of) const {
    return first_ + (std::uint64_t{name_of} + kNoOperation - first_ % kNoOperation) % kNoOperation;
  }
  [[nodiscard]] const Entry& at(Position operation) const { return window_[operation - first_]; }
  Entry& at(Position operation) { return window_[operation - first_]; }
  [[nodiscard]] Position read_end() const { return first_ + window_.size(); }
  void read_ahead();
  void add(const PlannedOperation& planned);
  void wait_for(Position operation, const OperationDependency& dependency);
  void link(Position follower, Position awaited, bool on_begin);
  void begin(Position operation);
  void end(Position operation);
  void follow(Position operation, bool on_begin);
  void make_ready(Position operation);
  [[nodiscard]] Op op_of(Position operation) const;
  [[nodiscard]] std::uint64_t floor() const;

  std::unique_ptr<OperationStream> stream_;
  Clock clock_;
  std::deque<Entry> window_;
  Position first_ = 0;      ///< number of the first operation in the window
  Position begun_end_ = 0;  ///< one more than the highest operation that has begun
  bool at_end_ = false;     ///< the stream has no more
  std::vector<Link> links_;
  LinkNumber free_link_ = kNone;
  std::unordered_map<Position, std::vector<Link>> unread_;  ///< links of operations that have not been read
  using Ready = std::priority_queue<Position, std::vector<Position>, std::greater<>>;
  std::vector<Ready> ready_;                       ///< by processor
  std::multiset<std::uint64_t> orders_;            ///< orders of receives in the window that have not begun
  std::vector<OperationDependency> dependencies_;  ///< kept for its memory
};

}  // namespace tactus
