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
/// all before them have ended. Reference: docs/reference/operations.md.
class OperationProgram final : public RankProgram {
 public:
  using Index = OperationSink::Index;

  /// Computing is rounded up to cycles of `clock`.
  OperationProgram(std::unique_ptr<OperationStream> stream, Clock clock);

  [[nodiscard]] int processors() const override { return static_cast<int>(ready_.size()); }
  std::optional<Op> next_step(int processor) override;
  [[nodiscard]] bool ended() const override { return at_end_ && window_.empty(); }
  void step_ended(const Op& op) override;
  void sent(std::uint32_t operation) override { end(operation); }
  void received(const Op& receive) override { end(receive.operation); }
  [[nodiscard]] bool may_end(const Op& wait) const override { return at(wait.operation).missing_ends == 0; }

  /// Operations in memory.
  [[nodiscard]] std::size_t window() const { return window_.size(); }

 private:
  static constexpr Index kNone = UINT32_MAX;
  /// That `follower` waits for an operation, and the next one that does.
  struct Link {
    Index follower = 0;
    Index next = kNone;
    bool on_begin = false;
  };
  struct Entry {
    PlannedOperation planned;
    Index missing_begins = 0;
    Index missing_ends = 0;
    Index links = kNone;
    Index after = kNoOperation;  ///< the last one that it waited for
    bool ready = false;
    bool begun = false;
    bool ended = false;
  };

  [[nodiscard]] const Entry& at(Index operation) const { return window_[operation - first_]; }
  Entry& at(Index operation) { return window_[operation - first_]; }
  [[nodiscard]] Index read_end() const { return first_ + static_cast<Index>(window_.size()); }
  void read_ahead();
  void add(const PlannedOperation& planned);
  void wait_for(Index operation, const OperationDependency& dependency);
  void link(Index follower, Index awaited, bool on_begin);
  void begin(Index operation);
  void end(Index operation);
  void follow(Index operation, bool on_begin);
  void make_ready(Index operation);
  [[nodiscard]] Op op_of(Index operation) const;
  [[nodiscard]] std::uint64_t floor() const;

  std::unique_ptr<OperationStream> stream_;
  Clock clock_;
  std::deque<Entry> window_;
  Index first_ = 0;      ///< number of the first operation in the window
  Index begun_end_ = 0;  ///< one more than the highest operation that has begun
  bool at_end_ = false;  ///< the stream has no more
  std::vector<Link> links_;
  Index free_link_ = kNone;
  std::unordered_map<Index, std::vector<Link>> unread_;  ///< links of operations that have not been read
  using Ready = std::priority_queue<Index, std::vector<Index>, std::greater<>>;
  std::vector<Ready> ready_;                       ///< by processor
  std::multiset<std::uint64_t> orders_;            ///< orders of receives in the window that have not begun
  std::vector<OperationDependency> dependencies_;  ///< kept for its memory
};

}  // namespace tactus
