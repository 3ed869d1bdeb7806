#include "testbench/app/attribution/part_attribution.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "hw/router/nomination_policy.h"
#include "hw/router/route_function.h"
#include "tlm_models/packet/packet_timings.h"

namespace tactus {
namespace {

constexpr PacketTimings kPartTimings{};
constexpr std::uint64_t kLongestPacket = (1U << kLengthBits) - 1;  ///< of a packet

constexpr std::array<std::pair<SendState, LatencyPart>, 6> kPartsOfStates = {{
    {SendState::kMemory, LatencyPart::kMemory},
    {SendState::kPace, LatencyPart::kPace},
    {SendState::kWindow, LatencyPart::kWindow},
    {SendState::kStall, LatencyPart::kStall},
    {SendState::kControl, LatencyPart::kControl},
    {SendState::kSend, LatencyPart::kEngine},
}};

std::uint64_t sum_of(const PacketTimes& times) {
  std::uint64_t sum = 0;
  for (const std::uint32_t cycles : times.cycles) sum += cycles;
  return sum;
}

}  // namespace

bool PartAttribution::possible(const MachineConfig& config) {
  return !config.faults.repeat_packets() && !policy(config.router.routing).adaptive;
}

PartAttribution::PartAttribution(const MachineConfig& config, const NetworkPart& part)
    : config_(config),
      part_(part),
      ports_(static_cast<std::size_t>(config.ports().count())),
      directions_(config.ports().directions()),
      speeds_(config),
      fifo_(config.router.input_queue == InputQueueKind::kFifo),
      passed_over_(policy(config.router.input_nomination).rank != nullptr),
      one_passes_(config.router.input_transfers),
      turnaround_(config.router.turnaround.count()),
      counts_packets_(config.counts_packets()),
      longest_(kLongestPacket + turnaround_),
      logs_(static_cast<std::size_t>(part.count), TransferLog(config.ports().count())),
      held_by_(logs_.size() * ports_ * ports_),
      windows_(config, part.first, part.count),
      sums_(config.network.nodes()) {
  if (!passed_over_ && !counts_packets_) return;
  credits_.resize(logs_.size() * ports_);
  for (std::size_t i = 0; i < credits_.size(); ++i) {
    for (int vc = 0; vc < config.router.virtual_channels; ++vc) {
      credits_[i].set_capacity(vc, config.credits_behind(static_cast<int>(i % ports_)));
    }
  }
}

void PartAttribution::injected(PacketTimes& times, const PacketHeader& header, const SendWaits& waits,
                               std::uint64_t cycle) {
  // The header carries the cycle modulo 2^32.
  times.created = cycle - (static_cast<std::uint32_t>(cycle) - header.transport.create_cycle);
  cycles(times, LatencyPart::kSoftware) = static_cast<std::uint32_t>(waits.fetched.count() - times.created);
  for (const auto& [state, part] : kPartsOfStates) {
    cycles(times, part) = static_cast<std::uint32_t>(waits.in_state[static_cast<std::size_t>(state)]);
  }
  cycles(times, LatencyPart::kPipeline) = kPartTimings.inject_to_route;
}

void PartAttribution::granted(PacketTimes& times, const PartGrant& grant) {
  const std::size_t node = node_number(grant.node);
  now_ = grant.cycle;
  logs_[node].prefetch();
  if (grant.ready < grant.cycle) {
    const bool limited = one_passes_ != InputTransfers::kQueue || fifo_;
    Wait wait{grant, times, node, limited ? logs_[node].newest_in(grant.in_port) : nullptr, {}};
    split_front(wait, split_queue(wait));
  }
  take_down(grant, node);
  const std::uint64_t flits = grant.flits;
  const std::uint64_t routed = grant.ready - kPartTimings.route_to_request;
  windows_.passed(grant.node, grant.out_port, grant.out_vc, grant.begins + 1, flits);
  windows_.buffered(grant.node, grant.in_port, grant.in_vc, routed, flits, grant.begins - routed + 1);
  cycles(times, LatencyPart::kPipeline) += kPartTimings.route_to_request + kPartTimings.grant_to_link;
  cycles(times, LatencyPart::kSerialization) += static_cast<std::uint32_t>(grant.begins - grant.cycle);
  if (grant.out_port < directions_) {
    cycles(times, LatencyPart::kLink) += speeds_.of(grant.node, grant.out_port).delay;
  } else {
    cycles(times, LatencyPart::kSerialization) += grant.flits - 1U;
  }
}

std::uint64_t PartAttribution::split_queue(const Wait& wait) {
  const PartGrant& grant = wait.grant;
  const TransferLog& log = logs_[wait.node];
  std::uint64_t front = grant.ready;
  std::uint64_t end = 0;
  int output = -1;  // of the packet that was in front until `end`
  for (const auto* passed = log.newest_in(grant.in_port); passed != nullptr && passed->begin >= grant.ready;
       passed = log.before_in(*passed)) {
    if (passed->in_vc != grant.in_vc || (!fifo_ && passed->out_port != grant.out_port)) continue;
    // The request of the packet that comes to the front is stated at the edge of the grant, and seen at the next.
    const std::uint64_t left = passed->begin + 1;
    output < 0 ? static_cast<void>(front = left) : add(wait, LatencyPart::kQueue, left, end, output);
    end = left;
    output = passed->out_port;
  }
  if (output >= 0) add(wait, LatencyPart::kQueue, grant.ready, end, output);
  return front;
}

void PartAttribution::split_front(Wait& wait, std::uint64_t front) {
  const PartGrant& grant = wait.grant;
  const TransferLog& log = logs_[wait.node];
  std::uint64_t end = grant.cycle;
  for (const auto* passed = log.newest_out(grant.out_port); passed != nullptr && passed->end() > front;
       passed = log.before_out(*passed)) {
    split_free_output(wait, passed->end(), end);
    end = std::max(front, passed->begin);
    add(wait, LatencyPart::kOutput, end, passed->end(), grant.out_port);
    held_by_[output_number(wait.node, grant.out_port) * ports_ + passed->in_port] += passed->end() - end;
    wait.taken[passed->out_vc] += credits_of(grant.out_port, passed->flits);
    if (end == front) return;
  }
  split_free_output(wait, front, end);
}

void PartAttribution::split_free_output(Wait& wait, std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  const PartGrant& grant = wait.grant;
  const TransferLog& log = logs_[wait.node];
  while (wait.input != nullptr && wait.input->begin >= end) wait.input = log.before_in(*wait.input);
  // Those of different VCs are in the order of their beginning only.
  for (const auto* passed = wait.input; passed != nullptr && passed->begin + longest_ > begin;
       passed = log.before_in(*passed)) {
    if (one_passes_ != InputTransfers::kPort && passed->in_vc != grant.in_vc) continue;
    if (passed->end() <= begin) break;
    const std::uint64_t until = std::min(end, passed->end());
    split_free_input(wait, until, end);
    end = std::max(begin, passed->begin);
    add(wait, LatencyPart::kInput, end, until, grant.out_port);
    if (end == begin) return;
  }
  split_free_input(wait, begin, end);
}

void PartAttribution::split_free_input(const Wait& wait, std::uint64_t begin, std::uint64_t end) {
  if (begin >= end) return;
  const PartGrant& grant = wait.grant;
  std::uint64_t room = end;
  std::uint64_t bubble = end;
  if (!credits_.empty()) {
    // A packet that is never passed over is granted as soon as there are credits.
    SwitchNeed need{grant.vc_mask, grant.bubble_vcs, grant.rooms == 0 ? grant.flits : std::uint16_t{grant.rooms}};
    if (passed_over_) bubble = first_room(wait, need, begin, end);
    const bool may_lack_bubble = std::exchange(need.bubble_vcs, std::uint8_t{0}) != 0;
    room = may_lack_bubble ? first_room(wait, need, begin, bubble) : bubble;
  }
  add(wait, LatencyPart::kCredits, begin, room, grant.out_port);
  add(wait, LatencyPart::kBubble, room, bubble, grant.out_port);
  add(wait, LatencyPart::kInput, bubble, end, grant.out_port);
}

std::uint64_t PartAttribution::first_room(const Wait& wait, const SwitchNeed& need, std::uint64_t begin,
                                          std::uint64_t end) const {
  const CreditHistory& credits = credits_[output_number(wait.node, wait.grant.out_port)];
  for (unsigned rest = need.vc_mask; rest != 0; rest &= rest - 1) {
    const int vc = __builtin_ctz(rest);
    end = credits.first_room(vc, begin, end, need.credits_on(vc), wait.taken[static_cast<std::size_t>(vc)]);
  }
  return end;
}

inline void PartAttribution::add(const Wait& wait, LatencyPart part, std::uint64_t begin, std::uint64_t end,
                                 int output) {
  if (begin >= end) return;
  cycles(wait.times, part) += static_cast<std::uint32_t>(end - begin);
  const int node = wait.grant.node;
  if (part == LatencyPart::kCredits) {
    windows_.lacked_credits(node, output, wait.grant.out_vc, begin, end);
  } else {
    windows_.waited(node, output, part, begin, end);
  }
}

void PartAttribution::take_down(const PartGrant& grant, std::size_t node) {
  TransferLog& log = logs_[node];
  if (log.full()) log.forget(needed(grant.node));
  const std::uint64_t length = grant.begins - grant.cycle + grant.flits + turnaround_;
  TransferLog::Transfer& next = log.add(grant.in_port, grant.out_port);
  next.begin = grant.cycle;
  next.length = static_cast<std::uint32_t>(length);
  next.flits = grant.flits;
  next.in_vc = grant.in_vc;
  next.out_vc = grant.out_vc;
  longest_ = std::max(longest_, grant.begins - grant.cycle + kLongestPacket + turnaround_);
  if (credits_.empty()) return;
  credits_[output_number(node, grant.out_port)].take(grant.out_vc, credits_of(grant.out_port, grant.flits));
}

void PartAttribution::credits_coming(const PartCredits& credits) {
  CreditHistory& history = credits_[output_number(node_number(credits.node), credits.port)];
  if (history.full()) history.forget_before(needed(credits.node));
  history.give(credits.vc, credits.first, credits.count, credits.at_once);
}

void PartAttribution::delivered(const PacketTimes& times, const PacketHeader& header, std::uint64_t taken,
                                std::uint64_t written) {
  const std::uint64_t until = times.created + sum_of(times);
  if (until != taken && fault_.empty()) note_fault(header, until, taken);
  const RouteHeader& route = header.route;
  const int destination = config_.network.node(route.destination);
  if (taken_.size() >= many_taken_) end_packets(taken - 1);
  const OfAccount::First end{written, destination * config_.nics() + route.destination_nic, taken_so_far_++};
  taken_.push_back({times, end, config_.network.node(route.source), destination});
  cycles(taken_.back().times, LatencyPart::kWrite) = static_cast<std::uint32_t>(written - taken);
}

void PartAttribution::end_packets(std::uint64_t edge) {
  std::size_t kept = 0;
  for (const Taken& packet : taken_) {
    if (packet.end.cycle > edge) {
      taken_[kept++] = packet;
    } else {
      end_packet(packet);
    }
  }
  taken_.resize(kept);
  many_taken_ = std::max(many_taken_, 2 * kept);
}

void PartAttribution::end_packet(const Taken& packet) {
  LatencySplit split;
  std::copy(packet.times.cycles.begin(), packet.times.cycles.end(), split.of_part.begin());
  sums_.add(packet.source, packet.destination, split);
  const std::size_t account = packet.times.account;
  if (account >= by_account_.size()) by_account_.resize(account + 1);
  OfAccount& of_account = by_account_[account];
  if (of_account.sum.count == 0 || packet.end < of_account.first) of_account.first = packet.end;
  of_account.sum.add(split);
}

void PartAttribution::note_fault(const PacketHeader& header, std::uint64_t until, std::uint64_t cycle) {
  const RouteHeader& route = header.route;
  fault_ = fmt::format(
      "latency of the packet that {} engine {} injected in cycle {}: what it did adds up to cycle {}, and it is "
      "cycle {}",
      config_.network.text(route.source), route.source_nic, route.inject_cycle, until, cycle);
}

}  // namespace tactus
