#include "testbench/system/butterfly_account.h"

#include <fmt/format.h>

namespace tactus::test {

ButterflyAccount::ButterflyAccount(const Butterfly& butterfly, int ranks)
    : butterfly_(butterfly), ranks_(static_cast<std::size_t>(ranks)), ends_(ranks_.size()) {
  for (std::size_t node = 0; node < ranks_.size(); ++node) {
    ranks_[node].sent.resize(butterfly_.rounds().size());
    ranks_[node].received.resize(butterfly_.rounds().size());
    ranks_[node].result.set(node);
  }
}

std::string ButterflyAccount::faults() const {
  std::string text = faults_;
  for (std::size_t node = 0; node < ranks_.size(); ++node) {
    if (ranks_[node].result.count() != ranks_.size()) {
      text += fmt::format("rank {} has {} contributions\n", node, ranks_[node].result.count());
    }
  }
  return text;
}

ButterflyAccount::Contributions ButterflyAccount::result_of_group(int node, int end) {
  const Rank& self = ranks_[static_cast<std::size_t>(node)];
  for (int round = self.group; round < end; ++round) {
    const auto index = static_cast<std::size_t>(round);
    if (!self.received[index]) continue;
    const auto partner = static_cast<std::size_t>(node ^ static_cast<int>(butterfly_.rounds()[index].distance()));
    const Contributions& theirs = ranks_[partner].sent[index];
    if (butterfly_.rounds()[index].redundant) return theirs;
    if ((self.result & theirs).any()) faults_ += fmt::format("rank {} counts a contribution twice\n", node);
    return self.result | theirs;
  }
  faults_ += fmt::format("rank {} leaves round {} without what it needs\n", node, self.group);
  return self.result;
}

void ButterflyAccount::send_started(const MessageEvent& message, Cycles) {
  Rank& self = ranks_[static_cast<std::size_t>(message.source)];
  const int round = static_cast<int>(message.tag);
  const auto index = static_cast<std::size_t>(round);
  if (butterfly_.rounds()[index].redundant) {
    int end = round;
    while (end < static_cast<int>(butterfly_.rounds().size()) &&
           butterfly_.rounds()[static_cast<std::size_t>(end)].redundant) {
      ++end;
    }
    self.sent[index] = result_of_group(message.source, end);
    return;
  }
  if (round > 0) self.result = result_of_group(message.source, round);
  self.group = round;
  self.sent[index] = self.result;
}

void ButterflyAccount::receive_completed(const MessageEvent& message, Cycles) {
  ++received_;
  ranks_[static_cast<std::size_t>(message.destination)].received[message.tag] = true;
}

void ButterflyAccount::sequence_ended(int node, int sequence, Cycles cycle) {
  if (sequence != static_cast<int>(butterfly_.rounds().size())) return;
  Rank& self = ranks_[static_cast<std::size_t>(node)];
  self.result = result_of_group(node, static_cast<int>(butterfly_.rounds().size()));
  ends_[static_cast<std::size_t>(node)] = cycle.count();
}

}  // namespace tactus::test
