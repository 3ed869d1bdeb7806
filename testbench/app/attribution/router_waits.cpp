#include "testbench/app/attribution/router_waits.h"

#include <algorithm>
#include <utility>

#include "hw/router/nomination_policy.h"

namespace tactus {
namespace {

constexpr std::uint64_t kMostFlits = (1U << kLengthBits) - 1;  ///< of a packet

}  // namespace

RouterWaits::RouterWaits(const MachineConfig& config, const RouteFunction& routes, Coordinate position)
    : routes_(routes),
      position_(position),
      ports_(config.ports()),
      virtual_channels_(config.router.virtual_channels),
      fifo_(config.router.input_queue == InputQueueKind::kFifo),
      adaptive_(policy(config.router.routing).adaptive),
      passed_over_(adaptive_ || policy(config.router.input_nomination).rank != nullptr),
      one_passes_(config.router.input_transfers),
      turnaround_(config.router.turnaround.count()),
      repeats_(config.faults.repeat_packets()),
      counts_packets_(config.counts_packets()),
      longest_(kMostFlits + turnaround_),
      returns_(index(ports_.count(), 0)) {
  if (!passed_over_ && !counts_packets_) return;
  credits_.resize(index(ports_.count()));
  for (int port = 0; port < ports_.count(); ++port) {
    for (int vc = 0; vc < virtual_channels_; ++vc) credits_[index(port)].set_capacity(vc, config.credits_behind(port));
  }
}

void RouterWaits::credits_coming(int out_port, int out_vc, std::uint64_t first, int credits) {
  if (credits_.empty()) return;
  CreditHistory& history = credits_[index(out_port)];
  if (history.full()) history.forget_before(needed());
  history.give(out_vc, first, credits, ports_.is_nic(out_port));
}

void RouterWaits::mark_credits(int out_port, int out_vc, std::uint64_t first, Mark mark) {
  History<Return>& returns = returns_[index(out_port, out_vc)];
  if (returns.full()) {
    // The last one before `needed` is asked for still.
    const std::uint64_t needed = this->needed();
    returns.forget([&](const Return&) { return returns.size() > 1 && returns[1].first <= needed; });
  }
  Return& next = returns.add();
  next.first = first;
  next.mark = mark;
}

void RouterWaits::packet_granted(const RouterGrant& grant, const RouteHeader& header, JobNumber job,
                                 std::uint64_t closed) {
  pieces_.clear();
  now_ = grant.cycle.count();
  const std::uint64_t begin = grant.routed.count() + kTimings.route_to_request;
  if (begin < now_) {
    Wish wish{grant, header, 0, false};
    split_front(wish, split_queue(grant, begin));
  }
  take_down(grant, header.flits, job, closed);
  no_longer_coming(grant);
}

std::uint64_t RouterWaits::split_queue(const RouterGrant& grant, std::uint64_t begin) {
  const Transfers& ahead = inputs_[index(grant.in_port)];
  std::size_t i = ahead.size();
  while (i > 0 && ahead[i - 1].begin >= begin) --i;
  for (; i < ahead.size(); ++i) {
    const Transfer& front = ahead[i];
    if (static_cast<int>(front.vc) != grant.in_vc || (!fifo_ && static_cast<int>(front.other_port) != grant.out_port))
      continue;
    // The request of who comes to the front is stated at the edge of the grant, and seen at the next.
    add(LatencyPart::kQueue, begin, front.begin + 1, static_cast<int>(front.other_port), -1, front.mark,
        static_cast<JobNumber>(front.job));
    begin = front.begin + 1;
  }
  return begin;
}

void RouterWaits::split_front(Wish& wish, std::uint64_t begin) {
  const Transfers& output = outputs_[index(wish.grant.out_port)];
  wish.later = output.size();
  while (wish.later > 0 && opens(output[wish.later - 1]) > begin) --wish.later;
  for (; wish.later < output.size(); ++wish.later) {
    const Transfer& transfer = output[wish.later];
    split_free_output(wish, begin, transfer.begin);
    begin = std::max(begin, transfer.begin);
    add(LatencyPart::kOutput, begin, end_of(transfer), wish.grant.out_port, static_cast<int>(transfer.other_port),
        transfer.mark, static_cast<JobNumber>(transfer.job));
    begin = std::max(begin, end_of(transfer));
    wish.closed = true;
    split_free_output(wish, begin, opens(transfer));
    wish.closed = false;
    begin = opens(transfer);
  }
  split_free_output(wish, begin, wish.grant.cycle.count());
}

void RouterWaits::split_free_output(const Wish& wish, std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  const RouterGrant& grant = wish.grant;
  const Transfers& input = inputs_[index(grant.in_port)];
  const bool limited = one_passes_ != InputTransfers::kQueue || fifo_;
  std::size_t i = input.size();
  // Those of different VCs are in the order of their beginning only.
  while (limited && i > 0 && input[i - 1].begin + longest_ > begin) --i;
  for (; i < input.size() && input[i].begin < end; ++i) {
    const Transfer& transfer = input[i];
    const bool same_side = one_passes_ == InputTransfers::kPort || static_cast<int>(transfer.vc) == grant.in_vc;
    if (!same_side || end_of(transfer) <= begin) continue;
    split_free_input(wish, begin, transfer.begin);
    begin = std::max(begin, transfer.begin);
    const std::uint64_t until = std::min(end, end_of(transfer));
    add(LatencyPart::kInput, begin, until, grant.out_port, grant.in_port, transfer.mark,
        static_cast<JobNumber>(transfer.job));
    begin = until;
  }
  split_free_input(wish, begin, end);
}

void RouterWaits::split_free_input(const Wish& wish, std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  const RouterGrant& grant = wish.grant;
  std::uint64_t room = end;
  std::uint64_t bubble = end;
  if (!wish.closed && !credits_.empty()) {
    const RouteDecision way = chosen(grant, wish.header);
    // A packet that is never passed over is granted as soon as there are credits.
    const SwitchRequest request(way, wish.header.flits, 0, 0);
    const SwitchNeed& asked = request;
    SwitchNeed need = asked;
    if (passed_over_) bubble = first_room(wish, need, begin, end);
    const bool may_lack_bubble = std::exchange(need.bubble_vcs, std::uint8_t{0}) != 0;
    room = may_lack_bubble ? first_room(wish, need, begin, bubble) : bubble;
  }
  add(LatencyPart::kCredits, begin, room, grant.out_port, -1, wish.closed ? kNoMark : last_return(grant, room));
  add(LatencyPart::kBubble, room, bubble, grant.out_port, -1, last_return(grant, bubble));
  // A packet that has a choice offered itself to another output, which somebody else was granted.
  add(adaptive_ ? LatencyPart::kOutput : LatencyPart::kInput, bubble, end, grant.out_port, -1, kNoMark);
}

RouteDecision RouterWaits::chosen(const RouterGrant& grant, const RouteHeader& header) const {
  for (const RouteDecision& choice : routes_.choices(position_, grant.in_port, grant.in_vc, header)) {
    if (choice.out_port == grant.out_port) return choice;
  }
  return {0, 0};
}

std::uint64_t RouterWaits::first_room(const Wish& wish, const SwitchNeed& need, std::uint64_t begin,
                                      std::uint64_t end) const {
  const RouterGrant& grant = wish.grant;
  const Transfers& output = outputs_[index(grant.out_port)];
  for (int vc = 0; vc < virtual_channels_; ++vc) {
    if ((need.vc_mask >> vc & 1) == 0) continue;
    int taken_later = 0;
    for (std::size_t i = wish.later; i < output.size(); ++i) {
      if (static_cast<int>(output[i].vc) != vc) continue;
      taken_later += credits_of(grant.out_port, static_cast<int>(output[i].flits));
    }
    end = credits_[index(grant.out_port)].first_room(vc, begin, end, need.credits_on(vc), taken_later);
  }
  return end;
}

void RouterWaits::take_down(const RouterGrant& grant, int flits, JobNumber job, std::uint64_t closed) {
  const std::uint64_t late = repeats_ ? closed : grant.late.count();
  const auto fill = [&](Transfers& transfers, int other_port, int vc) {
    Transfer& next = room_for_another(transfers);
    next.begin = now_;
    next.late = late;
    next.mark = kNoMark;
    constexpr std::uint32_t kAll = ~0U;
    next.flits = static_cast<std::uint32_t>(flits) & (kAll >> (32U - kLengthBits));
    next.other_port = static_cast<std::uint32_t>(other_port) & 31U;
    next.vc = static_cast<std::uint32_t>(vc) & 7U;
    next.job = job & (kAll >> (32U - kJobBits));
  };
  fill(outputs_[index(grant.out_port)], grant.in_port, grant.out_vc);
  fill(inputs_[index(grant.in_port)], grant.out_port, grant.in_vc);
  longest_ = std::max(longest_, grant.late.count() + kMostFlits + turnaround_);
  if (!credits_.empty()) credits_[index(grant.out_port)].take(grant.out_vc, credits_of(grant.out_port, flits));
}

RouterWaits::Transfer& RouterWaits::room_for_another(Transfers& transfers) {
  if (transfers.full()) {
    const std::uint64_t needed = this->needed();
    transfers.forget([&](const Transfer& each) { return opens(each) <= needed; });
  }
  return transfers.add();
}

void RouterWaits::mark(const RouterGrant& grant, Mark mark) {
  outputs_[index(grant.out_port)].back().mark = mark;
  inputs_[index(grant.in_port)].back().mark = mark;
}

/// The last that came to the VC which the packet took, by edge `edge`.
Mark RouterWaits::last_return(const RouterGrant& grant, std::uint64_t edge) const {
  const History<Return>& returns = returns_[index(grant.out_port, grant.out_vc)];
  std::size_t i = returns.size();
  while (i > 0 && returns[i - 1].first > edge) --i;
  return i == 0 ? kNoMark : returns[i - 1].mark;
}

void RouterWaits::no_longer_coming(const RouterGrant& grant) {
  History<std::uint64_t>& coming = coming_[index(grant.in_port)];
  for (std::size_t i = 0; i < coming.size(); ++i) {
    if (coming[i] == grant.routed.count()) return coming.erase(i);
  }
}

std::uint64_t RouterWaits::needed() const {
  // Whoever has not been announced yet is going to be routed after the last grant.
  std::uint64_t oldest = now_;
  for (const History<std::uint64_t>& coming : coming_) {
    if (!coming.empty()) oldest = std::min(oldest, coming.front());
  }
  return oldest;
}

}  // namespace tactus
