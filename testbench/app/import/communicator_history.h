#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "testbench/app/import/communicator.h"
#include "testbench/app/import/import_faults.h"

namespace tactus {

/// A call of one rank that makes a communicator or a group, or the first message in a communicator. Handles are the
/// numbers that the trace of the rank has for them.
struct CommunicatorEvent {
  enum Kind : std::uint8_t {
    kDuplicate,     ///< a copy of the parent
    kSplit,         ///< parts of the parent, by `color` and `key`
    kOfGroup,       ///< the members of the parent that are in `group`
    kCartesian,     ///< `list` are its sizes
    kSubgrid,       ///< parts of a Cartesian parent; `list` says which dimensions remain
    kGroupOf,       ///< group `made` of all members of the parent
    kInclude,       ///< group `made` of the members `list` of `group`
    kExclude,       ///< ... of all but those
    kUnion,         ///< group `made` of `group` and then those of `other`
    kIntersection,  ///< ... of `group` that are in `other`
    kDifference,    ///< ... of `group` that are not in `other`
    kUse,           ///< messages in the parent
  };
  Kind kind = kDuplicate;
  int parent = 0;  ///< handle of a communicator
  int made = 0;    ///< handle
  int group = 0;   ///< handle of a group
  int other = 0;   ///< handle of a group
  int color = 0;
  int key = 0;
  std::vector<int> list;
  ImportPlace place;  ///< without the text of its line
};

/// Finds the members of all communicators of a trace, from the calls of all ranks that make them: MPI's rules say what
/// each call makes, and that all members of a communicator make the calls on it in one order.
class CommunicatorHistory {
 public:
  /// Handles of the communicators that are there from the begin.
  static constexpr int kNull = 1;
  static constexpr int kWorld = 2;
  static constexpr int kSelf = 3;

  explicit CommunicatorHistory(int ranks);

  /// In the order of the calls of each rank.
  void add(int rank, CommunicatorEvent event) { of(rank).events.push_back(std::move(event)); }
  /// To be called once, after all calls. Faults are on the list if there are any.
  void resolve(ImportFaults& faults);

  [[nodiscard]] const Communicator& world() const { return communicators_[0]; }
  /// The communicator that the n-th of the calls of `rank` on communicators made; nullptr: none for it.
  [[nodiscard]] const Communicator* made(int rank, std::size_t n) const;
  /// MPI_COMM_SELF of a rank.
  [[nodiscard]] const Communicator& self(int rank) const { return selves_[static_cast<std::size_t>(rank)]; }
  /// Whether the messages of all ranks are in one communicator, or in none.
  [[nodiscard]] bool one_context() const { return used_.size() <= 1; }

 private:
  /// A call of all members of a communicator.
  struct Meeting {
    std::map<int, const CommunicatorEvent*> calls;  ///< by member
    std::map<int, const Communicator*> made;        ///< by member, when all have come
  };
  struct Rank {
    std::deque<CommunicatorEvent> events;
    std::size_t next = 0;
    std::map<int, const Communicator*> communicators;  ///< by handle
    std::map<int, std::vector<int>> groups;            ///< ranks, by handle
    std::map<std::uint32_t, std::size_t> calls_on;     ///< calls made so far on a communicator, by its number
    std::vector<const Communicator*> made;
    Meeting* waits_at = nullptr;
  };

  Rank& of(int rank) { return ranks_[static_cast<std::size_t>(rank)]; }
  /// Executes the next event of the rank `number`; false if it has to wait for others, has none, or is at fault.
  bool step(int number, ImportFaults& faults);
  bool meet(int number, const CommunicatorEvent& event, ImportFaults& faults);
  bool form_group(Rank& rank, const CommunicatorEvent& event, ImportFaults& faults);
  const Communicator* parent_of(Rank& rank, const CommunicatorEvent& event, ImportFaults& faults);
  const std::vector<int>* group_of(Rank& rank, int handle, const CommunicatorEvent& event, ImportFaults& faults);
  bool complete(const Communicator& parent, Meeting& meeting, ImportFaults& faults);
  const Communicator* make(std::vector<int> ranks, std::vector<int> grid = {});
  void split(const Communicator& parent, Meeting& meeting);
  bool of_groups(const Communicator& parent, Meeting& meeting, ImportFaults& faults);
  bool cartesian(const Communicator& parent, Meeting& meeting, ImportFaults& faults);
  bool subgrids(const Communicator& parent, Meeting& meeting, ImportFaults& faults);
  void tell_waiting(ImportFaults& faults) const;

  std::deque<Communicator> communicators_;
  std::vector<Communicator> selves_;
  std::vector<Rank> ranks_;
  std::map<std::pair<std::uint32_t, std::size_t>, Meeting> meetings_;  ///< by communicator and number of the call
  std::set<std::uint32_t> used_;
  bool failed_ = false;
};

}  // namespace tactus
