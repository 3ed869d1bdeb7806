#include "testbench/app/attribution/router_waits.h"

#include <algorithm>
#include <limits>

namespace tactus {
namespace {

/// Transfers of a router before it is looked which of them nobody asks for any more, at the least.
constexpr std::size_t kFewTransfers = 128;

/// The first transfer that ends after edge `begin`; what is asked for is near the end.
template <class Transfers>
std::size_t first_after(const Transfers& transfers, std::uint64_t begin) {
  std::size_t i = transfers.size();
  while (i > 0 && transfers[i - 1].end > begin) --i;
  return i;
}

}  // namespace

RouterWaits::RouterWaits(const MachineConfig& config, const RouteFunction& routes, Coordinate position)
    : config_(config.router),
      routes_(routes),
      position_(position),
      virtual_channels_(config.router.virtual_channels),
      inputs_(requester(kRouterPorts, 0)),
      departures_(requester(kRouterPorts, 0) * kRouterPorts),
      coming_(requester(kRouterPorts, 0)),
      returns_(requester(kRouterPorts, 0)) {
  if (config_.input_nomination != InputNomination::kOldest) return;
  credits_.resize(requester(kRouterPorts, 0));
  for (int port = 0; port < kRouterPorts; ++port) {
    for (int vc = 0; vc < virtual_channels_; ++vc) {
      credits_[requester(port, vc)].set_capacity(config.flits_behind(port));
    }
  }
}

std::size_t RouterWaits::queue(const RouterGrant& grant) const {
  const std::size_t vc = requester(grant.in_port, grant.in_vc) * kRouterPorts;
  return config_.input_queue == InputQueueKind::kFifo ? vc : vc + static_cast<std::size_t>(grant.out_port);
}

RouterWaits::Transfers* RouterWaits::input_side(const RouterGrant& grant) {
  if (config_.input_transfers == InputTransfers::kPort) return &inputs_[requester(grant.in_port, 0)];
  if (config_.input_transfers == InputTransfers::kQueue && config_.input_queue == InputQueueKind::kPerOutput) {
    return nullptr;
  }
  return &inputs_[requester(grant.in_port, grant.in_vc)];
}

void RouterWaits::packet_coming(int in_port, int in_vc, std::uint64_t routed) {
  coming_[requester(in_port, in_vc)].push_back(routed);
}

void RouterWaits::credits_coming(int out_port, int out_vc, std::uint64_t first, int flits) {
  if (!credits_.empty()) credits_[requester(out_port, out_vc)].give(first, flits, out_port >= kTorusPorts);
}

void RouterWaits::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  pieces_.clear();
  const std::uint64_t begin = grant.routed.count() + kTimings.route_to_request;
  split_front({grant, header}, split_queue(grant, begin));
  take_down(grant, header.flits);
  no_longer_coming(grant);
  if (kept_ > worth_forgetting_) forget(grant.cycle.count());
}

std::uint64_t RouterWaits::split_queue(const RouterGrant& grant, std::uint64_t begin) {
  const std::vector<Departure>& ahead = departures_[queue(grant)];
  std::size_t i = ahead.size();
  while (i > 0 && ahead[i - 1].edge >= begin) --i;
  for (; i < ahead.size(); ++i) {
    // The request of who comes to the front is stated at the edge of the grant, and seen at the next.
    add({LatencyPart::kQueue, begin, ahead[i].edge + 1, ahead[i].out_port, -1, ahead[i].mark});
    begin = ahead[i].edge + 1;
  }
  return begin;
}

void RouterWaits::split_front(const Wish& wish, std::uint64_t begin) {
  const std::uint64_t end = wish.grant.cycle.count();
  const Transfers& output = outputs_[static_cast<std::size_t>(wish.grant.out_port)];
  for (std::size_t i = first_after(output, begin); i < output.size(); ++i) {
    split_free_output(wish, begin, output[i].begin);
    begin = std::max(begin, output[i].begin);
    add({LatencyPart::kOutput, begin, output[i].end, wish.grant.out_port, output[i].in_port, output[i].mark});
    begin = output[i].end;
  }
  split_free_output(wish, begin, end);
}

void RouterWaits::split_free_output(const Wish& wish, std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  const Transfers* input = input_side(wish.grant);
  if (input != nullptr) {
    for (std::size_t i = first_after(*input, begin); i < input->size() && (*input)[i].begin < end; ++i) {
      const Transfer& transfer = (*input)[i];
      split_free_input(wish, begin, transfer.begin);
      begin = std::max(begin, transfer.begin);
      add({LatencyPart::kInput, begin, std::min(end, transfer.end), wish.grant.out_port, transfer.in_port,
           transfer.mark});
      begin = std::min(end, transfer.end);
    }
  }
  split_free_input(wish, begin, end);
}

void RouterWaits::split_free_input(const Wish& wish, std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  // Without nomination SA grants as soon as there are credits.
  const RouterGrant& grant = wish.grant;
  if (credits_.empty()) {
    return add({LatencyPart::kCredits, begin, end, grant.out_port, -1, last_return(grant, end)});
  }
  const RouteDecision route = routes_.route(position_, grant.in_port, grant.in_vc, wish.header);
  std::uint64_t room = end;
  for (int vc = 0; vc < virtual_channels_; ++vc) {
    if ((route.vc_mask >> vc & 1U) == 0) continue;
    room = credits_[requester(grant.out_port, vc)].first_room(begin, room, wish.header.flits);
  }
  add({LatencyPart::kCredits, begin, room, grant.out_port, -1, last_return(grant, room)});
  add({LatencyPart::kInput, room, end, grant.out_port, -1, kNoMark});
}

void RouterWaits::take_down(const RouterGrant& grant, int flits) {
  const std::uint64_t begin = grant.cycle.count();
  const Transfer transfer{begin, begin + static_cast<std::uint64_t>(flits) + config_.turnaround.count(), grant.in_port,
                          kNoMark};
  outputs_[static_cast<std::size_t>(grant.out_port)].push_back(transfer);
  ++kept_;
  departures_[queue(grant)].push_back({begin, grant.out_port, kNoMark});
  if (Transfers* input = input_side(grant)) input->push_back(transfer);
  if (!credits_.empty()) credits_[requester(grant.out_port, grant.out_vc)].take(begin, flits);
}

void RouterWaits::mark(const RouterGrant& grant, Mark mark) {
  outputs_[static_cast<std::size_t>(grant.out_port)].back().mark = mark;
  departures_[queue(grant)].back().mark = mark;
  if (Transfers* input = input_side(grant)) input->back().mark = mark;
}

/// The last that came to the VC which the packet took, by edge `edge`.
Mark RouterWaits::last_return(const RouterGrant& grant, std::uint64_t edge) const {
  const std::vector<Return>& returns = returns_[requester(grant.out_port, grant.out_vc)];
  const auto last =
      std::find_if(returns.rbegin(), returns.rend(), [edge](const Return& each) { return each.first <= edge; });
  return last == returns.rend() ? kNoMark : last->mark;
}

void RouterWaits::no_longer_coming(const RouterGrant& grant) {
  std::vector<std::uint64_t>& coming = coming_[requester(grant.in_port, grant.in_vc)];
  const auto found = std::find(coming.begin(), coming.end(), grant.routed.count());
  if (found != coming.end()) coming.erase(found);
}

std::uint64_t RouterWaits::oldest() const {
  std::uint64_t oldest = std::numeric_limits<std::uint64_t>::max();
  for (const std::vector<std::uint64_t>& coming : coming_) {
    if (!coming.empty()) oldest = std::min(oldest, coming.front());
  }
  return oldest;
}

void RouterWaits::forget(std::uint64_t now) {
  // Whoever has not been announced yet is going to be routed after this edge.
  const std::uint64_t needed = std::min(oldest(), now);
  const auto forget_in = [needed](Transfers& transfers) {
    std::size_t gone = 0;
    while (gone < transfers.size() && transfers[gone].end <= needed) ++gone;
    transfers.erase(transfers.begin(), transfers.begin() + static_cast<std::ptrdiff_t>(gone));
    return transfers.size();
  };
  kept_ = 0;
  for (Transfers& output : outputs_) kept_ += forget_in(output);
  for (Transfers& input : inputs_) forget_in(input);
  for (std::vector<Departure>& queue : departures_) {
    const auto needs = [needed](const Departure& departure) { return departure.edge >= needed; };
    queue.erase(queue.begin(), std::find_if(queue.begin(), queue.end(), needs));
  }
  for (CreditHistory& credits : credits_) credits.forget_before(needed);
  for (std::vector<Return>& returns : returns_) {
    // The last one before `needed` is asked for still.
    std::size_t gone = 0;
    while (gone + 1 < returns.size() && returns[gone + 1].first <= needed) ++gone;
    returns.erase(returns.begin(), returns.begin() + static_cast<std::ptrdiff_t>(gone));
  }
  worth_forgetting_ = std::max(kFewTransfers, 2 * kept_);
}

}  // namespace tactus
