#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/traffic/schedule.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// The job whose program a schedule is.
struct OperationJob {
  std::string name{};        ///< empty: the schedule is the only program of the machine
  std::vector<int> ranks{};  ///< ranks of the machine, by the job's own; empty: they are the same
  Cycles start{};            ///< its programs begin so long after the beginning of the run
};

/// When each operation of a schedule began and ended. It is told of ranks of the schedule.
class OperationTimes final : public TrafficObserver {
 public:
  static constexpr std::uint64_t kNever = UINT64_MAX;

  struct Times {
    std::uint64_t began = kNever;           ///< cycle in which its processor took it
    std::uint64_t ended = kNever;           ///< cycle
    std::uint32_t after = kNoOperation;     ///< the operation that it came after last
    std::uint32_t previous = kNoOperation;  ///< the one that its processor took before it
  };

  /// Times of the operations of one rank, in chunks: each is there from the first operation on that it is asked to
  /// change, so that a run which ends early has not taken memory for all.
  class RankTimes {
   public:
    explicit RankTimes(std::size_t operations) : operations_(operations), chunks_((operations + kChunk - 1) / kChunk) {}
    [[nodiscard]] const Times& operator[](std::uint32_t operation) const;
    /// To be changed.
    Times& at(std::uint32_t operation);

   private:
    static constexpr std::size_t kChunk = 1024;
    std::size_t operations_;
    std::vector<std::unique_ptr<Times[]>> chunks_;
  };

  explicit OperationTimes(std::shared_ptr<const Schedule> schedule, OperationJob job = {});

  void operation_began(const OperationEvent& operation, Cycles cycle) override;
  void operation_met(std::uint32_t operation, const MessageEvent& message, Cycles cycle) override;
  void operation_ended(int rank, std::uint32_t operation, Cycles cycle) override;

  [[nodiscard]] const Schedule& schedule() const { return *schedule_; }
  /// Name of its job; empty if there are no jobs.
  [[nodiscard]] const std::string& job() const { return job_.name; }
  /// Cycle before which no operation can begin.
  [[nodiscard]] std::uint64_t start() const { return job_.start.count(); }
  /// Rank of the machine that executes `rank`.
  [[nodiscard]] int machine_rank(int rank) const {
    return job_.ranks.empty() ? rank : job_.ranks[static_cast<std::size_t>(rank)];
  }
  /// The operation; a receive from any rank that has ended with peer, tag and bytes of its message.
  [[nodiscard]] Operation operation(int rank, std::uint32_t number) const;
  [[nodiscard]] const Times& at(int rank, std::uint32_t operation) const {
    return times_[static_cast<std::size_t>(rank)][operation];
  }

 private:
  std::shared_ptr<const Schedule> schedule_;
  OperationJob job_;
  std::map<std::pair<int, std::uint32_t>, MessageEvent> met_;  ///< by rank and operation: messages of such receives
  std::vector<RankTimes> times_;                               ///< by rank
  std::vector<std::vector<std::uint32_t>> last_;  ///< by rank and processor: the operation that it took last
};

/// Schedules of a run, in the order of their jobs.
using OperationTables = std::vector<const OperationTimes*>;

/// "send", "recv", "calc", "wait", as GOAL has them.
const char* name_of(OperationKind kind);

}  // namespace tactus
