#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tlm_models/traffic/schedule.h"
#include "tlm_models/traffic/schedule_matching.h"
#include "tlm_models/traffic/schedule_order.h"

namespace tactus {

/// Finds the sends of a schedule that are one half of an exchange, whose other half is a receive of the same rank and
/// NIC. Ranks have nodes of their own.
///
/// Each begin of an operation has a level: the highest of those of the ends that it `requires` and of the begins that
/// it `irequires`. That of a send is also above those of all sends before it on its NIC whose place among the sends
/// there does not depend on time. Computing and waits end at their level, a send one above it, a receive one above its
/// own and above the end of its send. A send is one half of an exchange if its place is such a one, and exactly one
/// receive of its NIC gets a message sent at its level and begins at no higher one. Contract and proof:
/// docs/reference/operations.md.
class ScheduleExchanges {
 public:
  using Index = Schedule::Index;

  /// `begun`: all operations of all ranks, in an order in which they can begin. Fills in `Program::exchange`, and in
  /// `Program::order` of receives their levels.
  ScheduleExchanges(std::vector<Schedule::Program>& programs, const MatchedMessages& messages,
                    const std::vector<ScheduleOrder::Place>& begun);

  /// Why no send is one half of an exchange; empty if one is.
  [[nodiscard]] const std::string& why_none() const { return why_none_; }

 private:
  /// Message that comes for a rank, from a sender that it names.
  struct Incoming {
    std::int8_t nic = 0;
    std::uint32_t level = 0;  ///< level of its send
    Index receive = 0;
  };

  void find_fixed(const std::vector<ScheduleOrder::Place>& begun);
  [[nodiscard]] std::string held_text(std::size_t rank, Index wait) const;
  void find_levels(const std::vector<ScheduleOrder::Place>& begun);
  void begin_send(const ScheduleOrder::Place& place);
  [[nodiscard]] std::uint32_t end_of(std::size_t rank, Index operation) const;
  void pair_sends(std::size_t rank, const std::vector<Incoming>& incoming);
  [[nodiscard]] std::string partner_of(std::size_t rank, Index send, const std::vector<Incoming>& incoming,
                                       Index& receive) const;
  [[nodiscard]] bool leaves(std::size_t rank, Index operation) const;

  std::vector<Schedule::Program>& programs_;
  const MatchedMessages& messages_;
  std::vector<std::vector<bool>> fixed_;  ///< by rank and operation: a send whose place does not depend on time
  std::vector<std::vector<std::uint32_t>> level_;  ///< levels of the begins
  std::vector<std::vector<std::uint32_t>> comes_;  ///< levels of the ends of receives' sends
  std::vector<std::vector<std::uint32_t>> next_;   ///< by rank and NIC: lowest level of the next send
  std::vector<std::uint32_t> group_sends_;         ///< by group: sends that have begun
  std::vector<std::uint32_t> group_level_;         ///< highest level of their ends, by group
  bool any_ = false;
  std::string why_none_;
};

}  // namespace tactus
