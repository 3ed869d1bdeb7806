#include "hw/router/retry_receiver.h"

#include "hw/common/reports.h"
#include "hw/router/router_fault.h"

namespace tactus {

void RetryReceiver::reset() {
  expected_ = 0;
  taking_ = wrong_ = false;
  coming_.clear();
  checked_.clear();
  discarded_ = 0;
}

void RetryReceiver::discard() {
  discarded_ += coming_.size();
  coming_.clear();
}

LinkAck RetryReceiver::take(const LinkFlit& flit) {
  if (flit.flit.head) {
    discard();  // the sender has left off a packet
    taking_ = flit.number == expected_;
    wrong_ = false;
  }
  wrong_ = wrong_ || flit.wrong;
  if (!taking_) {
    ++discarded_;
  } else {
    if (held() == settings_.longest) throw RouterFault{reports::kRouterOverflow, 0, "a link's receiver is full"};
    coming_.push_back(flit.flit);
  }
  if (!flit.flit.tail) return {};
  if (wrong_) {
    discard();
    return {};
  }
  if (taking_) {
    for (const Flit& each : coming_) checked_.push(each);
    coming_.clear();
    expected_ = (expected_ + 1) & settings_.mask;
  }
  // Said again to who repeats what has been taken: the word may have been lost.
  return {true, expected_};
}

bool RetryReceiver::give(Flit& out) {
  if (checked_.empty()) return false;
  out = checked_.front();
  checked_.pop();
  return true;
}

}  // namespace tactus
