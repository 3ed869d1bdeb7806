#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tlm_models/traffic/schedule.h"

namespace tactus {

/// Receiver of each message of a schedule.
struct MatchedMessages {
  /// Bit of the entries in `receives` that are numbers of groups.
  static constexpr Schedule::Index kGroup = 1U << 31U;

  /// By rank and operation, up to the last send of the rank: of a send the receive, in the operations of its peer, or
  /// `kGroup` and the number of its group; Schedule::kNone for all others.
  std::vector<std::vector<Schedule::Index>> receives;
  std::vector<Schedule::Group> groups;

  /// `receive`, an entry of `receives` of a send, is that of a group.
  static bool is_group(Schedule::Index receive) { return (receive & kGroup) != 0; }
};

/// Pairs the sends of a schedule with its receives. See Schedule.
class ScheduleMatching {
 public:
  using Index = Schedule::Index;

  /// Changes tags and NICs in `programs`; finds at most `limit` faults. `exchanges` and `tags`: as Schedule::match.
  ScheduleMatching(std::vector<Schedule::Program>& programs, int nics, std::size_t limit, bool exchanges = false,
                   MessageTags tags = MessageTags::kNumbers);

  [[nodiscard]] const std::vector<ScheduleFault>& faults() const { return faults_; }
  [[nodiscard]] const MatchedMessages& messages() const { return messages_; }
  [[nodiscard]] const std::vector<Schedule::Group>& groups() const { return messages_.groups; }

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
  /// Makes groups of the receives of `rank` from any rank, and takes them and their messages off both lists.
  void take_groups(int rank, Ends& sends, Ends& receives);
  /// Messages of one group, which is number `index` of those of its rank.
  void make_group(int rank, std::uint32_t index, Ends& sends, const Ends& receives);
  [[nodiscard]] bool check_group(int rank, const Ends& sends, const Ends& receives);
  void number_group(int rank, std::uint32_t index, Ends& sends, const Ends& receives);
  [[nodiscard]] std::optional<std::int8_t> nic_of_group(int rank, const Ends& sends, const Ends& receives);
  void pair(int rank, const End& send, const End& receive);
  void number_pairs(int rank, Ends& sends);
  void alone(int rank, const End& end, int other);
  void fault(int rank, const Operation& operation, const std::string& text);
  [[nodiscard]] bool full() const { return faults_.size() >= limit_; }
  Operation& at(int rank, Index operation) { return programs_[static_cast<std::size_t>(rank)].operations[operation]; }

  std::vector<Schedule::Program>& programs_;
  int nics_;
  std::size_t limit_;
  bool exchanges_;
  MessageTags tags_;
  MatchedMessages messages_;
  std::vector<Ends> sends_;  ///< by receiving rank, in the order of senders and their operations
  std::vector<ScheduleFault> faults_;
};

}  // namespace tactus
