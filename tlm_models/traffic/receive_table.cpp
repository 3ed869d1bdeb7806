#include "tlm_models/traffic/receive_table.h"

#include <algorithm>
#include <tuple>

namespace tactus {

bool ReceiveTable::post(int source, const Op& receive) {
  const std::uint64_t place = key(source, receive.tag);
  if (entries_.find(place) != nullptr) {
    entries_.erase(place);
    return false;
  }
  entries_.insert(place, {State::kPosted, receive});
  ++posted_;
  return true;
}

std::optional<ReceiveTable::Match> ReceiveTable::arrive(int source, std::uint32_t tag) {
  const std::uint64_t place = key(source, tag);
  const Entry* const entry = entries_.find(place);
  if (entry == nullptr) {
    entries_.insert(place, {});
    return std::nullopt;
  }
  if (entry->state == State::kPosted) --posted_;
  const Match match{entry->receive, entry->state == State::kCancelled};
  entries_.erase(place);
  return match;
}

void ReceiveTable::meet(Op& receive, const Grouped& message) {
  receive.peer = message.source;
  receive.tag = message.tag;
  receive.bytes = message.bytes;
}

bool ReceiveTable::post_grouped(Op& receive) {
  Group& group = groups_[receive.tag >> kGroupNumberBits];
  if (group.early.empty()) {
    group.posted.push_back(receive);
    ++posted_;
    return false;
  }
  meet(receive, group.early.front());
  group.early.pop_front();
  return true;
}

std::optional<ReceiveTable::Match> ReceiveTable::arrive_grouped(int source, std::uint32_t tag, Bytes bytes) {
  Group& group = groups_[tag >> kGroupNumberBits];
  if (group.posted.empty()) {
    group.early.push_back({source, tag, bytes});
    return std::nullopt;
  }
  Match match{group.posted.front()};
  meet(match.receive, {source, tag, bytes});
  group.posted.pop_front();
  --posted_;
  return match;
}

bool ReceiveTable::cancel(int source, std::uint32_t tag) {
  if (!is_posted(source, tag)) return false;
  entries_.find(key(source, tag))->state = State::kCancelled;
  --posted_;
  return true;
}

bool ReceiveTable::is_posted(int source, std::uint32_t tag) const {
  const Entry* const found = entries_.find(key(source, tag));
  return found != nullptr && found->state == State::kPosted;
}

std::vector<Op> ReceiveTable::posted_receives() const {
  std::vector<Op> receives;
  entries_.for_each([&receives](std::uint64_t, const Entry& entry) {
    if (entry.state == State::kPosted) receives.push_back(entry.receive);
  });
  for (const auto& [unused, group] : groups_) {
    receives.insert(receives.end(), group.posted.begin(), group.posted.end());
  }
  std::sort(receives.begin(), receives.end(), [](const Op& a, const Op& b) {
    return std::tuple(a.nic, a.peer, a.tag) < std::tuple(b.nic, b.peer, b.tag);
  });
  return receives;
}

}  // namespace tactus
