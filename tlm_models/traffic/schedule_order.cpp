#include "tlm_models/traffic/schedule_order.h"

#include <fmt/core.h>

#include <algorithm>

#include "tlm_models/traffic/rank_program.h"

namespace tactus {
namespace {

constexpr std::uint8_t kBegun = 1;
constexpr std::uint8_t kComes = 2;
constexpr std::uint8_t kEnded = 4;
constexpr std::uint32_t kFirstWalk = 1U << 31U;  ///< above all depths
std::uint32_t group_tag(const Operation& operation) { return operation.tag >> kGroupNumberBits; }
constexpr const char* kPlaceUnit = "line";

}  // namespace

ScheduleOrder::ScheduleOrder(std::vector<Schedule::Program>& programs, const MatchedMessages& messages,
                             std::size_t limit, std::vector<Place>* begun)
    : programs_(programs),
      messages_(messages),
      begun_(begun),
      groups_(messages.groups.size()),
      states_(programs.size()) {
  for (std::size_t rank = 0; rank < programs_.size(); ++rank) prepare(rank);
  for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
    const State& state = states_[rank];
    for (auto i = static_cast<Index>(state.missing.size()); i-- > 0;) {
      if (state.missing[i] == 0 && (state.begun[i] & kBegun) == 0) begin_with_followers({static_cast<int>(rank), i});
    }
  }
  find_faults(limit);
}

void ScheduleOrder::begin_with_followers(Place first) {
  ready_.push_back(first);
  while (!ready_.empty()) {
    const Place place = ready_.back();
    ready_.pop_back();
    begin(place);
  }
}

void ScheduleOrder::prepare(std::size_t rank) {
  Schedule::Program& program = programs_[rank];
  State& state = states_[rank];
  const std::size_t operations = program.operations.size();
  program.order.assign(operations, 0);
  state.missing.assign(operations, 0);
  state.begun.assign(operations, 0);
  state.first.assign(operations + 1, 0);
  for (const Schedule::Dependency& each : program.dependencies) {
    ++state.missing[each.operation];
    ++state.first[each.earlier + 1];
  }
  for (std::size_t i = 0; i < operations; ++i) state.first[i + 1] += state.first[i];
  list_followers(program.dependencies, state);
}

/// Dependencies that are in the order of what comes earlier, as in a chain, need no list.
void ScheduleOrder::list_followers(const std::vector<Schedule::Dependency>& dependencies, State& state) {
  const auto before = [](const Schedule::Dependency& a, const Schedule::Dependency& b) {
    return a.earlier < b.earlier;
  };
  if (std::is_sorted(dependencies.begin(), dependencies.end(), before)) return;
  state.followers.resize(dependencies.size());
  // Each entry of `first` moves on to the next one's place, and back.
  for (Index i = 0; i < dependencies.size(); ++i) state.followers[state.first[dependencies[i].earlier]++] = i;
  std::move_backward(state.first.begin(), state.first.end() - 1, state.first.end());
  state.first[0] = 0;
}

void ScheduleOrder::begin(Place place) {
  state(place).begun[place.operation] |= kBegun;
  if (begun_ != nullptr) begun_->push_back(place);
  follow(place, true);
  const Operation& operation = at(place);
  if (operation.kind == OperationKind::kReceive) {
    if ((state(place).begun[place.operation] & kComes) != 0) end(place);
    return;
  }
  if (operation.kind == OperationKind::kSend) {
    begin_send(place);
  }
  end(place);
}

void ScheduleOrder::begin_send(Place place) {
  const Index receive = messages_.receives[static_cast<std::size_t>(place.rank)][place.operation];
  if (MatchedMessages::is_group(receive)) return group_message_comes(receive & ~MatchedMessages::kGroup, depth(place));
  message_comes({at(place).peer, receive}, depth(place));
}

void ScheduleOrder::group_message_comes(Index group, std::uint32_t depth_of_send) {
  const Schedule::Group& self = messages_.groups[group];
  Coming& coming = groups_[group];
  coming.depth = std::max(coming.depth, depth_of_send);
  message_comes({self.rank, self.receives[coming.sends++]}, coming.depth);
}

void ScheduleOrder::message_comes(Place receive, std::uint32_t depth_of_send) {
  depth(receive) = std::max(depth(receive), depth_of_send);
  std::uint8_t& begun = state(receive).begun[receive.operation];
  begun |= kComes;
  if ((begun & kBegun) != 0) end(receive);
}

void ScheduleOrder::end(Place place) {
  state(place).begun[place.operation] |= kEnded;
  if (at(place).kind == OperationKind::kReceive) ++depth(place);
  follow(place, false);
}

/// Those that wait for the beginning of the operation, or for its end.
void ScheduleOrder::follow(Place place, bool on_begin) {
  const Schedule::Program& program = programs_[static_cast<std::size_t>(place.rank)];
  State& self = state(place);
  const std::uint32_t here = depth(place);
  for (Index i = self.first[place.operation]; i < self.first[place.operation + 1]; ++i) {
    const Schedule::Dependency& each = program.dependencies[self.followers.empty() ? i : self.followers[i]];
    if ((each.on_begin != 0) != on_begin) continue;
    const Place follower{place.rank, each.operation};
    // The beginning of a receive may be told when its message comes already: that is not deeper than its own end.
    depth(follower) = std::max(depth(follower), here);
    if (--self.missing[each.operation] == 0) ready_.push_back(follower);
  }
}

bool ScheduleOrder::has_ended(Place place) const {
  return (states_[static_cast<std::size_t>(place.rank)].begun[place.operation] & kEnded) != 0;
}

/// What an operation that has not ended waits for: another one that has not.
ScheduleOrder::Place ScheduleOrder::awaited_by(Place place) const {
  const Schedule::Program& program = programs_[static_cast<std::size_t>(place.rank)];
  const auto& begun = states_[static_cast<std::size_t>(place.rank)].begun;
  if ((begun[place.operation] & kBegun) != 0) return sender_of(place);
  const auto first =
      std::lower_bound(program.dependencies.begin(), program.dependencies.end(), place.operation,
                       [](const Schedule::Dependency& each, Index operation) { return each.operation < operation; });
  const auto missing = std::find_if(first, program.dependencies.end(), [&](const Schedule::Dependency& each) {
    return (begun[each.earlier] & (each.on_begin != 0 ? kBegun : kEnded)) == 0;
  });
  return {place.rank, missing->earlier};
}

bool ScheduleOrder::has_begun(Place place) const {
  return (states_[static_cast<std::size_t>(place.rank)].begun[place.operation] & kBegun) != 0;
}

/// Sender of one of the group's messages that are missing.
ScheduleOrder::Place ScheduleOrder::group_sender_of(Place receive) const {
  for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
    const std::vector<Index>& receives = messages_.receives[rank];
    for (Index i = 0; i < receives.size(); ++i) {
      if (receives[i] == Schedule::kNone || !MatchedMessages::is_group(receives[i])) continue;
      const Schedule::Group& group = messages_.groups[receives[i] & ~MatchedMessages::kGroup];
      const Place send{static_cast<int>(rank), i};
      if (group.rank == receive.rank && group_tag(at(send)) == group_tag(at(receive)) && !has_begun(send)) return send;
    }
  }
  return receive;
}

ScheduleOrder::Place ScheduleOrder::sender_of(Place receive) const {
  if (at(receive).peer == Operation::kAnyRank) return group_sender_of(receive);
  const int sender = at(receive).peer;
  const Schedule::Program& program = programs_[static_cast<std::size_t>(sender)];
  const std::vector<Index>& receives = messages_.receives[static_cast<std::size_t>(sender)];
  Index send = 0;
  while (receives[send] != receive.operation || program.operations[send].peer != receive.rank) ++send;
  return {sender, send};
}

std::string ScheduleOrder::text(Place place, Place awaited) const {
  const std::string where = awaited.rank == place.rank ? std::string() : fmt::format(" of rank {}", awaited.rank);
  return fmt::format("never ends: it waits for {} {}{}, and so, in a circle, for itself", kPlaceUnit, at(awaited).place,
                     where);
}

void ScheduleOrder::follow_circle(Place start, std::uint32_t walk, std::size_t limit) {
  // Depths are of no use any more: they hold the number of the walk that has come by, and of the one that has named it.
  Place place = start;
  while (depth(place) < kFirstWalk) {
    depth(place) = walk;
    place = awaited_by(place);
  }
  if (depth(place) != walk) return;
  while (depth(place) == walk && faults_.size() < limit) {
    depth(place) = walk + 1;
    const Place awaited = awaited_by(place);
    faults_.push_back({place.rank, at(place).place, text(place, awaited)});
    place = awaited;
  }
}

void ScheduleOrder::find_faults(std::size_t limit) {
  std::uint32_t walk = kFirstWalk;
  for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
    for (Index i = 0; i < programs_[rank].operations.size() && faults_.size() < limit; ++i) {
      const Place place{static_cast<int>(rank), i};
      if (has_ended(place) || depth(place) >= kFirstWalk) continue;
      follow_circle(place, walk, limit);
      walk += 2;
    }
  }
}

}  // namespace tactus
