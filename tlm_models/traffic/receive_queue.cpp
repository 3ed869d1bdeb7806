#include "tlm_models/traffic/receive_queue.h"

#include <algorithm>

namespace tactus {

void ReceiveQueue::push(int place, const Op& op) {
  const auto behind =
      std::upper_bound(waiting_.begin(), waiting_.end(), op.order,
                       [](std::uint64_t order, const Receive& receive) { return order < receive.op.order; });
  waiting_.insert(behind, {place, op});
}

ReceiveQueue::Receive ReceiveQueue::take() {
  Receive next = waiting_.front();
  waiting_.erase(waiting_.begin());
  return next;
}

bool ReceiveQueue::cancel(int place, const Op& op) {
  for (Receive& receive : waiting_) {
    if (!is_for(receive, place, op)) continue;
    receive.cancelled = true;
    return true;
  }
  return false;
}

bool ReceiveQueue::holds(int place, const Op& op) const {
  return std::any_of(waiting_.begin(), waiting_.end(),
                     [&](const Receive& receive) { return is_for(receive, place, op); });
}

}  // namespace tactus
