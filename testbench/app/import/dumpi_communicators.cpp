#include "testbench/app/import/dumpi_communicators.h"

#include <fmt/core.h>

#include <string_view>

namespace tactus {
namespace {

using Event = CommunicatorEvent;

/// A call whose arguments the scan knows: handles of the parent, of groups, of what is made, and a list or two numbers.
struct ScannedCall {
  std::string_view function;
  Event::Kind kind;
  const char* parent;
  const char* group;
  const char* other;
  const char* made;
  const char* list;
};

constexpr ScannedCall kScanned[] = {
    {"MPI_Comm_dup", Event::kDuplicate, "oldcomm", nullptr, nullptr, "newcomm", nullptr},
    {"MPI_Comm_split", Event::kSplit, "oldcomm", nullptr, nullptr, "newcomm", nullptr},
    {"MPI_Comm_create", Event::kOfGroup, "oldcomm", "group", nullptr, "newcomm", nullptr},
    {"MPI_Cart_create", Event::kCartesian, "oldcomm", nullptr, nullptr, "newcomm", "dims"},
    {"MPI_Graph_create", Event::kCartesian, "oldcomm", nullptr, nullptr, "newcomm", "nodes"},
    {"MPI_Cart_sub", Event::kSubgrid, "oldcomm", nullptr, nullptr, "newcomm", "remain_dims"},
    {"MPI_Comm_group", Event::kGroupOf, "comm", nullptr, nullptr, "group", nullptr},
    {"MPI_Group_incl", Event::kInclude, nullptr, "group", nullptr, "newgroup", "ranks"},
    {"MPI_Group_excl", Event::kExclude, nullptr, "group", nullptr, "newgroup", "ranks"},
    {"MPI_Group_union", Event::kUnion, nullptr, "group1", "group2", "newgroup", nullptr},
    {"MPI_Group_intersection", Event::kIntersection, nullptr, "group1", "group2", "newgroup", nullptr},
    {"MPI_Group_difference", Event::kDifference, nullptr, "group1", "group2", "newgroup", nullptr},
};

const ScannedCall* scanned(std::string_view function) {
  for (const ScannedCall& call : kScanned) {
    if (call.function == function) return &call;
  }
  return nullptr;
}

ImportPlace without_text(ImportPlace place) {
  place.text = {};
  return place;
}

/// Sets `value` if the call has such an argument; false, with a fault, if it should have it and has not.
bool set(DumpiCall& call, const char* argument, int& value) {
  if (argument == nullptr) return true;
  const auto number = call.number(argument);
  value = static_cast<int>(number.value_or(0));
  return number.has_value();
}

std::optional<Event> event_of(DumpiCall& call, const ScannedCall& scanned) {
  Event event;
  event.kind = scanned.kind;
  event.place = without_text(call.place());
  const bool split = scanned.kind == Event::kSplit;
  bool right = set(call, scanned.parent, event.parent) && set(call, scanned.group, event.group) &&
               set(call, scanned.other, event.other) && set(call, scanned.made, event.made) &&
               set(call, split ? "color" : nullptr, event.color) && set(call, split ? "key" : nullptr, event.key);
  if (!right || scanned.list == nullptr) return right ? std::make_optional(event) : std::nullopt;
  if (call.function().name == std::string_view("MPI_Graph_create")) {
    event.list.resize(1);
    right = set(call, scanned.list, event.list[0]);
  } else {
    const auto list = call.numbers(scanned.list);
    right = list.has_value();
    if (right) event.list.assign(list->begin(), list->end());
  }
  return right ? std::make_optional(event) : std::nullopt;
}

bool has_message(MpiKind kind) {
  switch (kind) {
    case MpiKind::kSend:
    case MpiKind::kReceive:
    case MpiKind::kStartSend:
    case MpiKind::kStartReceive:
    case MpiKind::kSendReceive:
    case MpiKind::kPersistent:
      return true;
    default:
      return false;
  }
}

}  // namespace

void DumpiCommunicatorScan::take(DumpiCall& call) {
  if (has_message(call.function().kind) && call.has("comm")) {
    Event use;
    use.kind = Event::kUse;
    use.place = without_text(call.place("comm"));
    if (set(call, "comm", use.parent) && used_.insert(use.parent).second) history_.add(rank_, std::move(use));
    return;
  }
  const ScannedCall* known = scanned(call.function().name);
  if (known == nullptr) return;
  auto event = event_of(call, *known);
  if (!event) return;
  used_.erase(event->made);
  history_.add(rank_, std::move(*event));
}

std::optional<std::uint32_t> ContextTags::tag_of(const Communicator& communicator, std::uint32_t tag) {
  if (one_context_) return tag;
  constexpr std::uint32_t kFirst = CollectiveExpander::kFirstTag - kMost;
  if (communicator.number == 0) return tag < kFirst ? std::make_optional(tag) : std::nullopt;
  const auto next = static_cast<std::uint32_t>(tags_.size());
  const auto found = tags_.find({communicator.number, tag});
  if (found != tags_.end()) return found->second;
  if (next == kMost) return std::nullopt;
  return tags_[{communicator.number, tag}] = kFirst + next;
}

DumpiCommunicators::DumpiCommunicators(int rank, const CommunicatorHistory& history) : rank_(rank), history_(history) {
  by_handle_ = {{CommunicatorHistory::kWorld, &history.world()}, {CommunicatorHistory::kSelf, &history.self(rank)}};
}

void DumpiCommunicators::take(DumpiCall& call) {
  const auto handle = call.number("newcomm");
  if (!handle) return;
  by_handle_.erase(*handle);
  if (scanned(call.function().name) == nullptr) return;
  const Communicator* made = history_.made(rank_, made_++);
  if (made != nullptr) by_handle_[*handle] = made;
}

const Communicator* DumpiCommunicators::named(DumpiCall& call, const char* argument, ImportFaults& faults) const {
  const auto handle = call.number(argument);
  if (!handle) return nullptr;
  const auto found = by_handle_.find(*handle);
  if (found != by_handle_.end()) return found->second;
  faults.add(call.place(argument), fmt::format("communicator {}: the call that made it is not read", *handle));
  return nullptr;
}

void DumpiCommunicators::check(DumpiCall& call, ImportFaults& faults) const {
  const std::string_view function = call.function().name;
  const bool asks_rank = function == "MPI_Comm_rank";
  if (!asks_rank && function != "MPI_Comm_size") return;
  const auto handle = call.number("comm");
  const char* const argument = asks_rank ? "rank" : "size";
  const auto told = call.number(argument);
  const auto found = handle ? by_handle_.find(*handle) : by_handle_.end();
  if (!told || found == by_handle_.end()) return;
  const Communicator& communicator = *found->second;
  const int known = asks_rank ? communicator.member(rank_) : static_cast<int>(communicator.ranks.size());
  if (*told == known) return;
  faults.add(call.place(argument),
             fmt::format("the {} of rank {} in communicator {} is {} by the calls that made it, and by this line {}",
                         argument, rank_, *handle, known, *told));
}

}  // namespace tactus
