#include "tlm_models/traffic/receive_table.h"

#include <algorithm>
#include <tuple>

namespace tactus {

bool ReceiveTable::post(int source, const Op& receive) {
  const auto [entry, fresh] = entries_.try_emplace(key(source, receive.tag), Entry{State::kPosted, receive});
  if (fresh) {
    ++posted_;
    return true;
  }
  entries_.erase(entry);
  return false;
}

std::optional<ReceiveTable::Match> ReceiveTable::arrive(int source, std::uint32_t tag) {
  const auto [place, fresh] = entries_.try_emplace(key(source, tag));
  if (fresh) return std::nullopt;
  const Entry entry = place->second;
  entries_.erase(place);
  if (entry.state == State::kPosted) --posted_;
  return Match{entry.receive, entry.state == State::kCancelled};
}

bool ReceiveTable::cancel(int source, std::uint32_t tag) {
  if (!is_posted(source, tag)) return false;
  entries_.at(key(source, tag)).state = State::kCancelled;
  --posted_;
  return true;
}

bool ReceiveTable::is_posted(int source, std::uint32_t tag) const {
  const auto found = entries_.find(key(source, tag));
  return found != entries_.end() && found->second.state == State::kPosted;
}

std::vector<Op> ReceiveTable::posted_receives() const {
  std::vector<Op> receives;
  for (const auto& [from, entry] : entries_) {
    if (entry.state == State::kPosted) receives.push_back(entry.receive);
  }
  std::sort(receives.begin(), receives.end(), [](const Op& a, const Op& b) {
    return std::tuple(a.nic, a.peer, a.tag) < std::tuple(b.nic, b.peer, b.tag);
  });
  return receives;
}

}  // namespace tactus
