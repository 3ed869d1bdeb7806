#include "testbench/tests/system/butterfly_account.h"

#include <fmt/core.h>

namespace tactus::test {

ButterflyAccount::ButterflyAccount(const Butterfly& butterfly, int ranks)
    : butterfly_(butterfly), ranks_(static_cast<std::size_t>(ranks)), ends_(ranks_.size()) {
  for (std::size_t node = 0; node < ranks_.size(); ++node) {
    ranks_[node].sent.resize(butterfly_.rounds().size());
    ranks_[node].received.resize(butterfly_.rounds().size());
    ranks_[node].data.set(node);
  }
}

std::string ButterflyAccount::faults() const {
  std::string text = faults_;
  for (std::size_t node = 0; node < ranks_.size(); ++node) {
    if (ranks_[node].data.count() != ranks_.size()) {
      text += fmt::format("rank {} has {} contributions\n", node, ranks_[node].data.count());
    }
  }
  return text;
}

std::size_t ButterflyAccount::partner(int node, std::size_t round) const {
  return static_cast<std::size_t>(node) ^ butterfly_.rounds()[round].distance();
}

std::size_t ButterflyAccount::complete_after(std::size_t round) const {
  std::size_t ranks = 1;
  for (std::size_t i = 0; i <= round; ++i) ranks *= butterfly_.rounds()[i].redundant ? 1 : 2;
  return ranks;
}

void ButterflyAccount::send_started(const MessageEvent& message, Cycles) {
  Rank& self = ranks_[static_cast<std::size_t>(message.source)];
  // What it has been given is passed on where that is more than its own.
  self.sent[message.tag] = self.given.count() > self.data.count() ? self.given : self.data;
}

void ButterflyAccount::receive_completed(const MessageEvent& message, Cycles) {
  ++received_;
  Rank& self = ranks_[static_cast<std::size_t>(message.destination)];
  self.received[message.tag] = true;
  const Contributions& came = ranks_[partner(message.destination, message.tag)].sent[message.tag];
  // Half of what there will be after a butterfly round is its partner's own part, and no result of that round.
  if (came.count() >= complete_after(message.tag) && came.count() > self.given.count()) self.given = came;
}

void ButterflyAccount::sequence_ended(int node, int sequence, Cycles cycle) {
  const auto round = static_cast<std::size_t>(sequence - 1);
  Rank& self = ranks_[static_cast<std::size_t>(node)];
  const std::size_t complete = complete_after(round);
  if (self.data.count() < complete) {
    const Contributions& theirs = ranks_[partner(node, round)].sent[round];
    if (self.given.count() >= complete) {
      self.data = self.given;
    } else if (!self.received[round]) {
      faults_ += fmt::format("rank {} leaves round {} without what it needs\n", node, round);
    } else {
      if ((self.data & theirs).any()) faults_ += fmt::format("rank {} counts a contribution twice\n", node);
      self.data |= theirs;
    }
  }
  if (self.data.count() < complete) faults_ += fmt::format("rank {} leaves round {} incomplete\n", node, round);
  if (round + 1 == butterfly_.rounds().size()) ends_[static_cast<std::size_t>(node)] = cycle.count();
}

}  // namespace tactus::test
