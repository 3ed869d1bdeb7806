#include "testbench/app/import/communicator_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace tactus {
namespace {

using Event = CommunicatorEvent;

/// Number that MPI_COMM_SELF has at every rank: no two of them have a rank in common.
constexpr std::uint32_t kSelfNumber = 1;
constexpr std::uint32_t kFirstNumber = 2;

const char* function_of(Event::Kind kind) {
  switch (kind) {
    case Event::kDuplicate:
      return "MPI_Comm_dup";
    case Event::kSplit:
      return "MPI_Comm_split";
    case Event::kOfGroup:
      return "MPI_Comm_create";
    case Event::kCartesian:
      return "MPI_Cart_create";
    case Event::kSubgrid:
      return "MPI_Cart_sub";
    default:
      return "a message";
  }
}

bool contains(const std::vector<int>& list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

CommunicatorHistory::CommunicatorHistory(int ranks) : ranks_(static_cast<std::size_t>(ranks)) {
  Communicator world;
  world.ranks.resize(ranks_.size());
  std::iota(world.ranks.begin(), world.ranks.end(), 0);
  communicators_.push_back(std::move(world));
  selves_.reserve(ranks_.size());
  for (int rank = 0; rank < ranks; ++rank) selves_.push_back({kSelfNumber, {rank}, {}});
  for (int rank = 0; rank < ranks; ++rank) {
    of(rank).communicators = {{kWorld, &communicators_.front()}, {kSelf, &selves_[static_cast<std::size_t>(rank)]}};
  }
}

const Communicator* CommunicatorHistory::made(int rank, std::size_t n) const {
  const auto& made = ranks_[static_cast<std::size_t>(rank)].made;
  return n < made.size() ? made[n] : nullptr;
}

void CommunicatorHistory::resolve(ImportFaults& faults) {
  bool moved = true;
  while (moved && !failed_) {
    moved = false;
    for (int rank = 0; rank < static_cast<int>(ranks_.size()); ++rank) {
      while (!failed_ && step(rank, faults)) moved = true;
    }
  }
  if (!failed_) tell_waiting(faults);
}

bool CommunicatorHistory::step(int number, ImportFaults& faults) {
  Rank& rank = of(number);
  if (rank.next == rank.events.size()) return false;
  const Event& event = rank.events[rank.next];
  const bool done = event.kind >= Event::kGroupOf ? form_group(rank, event, faults) : meet(number, event, faults);
  if (done) ++rank.next;
  return done;
}

const Communicator* CommunicatorHistory::parent_of(Rank& rank, const Event& event, ImportFaults& faults) {
  const auto found = rank.communicators.find(event.parent);
  if (found != rank.communicators.end()) return found->second;
  failed_ = true;
  faults.add(event.place, fmt::format("communicator {} has not been made by a call that is read", event.parent));
  return nullptr;
}

const std::vector<int>* CommunicatorHistory::group_of(Rank& rank, int handle, const Event& event,
                                                      ImportFaults& faults) {
  const auto found = rank.groups.find(handle);
  if (found != rank.groups.end()) return &found->second;
  failed_ = true;
  faults.add(event.place, fmt::format("group {} has not been made by a call that is read", handle));
  return nullptr;
}

bool CommunicatorHistory::form_group(Rank& rank, const Event& event, ImportFaults& faults) {
  if (event.kind == Event::kUse || event.kind == Event::kGroupOf) {
    const Communicator* parent = parent_of(rank, event, faults);
    if (parent == nullptr) return false;
    if (event.kind == Event::kGroupOf) {
      rank.groups[event.made] = parent->ranks;
    } else {
      used_.insert(parent->number);
    }
    return true;
  }
  const std::vector<int>* group = group_of(rank, event.group, event, faults);
  if (group == nullptr) return false;
  std::vector<int> formed;
  if (event.kind == Event::kInclude) {
    for (const int member : event.list) {
      if (member < 0 || static_cast<std::size_t>(member) >= group->size()) {
        failed_ = true;
        faults.add(event.place,
                   fmt::format("group {} has no member {}: it has {}", event.group, member, group->size()));
        return false;
      }
      formed.push_back((*group)[static_cast<std::size_t>(member)]);
    }
  } else if (event.kind == Event::kExclude) {
    for (std::size_t member = 0; member < group->size(); ++member) {
      if (!contains(event.list, static_cast<int>(member))) formed.push_back((*group)[member]);
    }
  } else {
    const std::vector<int>* other = group_of(rank, event.other, event, faults);
    if (other == nullptr) return false;
    for (const int member : *group) {
      if (event.kind == Event::kUnion || contains(*other, member) == (event.kind == Event::kIntersection)) {
        formed.push_back(member);
      }
    }
    for (const int member : *other) {
      if (event.kind == Event::kUnion && !contains(*group, member)) formed.push_back(member);
    }
  }
  rank.groups[event.made] = std::move(formed);
  return true;
}

bool CommunicatorHistory::meet(int number, const Event& event, ImportFaults& faults) {
  Rank& rank = of(number);
  const Communicator* parent = parent_of(rank, event, faults);
  if (parent == nullptr) return false;
  const int member = parent->member(number);
  if (rank.waits_at == nullptr) {
    // MPI_COMM_SELF has one number for all ranks: their calls are told apart by the rank.
    const std::size_t call = rank.calls_on[parent->number]++;
    const std::uint32_t own = parent->number == kSelfNumber ? static_cast<std::uint32_t>(number) << 1U | 1U : 0;
    rank.waits_at = &meetings_[{own == 0 ? parent->number << 1U : own, call}];
    rank.waits_at->calls[member] = &event;
    if (rank.waits_at->calls.size() == parent->ranks.size() && !complete(*parent, *rank.waits_at, faults)) {
      failed_ = true;
      return false;
    }
  }
  const auto made = rank.waits_at->made.find(member);
  if (made == rank.waits_at->made.end()) return false;
  rank.waits_at = nullptr;
  rank.made.push_back(made->second);
  if ((made->second == nullptr) != (event.made == kNull)) {
    failed_ = true;
    faults.add(event.place, fmt::format("{} made {} for rank {}, and the calls of the others say the contrary",
                                        function_of(event.kind),
                                        event.made == kNull ? "no communicator" : "a communicator", number));
    return false;
  }
  if (made->second != nullptr) rank.communicators[event.made] = made->second;
  return true;
}

const Communicator* CommunicatorHistory::make(std::vector<int> ranks, std::vector<int> grid) {
  const auto number = static_cast<std::uint32_t>(communicators_.size()) - 1 + kFirstNumber;
  communicators_.push_back({number, std::move(ranks), std::move(grid)});
  return &communicators_.back();
}

bool CommunicatorHistory::complete(const Communicator& parent, Meeting& meeting, ImportFaults& faults) {
  const Event& first = *meeting.calls.begin()->second;
  for (const auto& [member, event] : meeting.calls) {
    if (event->kind == first.kind) continue;
    faults.add(event->place, fmt::format("rank {} calls {} where rank {} of the same communicator calls {}",
                                         parent.ranks[static_cast<std::size_t>(member)], function_of(event->kind),
                                         parent.ranks[static_cast<std::size_t>(meeting.calls.begin()->first)],
                                         function_of(first.kind)));
    return false;
  }
  for (std::size_t member = 0; member < parent.ranks.size(); ++member) {
    meeting.made[static_cast<int>(member)] = nullptr;
  }
  switch (first.kind) {
    case Event::kSplit:
      split(parent, meeting);
      return true;
    case Event::kOfGroup:
      return of_groups(parent, meeting, faults);
    case Event::kCartesian:
      return cartesian(parent, meeting, faults);
    case Event::kSubgrid:
      return subgrids(parent, meeting, faults);
    default: {
      const Communicator* copy = make(parent.ranks, parent.grid);
      for (auto& [member, made] : meeting.made) made = copy;
      return true;
    }
  }
}

/// MPI 1.0, section 5.4.2: members of one color, by their keys and then by their numbers in the parent. A negative
/// color is MPI_UNDEFINED.
void CommunicatorHistory::split(const Communicator& parent, Meeting& meeting) {
  std::map<int, std::vector<std::pair<int, int>>> by_color;  // key and member
  for (const auto& [member, event] : meeting.calls) {
    if (event->color >= 0) by_color[event->color].emplace_back(event->key, member);
  }
  for (auto& [color, members] : by_color) {
    std::sort(members.begin(), members.end());
    std::vector<int> ranks;
    for (const auto& [key, member] : members) ranks.push_back(parent.ranks[static_cast<std::size_t>(member)]);
    const Communicator* made = make(std::move(ranks));
    for (const auto& [key, member] : members) meeting.made[member] = made;
  }
}

bool CommunicatorHistory::of_groups(const Communicator& parent, Meeting& meeting, ImportFaults& faults) {
  std::map<std::vector<int>, const Communicator*> made;
  for (const auto& [member, event] : meeting.calls) {
    const int number = parent.ranks[static_cast<std::size_t>(member)];
    Rank& rank = of(number);
    const std::vector<int>* group = group_of(rank, event->group, *event, faults);
    if (group == nullptr) return false;
    if (!contains(*group, number)) continue;
    const auto [place, is_new] = made.emplace(*group, nullptr);
    if (is_new) place->second = make(*group);
    meeting.made[member] = place->second;
  }
  return true;
}

/// MPI 1.0, section 6.5.1: the first members, as many as the grid has places. Without reordering, as implementations
/// have it even where it is allowed.
bool CommunicatorHistory::cartesian(const Communicator& parent, Meeting& meeting, ImportFaults& faults) {
  const Event& first = *meeting.calls.begin()->second;
  std::int64_t places = 1;
  for (const int size : first.list) {
    places = size < 1 || places > static_cast<std::int64_t>(parent.ranks.size()) ? 0 : places * size;
  }
  if (places < 1 || places > static_cast<std::int64_t>(parent.ranks.size())) {
    faults.add(first.place, fmt::format("a grid of {} places for the {} members of the communicator",
                                        fmt::join(first.list, "x"), parent.ranks.size()));
    return false;
  }
  const Communicator* made = make({parent.ranks.begin(), parent.ranks.begin() + places}, first.list);
  for (int member = 0; member < places; ++member) meeting.made[member] = made;
  return true;
}

/// MPI 1.0, section 6.5.6: members whose coordinates differ in the remaining dimensions alone.
bool CommunicatorHistory::subgrids(const Communicator& parent, Meeting& meeting, ImportFaults& faults) {
  const Event& first = *meeting.calls.begin()->second;
  if (parent.grid.empty() || parent.grid.size() != first.list.size()) {
    faults.add(first.place, fmt::format("a part of {} dimensions of a communicator that has {}", first.list.size(),
                                        parent.grid.size()));
    return false;
  }
  std::vector<int> grid;
  for (std::size_t d = 0; d < parent.grid.size(); ++d) {
    if (first.list[d] != 0) grid.push_back(parent.grid[d]);
  }
  std::map<std::vector<int>, std::vector<int>> parts;  // members, by their coordinates in the other dimensions
  for (int member = 0; member < static_cast<int>(parent.ranks.size()); ++member) {
    std::vector<int> fixed;
    int rest = member;
    for (std::size_t d = parent.grid.size(); d-- > 0;) {
      if (first.list[d] == 0) fixed.push_back(rest % parent.grid[d]);
      rest /= parent.grid[d];
    }
    parts[fixed].push_back(member);
  }
  for (const auto& [fixed, members] : parts) {
    std::vector<int> ranks;
    for (const int member : members) ranks.push_back(parent.ranks[static_cast<std::size_t>(member)]);
    const Communicator* made = make(std::move(ranks), grid);
    for (const int member : members) meeting.made[member] = made;
  }
  return true;
}

void CommunicatorHistory::tell_waiting(ImportFaults& faults) const {
  for (std::size_t number = 0; number < ranks_.size(); ++number) {
    const Rank& rank = ranks_[number];
    if (rank.waits_at == nullptr) continue;
    const Event& event = rank.events[rank.next];
    const Communicator& parent = *rank.communicators.at(event.parent);
    for (std::size_t member = 0; member < parent.ranks.size(); ++member) {
      if (rank.waits_at->calls.count(static_cast<int>(member)) != 0) continue;
      faults.add(event.place, fmt::format("rank {} calls {} and rank {} of the same communicator does not", number,
                                          function_of(event.kind), parent.ranks[member]));
      return;
    }
  }
}

}  // namespace tactus
