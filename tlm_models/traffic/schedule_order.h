#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tlm_models/traffic/schedule.h"
#include "tlm_models/traffic/schedule_matching.h"

namespace tactus {

/// Order of the operations of a schedule whose messages are matched: executes it without time.
///
/// The beginning of an operation is as deep as the deepest end that it `requires` and the deepest beginning that it
/// `irequires`. Sends and computing end as deep as they begin; a receive ends one deeper than it and its send begin.
/// That depth is the order of a receive: its sender sends after receives of lower orders alone.
///
/// The receives of a group end in their order: the n-th when it and n sends of the group have begun, one deeper than it
/// and all these.
class ScheduleOrder {
 public:
  using Index = Schedule::Index;

  struct Place {
    int rank = 0;
    Index operation = 0;
  };

  /// Fills in `Program::order`; finds at most `limit` faults. Appends all operations to `begun`, in the order in which
  /// they begin, unless it is null.
  ScheduleOrder(std::vector<Schedule::Program>& programs, const MatchedMessages& messages, std::size_t limit,
                std::vector<Place>* begun = nullptr);
  /// Operations that never begin.
  [[nodiscard]] const std::vector<ScheduleFault>& faults() const { return faults_; }

 private:
  /// State of the operations of one rank.
  struct State {
    std::vector<std::uint32_t> missing;  ///< dependencies that an operation still has
    std::vector<Index> first;            ///< first place in `followers`, by operation and one more
    std::vector<Index> followers;        ///< positions in the rank's dependencies; empty: each is its own
    std::vector<std::uint8_t> begun;     ///< a receive: bit 0 begun, bit 1 its message is under way
  };

  /// Sends of a group that have begun.
  struct Coming {
    std::size_t sends = 0;
    std::uint32_t depth = 0;  ///< depth of the deepest
  };

  void prepare(std::size_t rank);
  static void list_followers(const std::vector<Schedule::Dependency>& dependencies, State& state);
  void begin_send(Place place);
  void group_message_comes(Index group, std::uint32_t depth);
  void begin(Place place);
  /// Begins `first`, and all that can begin then.
  void begin_with_followers(Place first);
  void end(Place place);
  void follow(Place place, bool on_begin);
  void message_comes(Place receive, std::uint32_t depth);
  void find_faults(std::size_t limit);
  /// Goes from an operation that has not ended to one that it waits for, and on; names those that it meets twice.
  void follow_circle(Place start, std::uint32_t walk, std::size_t limit);
  [[nodiscard]] Place awaited_by(Place place) const;
  [[nodiscard]] bool has_begun(Place place) const;
  [[nodiscard]] Place group_sender_of(Place receive) const;
  [[nodiscard]] Place sender_of(Place receive) const;
  [[nodiscard]] std::string text(Place place, Place awaited) const;
  [[nodiscard]] bool has_ended(Place place) const;
  std::uint32_t& depth(Place place) { return programs_[static_cast<std::size_t>(place.rank)].order[place.operation]; }
  [[nodiscard]] const Operation& at(Place place) const {
    return programs_[static_cast<std::size_t>(place.rank)].operations[place.operation];
  }
  State& state(Place place) { return states_[static_cast<std::size_t>(place.rank)]; }

  std::vector<Schedule::Program>& programs_;
  const MatchedMessages& messages_;
  std::vector<Place>* begun_;
  std::vector<Coming> groups_;  ///< by number
  std::vector<State> states_;
  std::vector<Place> ready_;
  std::vector<ScheduleFault> faults_;
};

}  // namespace tactus
