#include "tlm_models/traffic/rated_messages.h"

#include <algorithm>

namespace tactus {

void RatedMessages::send(int from, int to, const Op& op, Picoseconds now) {
  Rank& sender = at(from);
  const Picoseconds begin = std::max(now, sender.free);
  sender.free = std::max(now, sender.free) + config_.latency + transfer_time(op.bytes, config_.rate);
  sender.busy += sender.free - begin;
  ++sender.sends;
  copies_.push({sender.free, started_++, {from, to, op.tag, op.bytes, op.operation}});
}

bool RatedMessages::post(int rank, int from, const Op& receive) { return !at(rank).receives.post(from, receive); }

bool RatedMessages::cancel(int rank, int from, std::uint32_t tag) {
  if (!at(rank).receives.cancel(from, tag)) return false;
  ++cancelled_;
  return true;
}

void RatedMessages::end(Picoseconds now, std::vector<Ended>& ended) {
  while (next() <= now) {
    const Arrival arrival = end_next();
    Op send;
    send.operation = arrival.copy.operation;
    ended.push_back({arrival.copy.from, send, true});
    if (arrival.match && !arrival.match->cancelled) ended.push_back({arrival.copy.to, arrival.match->receive});
  }
}

RatedMessages::Arrival RatedMessages::end_next() {
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
