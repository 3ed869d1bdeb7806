#include "tlm_models/traffic/local_messages.h"

#include <algorithm>

namespace tactus {

LocalMessages::LocalMessages(const CopyConfig& config, int ranks)
    : config_(config), ranks_(static_cast<std::size_t>(ranks)) {}

void LocalMessages::send(int from, int to, const Op& op, Picoseconds now) {
  Rank& sender = at(from);
  sender.free = std::max(now, sender.free) + config_.latency + transfer_time(op.bytes, config_.rate);
  ++sender.sends;
  copies_.push({sender.free, started_++, {from, to, op.tag, op.bytes}});
}

bool LocalMessages::post(int rank, int from, const Op& receive) { return !at(rank).receives.post(from, receive); }

bool LocalMessages::cancel(int rank, int from, std::uint32_t tag) {
  if (!at(rank).receives.cancel(from, tag)) return false;
  ++cancelled_;
  return true;
}

LocalMessages::Arrival LocalMessages::end_next() {
  Arrival arrival{copies_.top().copy, {}};
  copies_.pop();
  ++ended_;
  --at(arrival.copy.from).sends;
  arrival.match = at(arrival.copy.to).receives.arrive(arrival.copy.from, arrival.copy.tag);
  if (arrival.match && arrival.match->cancelled) {
    --cancelled_;
    ++dropped_;
  }
  return arrival;
}

}  // namespace tactus
