#pragma once

#include <cstddef>
#include <vector>

#include "tlm_models/traffic/schedule.h"

namespace tactus {

/// Pairs the sends of a schedule with its receives. See Schedule.
class ScheduleMatching {
 public:
  using Index = Schedule::Index;

  /// Changes tags and NICs in `programs`; finds at most `limit` faults.
  ScheduleMatching(std::vector<Schedule::Program>& programs, int nics, std::size_t limit);

  [[nodiscard]] const std::vector<ScheduleFault>& faults() const { return faults_; }
  /// By rank and operation: of a send the receive, in the operations of its peer; Schedule::kNone for all others.
  [[nodiscard]] const std::vector<std::vector<Index>>& receives() const { return receives_; }

 private:
  /// One side of a message.
  struct End {
    int other = 0;  ///< rank
    std::uint32_t tag = 0;
    Index operation = 0;
    std::uint32_t number = 0;  ///< place of a send among those of its rank
  };
  using Ends = std::vector<End>;

  void check_operations();
  void collect_sends();
  void match_rank(int rank, Ends& sends, Ends& receives);
  void pair(int rank, const End& send, const End& receive);
  void number_pairs(int rank, Ends& sends);
  void alone(int rank, const End& end, int other);
  void fault(int rank, const Operation& operation, const std::string& text);
  [[nodiscard]] bool full() const { return faults_.size() >= limit_; }
  Operation& at(int rank, Index operation) { return programs_[static_cast<std::size_t>(rank)].operations[operation]; }

  std::vector<Schedule::Program>& programs_;
  int nics_;
  std::size_t limit_;
  std::vector<std::vector<Index>> receives_;
  std::vector<Ends> sends_;  ///< by receiving rank, in the order of senders and their operations
  std::vector<ScheduleFault> faults_;
};

}  // namespace tactus
