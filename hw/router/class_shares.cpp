#include "hw/router/class_shares.h"

#include <algorithm>

namespace tactus {

ClassShares::ClassShares(const RouterConfig& config, RouterPorts ports) : accounts_(index(ports.count())) {
  for (const MessageClass& each : config.classes) classes_.push_back({each.priority, each.share, 0});
  for (int port = 0; port < ports.count(); ++port) {
    for (int vc = 0; vc < config.virtual_channels; ++vc) {
      classes_[config.class_of(vc)].requesters |= RequestMask{1} << (port * config.virtual_channels + vc);
    }
  }
}

void ClassShares::reset() {
  for (Accounts& accounts : accounts_) accounts.fill(0);
}

int ClassShares::take_turn(int out_port, RequestMask candidates) {
  Accounts& accounts = accounts_[index(out_port)];
  int chosen = -1;
  int fewest = 0;
  for (int number = 0; number < static_cast<int>(classes_.size()); ++number) {
    const OneClass& each = classes_[index(number)];
    if ((each.requesters & candidates) == 0) continue;
    const bool known = chosen >= 0;
    if (known && each.priority < classes_[index(chosen)].priority) continue;
    const int account = accounts[index(number)];
    const int rounds = account > 0 ? 0 : -account / each.share + 1;
    if (known && each.priority == classes_[index(chosen)].priority && rounds >= fewest) continue;
    chosen = number;
    fewest = rounds;
  }
  if (fewest != 0) pass_rounds(accounts, classes_[index(chosen)].priority, fewest);
  return chosen;
}

void ClassShares::pass_rounds(Accounts& accounts, int priority, int rounds) const {
  for (std::size_t number = 0; number < classes_.size(); ++number) {
    const OneClass& each = classes_[number];
    // Nobody saves up more than a round, however long it has nothing to send.
    if (each.priority == priority) accounts[number] = std::min(accounts[number] + rounds * each.share, each.share);
  }
}

}  // namespace tactus
