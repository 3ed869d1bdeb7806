#include "tlm_models/packet/packet_router.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <systemc>

#include "hw/common/reports.h"

namespace tactus {

PacketRouter::PacketRouter(const MachineConfig& config, Coordinate position, PacketPool& packets, PacketWheel& wheel)
    : position_(position),
      node_(config.torus.node(position)),
      virtual_channels_(config.router.virtual_channels),
      fifo_(config.router.input_queue == InputQueueKind::kFifo),
      routes_(config.torus, config.router),
      credits_(virtual_channels_),
      switch_allocator_(config.router),
      packets_(packets),
      wheel_(wheel),
      queues_(index(kRouterPorts * virtual_channels_ * (fifo_ ? 1 : kRouterPorts))),
      lines_(index(kRouterPorts * virtual_channels_)),
      inputs_(index(kRouterPorts * virtual_channels_)) {
  const int receive_flits = static_cast<int>(config.nic.receive_buffer.count() / kFlitBytes.count());
  for (int port = 0; port < kRouterPorts; ++port) {
    credits_.set_capacity(port, port < kTorusPorts ? config.vc_buffer_flits() : receive_flits);
  }
  credits_awaited_.fill(CreditLine::kNever);
}

void PacketRouter::packet_ready(int port, int vc, PacketIndex number) {
  PacketInFlight& packet = packets_[number];
  const RouteDecision route = routes_.route(position_, port, vc, packet.header.route);
  packet.out_port = route.out_port;
  packet.vc_mask = route.vc_mask;
  packet.behind = kNoPacket;
  const int from = requester(port, vc);
  Queue& queue = this->queue(from, route.out_port);
  if (queue.front == kNoPacket) {
    queue.front = queue.back = number;
    state_request(from, number);
  } else {
    packets_[queue.back].behind = number;
    queue.back = number;
  }
}

void PacketRouter::state_request(int requester, PacketIndex number) {
  const PacketInFlight& packet = packets_[number];
  switch_allocator_.set_request(packet.out_port, requester,
                                {packet.vc_mask, packet.header.route.flits, packet.header.route.inject_cycle});
}

void PacketRouter::transfer_ended(int out_port) {
  Transfer& transfer = transfers_[index(out_port)];
  const SwitchGrant& grant = transfer.grant;
  inputs_[index(requester(grant.in_port, grant.in_vc))].departed += static_cast<std::uint64_t>(transfer.flits);
  transfer.active = false;
  switch_allocator_.release(grant);
}

void PacketRouter::credits_awaited_came(int out_port, std::uint64_t now) {
  if (credits_awaited_[index(out_port)] != now) return;  // an earlier event has been asked for since
  credits_awaited_[index(out_port)] = CreditLine::kNever;
  switch_allocator_.reconsider(out_port);
}

void PacketRouter::collect_credits(std::uint64_t now) {
  for (unsigned rest = lines_in_use_ & switch_allocator_.pending_outputs(); rest != 0; rest &= rest - 1) {
    const int port = __builtin_ctz(rest);
    bool in_use = false;
    for (int vc = 0; vc < virtual_channels_; ++vc) {
      CreditLine& line = this->line(port, vc);
      if (line.empty()) continue;
      collect(port, vc, now);
      in_use = in_use || !line.empty();
    }
    if (!in_use) lines_in_use_ &= ~(1U << port);
  }
}

void PacketRouter::collect(int port, int vc, std::uint64_t now) {
  if (credits_.give(port, vc, line(port, vc).collect(now))) return;
  SC_REPORT_ERROR(reports::kRouterCreditOverflow, fmt::format("router ({},{}), port {}, VC {}: more credits than slots",
                                                              position_.x, position_.y, kPortNames[index(port)], vc)
                                                      .c_str());
}

PacketRouter::Departure PacketRouter::grant_packet(const SwitchGrant& grant, std::uint64_t now) {
  const int from = requester(grant.in_port, grant.in_vc);
  Queue& queue = this->queue(from, grant.out_port);
  const PacketIndex number = queue.front;
  const PacketInFlight& packet = packets_[number];
  queue.front = packet.behind;
  if (queue.front == kNoPacket) {
    queue.back = kNoPacket;
  } else {
    new_fronts_.emplace_back(from, queue.front);
  }
  const int flits = packet.header.route.flits;
  transfers_[index(grant.out_port)] = {grant, now, flits, true};
  flits_granted_[index(grant.out_port)] += static_cast<std::uint64_t>(flits);
  wheel_.schedule(now + static_cast<std::uint64_t>(flits),
                  {node_, kNoPacket, PacketEvent::Kind::kRelease, static_cast<std::uint8_t>(grant.out_port), 0});
  return {grant, number, flits};
}

void PacketRouter::state_new_fronts(std::uint64_t now) {
  if (new_fronts_.empty()) return;
  for (const auto& [requester, packet] : new_fronts_) state_request(requester, packet);
  new_fronts_.clear();
  // Stated at this edge, they can be granted from the next one on. With every output that they want busy, its release
  // is soon enough.
  const unsigned outputs = switch_allocator_.pending_outputs();
  for (unsigned rest = outputs; rest != 0; rest &= rest - 1) {
    const int port = __builtin_ctz(rest);
    if (credits_awaited_[index(port)] <= now + 1) continue;
    credits_awaited_[index(port)] = now + 1;
    wheel_.schedule(now + 1, {node_, kNoPacket, PacketEvent::Kind::kCredits, static_cast<std::uint8_t>(port), 0});
  }
}

void PacketRouter::await_credits(int port, std::uint64_t now) {
  const std::uint64_t cycle = first_satisfied(port);
  if (cycle == 0) {
    short_of_credits_ &= ~(1U << port);
    return;
  }
  short_of_credits_ |= 1U << port;
  if (cycle >= credits_awaited_[index(port)] || cycle == CreditLine::kNever) return;
  const std::uint64_t due = std::max(cycle, now + 1);
  credits_awaited_[index(port)] = due;
  wheel_.schedule(due, {node_, kNoPacket, PacketEvent::Kind::kCredits, static_cast<std::uint8_t>(port), 0});
}

std::uint64_t PacketRouter::first_satisfied(int port) const {
  const OutputRequests& requests = switch_allocator_.requests(port);
  std::uint64_t first = 0;
  for (RequestMask rest = requests.all(); rest != 0; rest &= rest - 1) {
    const SwitchRequest& want = requests.of(__builtin_ctzll(rest));
    if (credits_.find_room(port, want.vc_mask, want.credits) >= 0) continue;
    if (first == 0) first = CreditLine::kNever;
    for (unsigned vcs = want.vc_mask; vcs != 0; vcs &= vcs - 1) {
      const int vc = __builtin_ctz(vcs);
      first = std::min(first, line(port, vc).when(want.credits - credits_.credits(port, vc)));
    }
  }
  return first;
}

void PacketRouter::credits_coming(int port, int vc, const CreditStream& stream, std::uint64_t now) {
  line(port, vc).add(stream);
  lines_in_use_ |= 1U << port;
  if ((short_of_credits_ >> port & 1U) != 0) await_credits(port, now);
}

void PacketRouter::head_coming(int port, int vc, std::uint64_t head, int flits, std::uint64_t now) {
  InputCount& count = inputs_[index(requester(port, vc))];
  constexpr std::size_t kKept = 64;
  if (count.arriving.size() >= kKept) {
    const auto all_there = [now](const Arrival& a) { return a.head + static_cast<std::uint64_t>(a.flits) <= now; };
    const auto rest = std::stable_partition(count.arriving.begin(), count.arriving.end(), std::not_fn(all_there));
    for (auto it = rest; it != count.arriving.end(); ++it) count.arrived += static_cast<std::uint64_t>(it->flits);
    count.arriving.erase(rest, count.arriving.end());
  }
  count.arriving.push_back({head, flits});
}

std::uint64_t PacketRouter::sent(const Transfer& transfer, std::uint64_t now) {
  return transfer.active ? std::min<std::uint64_t>(now - transfer.granted, static_cast<std::uint64_t>(transfer.flits))
                         : static_cast<std::uint64_t>(transfer.flits);
}

std::uint64_t PacketRouter::flits_sent(int port, std::uint64_t now) const {
  const Transfer& transfer = transfers_[index(port)];
  return flits_granted_[index(port)] - static_cast<std::uint64_t>(transfer.flits) + sent(transfer, now);
}

int PacketRouter::occupancy(int port, int vc, std::uint64_t now) const {
  const InputCount& count = inputs_[index(requester(port, vc))];
  std::uint64_t flits = count.arrived - count.departed;
  for (const Arrival& arrival : count.arriving) {
    if (now >= arrival.head) {
      flits += std::min<std::uint64_t>(now - arrival.head + 1, static_cast<std::uint64_t>(arrival.flits));
    }
  }
  for (const Transfer& transfer : transfers_) {
    if (transfer.active && transfer.grant.in_port == port && transfer.grant.in_vc == vc) flits -= sent(transfer, now);
  }
  return static_cast<int>(flits);
}

int PacketRouter::credits_away(int port, int vc, std::uint64_t now) {
  collect(port, vc, now);
  return credits_.capacity(port) - credits_.credits(port, vc);
}

std::vector<WaitingPacket> PacketRouter::waiting(std::uint64_t now) {
  std::vector<WaitingPacket> list;
  for (int from = 0; from < kRouterPorts * virtual_channels_; ++from) {
    for (int q = 0; q < (fifo_ ? 1 : kRouterPorts); ++q) {
      const PacketIndex front = queue(from, q).front;
      if (front == kNoPacket) continue;
      const PacketInFlight& packet = packets_[front];
      const int vc = __builtin_ctz(packet.vc_mask);
      const int credits = credits_.capacity(packet.out_port) - credits_away(packet.out_port, vc, now);
      list.push_back({node_, from / virtual_channels_, from % virtual_channels_, packet.out_port, vc,
                      packet.header.route.flits, credits, packet.header.route});
    }
  }
  return list;
}

}  // namespace tactus
