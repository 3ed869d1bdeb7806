#include "hw/common/class_turns.h"

#include <algorithm>

namespace tactus {

int ClassTurns::take_turn(const std::vector<MessageClass>& classes, unsigned candidates) {
  int chosen = -1;
  int priority = 0;
  int fewest = 0;
  for (unsigned rest = candidates; rest != 0; rest &= rest - 1) {
    const int number = __builtin_ctz(rest);
    const MessageClass& each = classes[static_cast<std::size_t>(number)];
    const bool known = chosen >= 0;
    if (known && each.priority < priority) continue;
    const int account = accounts_[static_cast<std::size_t>(number)];
    const int rounds = account > 0 ? 0 : -account / each.share + 1;
    if (known && each.priority == priority && rounds >= fewest) continue;
    chosen = number;
    priority = each.priority;
    fewest = rounds;
  }
  if (fewest != 0) pass_rounds(classes, priority, fewest);
  return chosen;
}

void ClassTurns::pass_rounds(const std::vector<MessageClass>& classes, int priority, int rounds) {
  for (std::size_t number = 0; number < classes.size(); ++number) {
    const MessageClass& each = classes[number];
    std::int32_t& account = accounts_[number];
    // Nobody saves up more than a round, however long it has nothing to send.
    if (each.priority == priority) account = std::min(account + rounds * each.share, each.share);
  }
}

}  // namespace tactus
