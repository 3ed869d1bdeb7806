#pragma once

#include <map>
#include <vector>

#include "tlm_models/traffic/collectives/collective_program.h"

namespace tactus::test {

/// An operation with all that it waits for, and the data that it moves.
struct RecordedOperation {
  Operation operation;
  std::vector<OperationSink::Index> after_end;
  std::vector<OperationSink::Index> after_begin;
  std::vector<Segment> data;  ///< of a message, or of what a compute operation combines
  Use use = Use::kStore;      ///< of a receive
  int combined_receive = -1;  ///< of a compute operation: the receive whose data it combines; -1: none
  int round = -1;             ///< among those in which the member has operations
};

/// A combination that takes no time: as soon as all of `after` have ended.
struct FreeCombination {
  OperationSink::Index receive = 0;
  std::vector<Segment> data;
  std::vector<OperationSink::Index> after;
};

struct RecordedMember {
  std::vector<RecordedOperation> operations;
  std::vector<FreeCombination> combinations;
};

/// The operations of all members of a call, each of which begins with a compute operation and ends with the call's end.
class RecordedCall final : public OperationSink, public CollectiveData {
 public:
  using Index = OperationSink::Index;

  /// Member by member or, `in_turn`, one round of each after the other.
  explicit RecordedCall(const Collective& collective, bool in_turn = false);

  [[nodiscard]] const std::vector<RecordedMember>& members() const { return members_; }
  std::vector<RecordedMember>& members() { return members_; }
  [[nodiscard]] int member(int rank) const { return member_of_rank_.at(rank); }

  Index add(int rank, const Operation& operation) override;
  void after_end_of(int rank, Index operation, Index earlier) override;
  void after_begin_of(int rank, Index operation, Index earlier) override;
  void sends(int member, Index send, Payload data) override;
  void receives(int member, Index receive, Payload data, Use use) override;
  void combines(int member, Index receive, Payload data, const Ends& after, const Index* by) override;

 private:
  RecordedOperation& at(int rank, Index operation);

  std::map<int, int> member_of_rank_;
  std::vector<RecordedMember> members_;
  std::vector<int> rounds_;  ///< round that each member is writing
};

/// Costs of a recorded call, counted.
struct CountedCosts {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;     ///< most that a member sends, or receives
  std::uint64_t port = 0;      ///< most that a member sends to one other in lanes of one parity
  std::uint64_t combined = 0;  ///< most that a member combines
};
CountedCosts count_costs(const RecordedCall& call);

}  // namespace tactus::test
