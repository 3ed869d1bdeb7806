#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/traffic/operation.h"
#include "tlm_models/traffic/operation_list.h"

namespace tactus {

/// Fault of an operation of a schedule.
struct ScheduleFault {
  int rank = 0;
  std::uint32_t place = 0;  ///< Operation::place
  std::string text;
};

/// Tags of messages after they are matched, where those of a pair differ.
enum class MessageTags : std::uint8_t {
  kNumbers,  ///< their number among those of their pair
  kOwn,      ///< they stay, and differ already
};

/// The operations of all ranks, as they were read, and who receives what.
///
/// Messages are matched before the run: of the sends of one rank to another with one tag, the first in the order of the
/// sender's operations goes to the first receive in the order of the receiver's, and so on. Receives from any rank are
/// the exception: those of one tag and their messages are a group, whose messages are taken as they come. Takes 32 B
/// for an operation and 8 B for a dependency. Reference: docs/reference/operations.md.
class Schedule final : public OperationSink {
 public:
  static constexpr Index kNone = UINT32_MAX;

  /// `operation` begins after `earlier` has ended or, if `on_begin`, begun.
  struct Dependency {
    Index operation = 0;
    Index earlier : 31;
    Index on_begin : 1;
  };
  /// Receives of one rank that take the messages of any rank, and as many sends.
  struct Group {
    int rank = 0;
    std::vector<Index> receives;  ///< in their order, in which they begin
  };
  /// Operations of one rank.
  struct Program {
    OperationList operations;
    std::vector<Dependency> dependencies;  ///< after `match`: by operation
    /// After `match`, by operation: of receives their `Op::order`; of all others how deep they are among the messages.
    std::vector<std::uint32_t> order;
    /// After `match` with exchanges, by operation: of a send that is one half of an exchange the receive that is the
    /// other half; kNone for all others. Empty without.
    std::vector<Index> exchange;
    /// An operation begins only after one of the `lookahead` operations before it has begun.
    Index lookahead = 1;
    int processors = 1;
  };

  /// Most operations of a rank, and most ranks.
  static constexpr Index kMostOperations = (1U << 31U) - 1;

  /// There are at least so many ranks.
  void set_ranks(int ranks) { programs_.resize(std::max(programs_.size(), static_cast<std::size_t>(ranks))); }
  Index add(int rank, const Operation& operation) override;
  void after_end_of(int rank, Index operation, Index earlier) override { depend(rank, operation, earlier, 0); }
  void after_begin_of(int rank, Index operation, Index earlier) override { depend(rank, operation, earlier, 1); }

  /// Ranks 0 .. ranks() - 1 are there, with or without operations.
  [[nodiscard]] int ranks() const { return static_cast<int>(programs_.size()); }
  [[nodiscard]] const Program& program(int rank) const { return programs_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] std::uint64_t operations() const;
  /// Processors of the rank that has most.
  [[nodiscard]] int processors() const;

  /// Matches all messages, whose `tag` becomes what `tags` says and whose `nic` is one of `nics`, and orders them.
  /// Answers the faults, at most `limit`: receives and sends without the other side, of different sizes, with NICs that
  /// there are not or that differ, and operations that wait for each other in a circle. Messages of a group have tags
  /// with `kGroupTag`.
  /// With `exchanges` it finds the halves of exchanges, too, and orders receives by them: ScheduleExchanges. Ranks then
  /// have nodes of their own.
  std::vector<ScheduleFault> match(int nics, std::size_t limit, bool exchanges = false,
                                   MessageTags tags = MessageTags::kNumbers);
  /// Why no send is one half of an exchange; empty if one is, or if `match` has not looked for any.
  [[nodiscard]] const std::string& why_no_exchange() const { return why_no_exchange_; }

 private:
  Program& at(int rank) { return programs_[static_cast<std::size_t>(rank)]; }
  void chain(const Group& group);
  void sort_dependencies();
  void depend(int rank, Index operation, Index earlier, Index on_begin) {
    at(rank).dependencies.push_back({operation, earlier, on_begin});
  }

  std::vector<Program> programs_;
  std::string why_no_exchange_;
};

}  // namespace tactus
