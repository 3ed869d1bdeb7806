#include "testbench/app/attribution/latency_attribution.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace tactus {
namespace {

constexpr std::array<std::pair<SendState, LatencyPart>, 6> kStateParts = {{
    {SendState::kRead, LatencyPart::kRead},
    {SendState::kPace, LatencyPart::kPace},
    {SendState::kWindow, LatencyPart::kWindow},
    {SendState::kCredit, LatencyPart::kNicCredits},
    {SendState::kControl, LatencyPart::kControl},
    {SendState::kSend, LatencyPart::kEngine},
}};

}  // namespace

LatencyAttribution::LatencyAttribution(const MachineConfig& config, SequenceOf sequence_of, Report report)
    : config_(config),
      waits_(config),
      sequence_of_(std::move(sequence_of)),
      report_(std::move(report)),
      engines_(static_cast<std::size_t>(config.torus.nodes()) * kNicPorts),
      sums_(config.torus.nodes()),
      outputs_(static_cast<std::size_t>(config.torus.nodes()) * kRouterPorts),
      windows_(config) {}

LatencyAttribution::Engine& LatencyAttribution::engine(const RouteHeader& header) {
  return engines_[static_cast<std::size_t>(config_.torus.node(header.source) * kNicPorts + header.source_nic)];
}

LatencyAttribution::InFlight* LatencyAttribution::find(const RouteHeader& header) {
  if (header.is_control()) return nullptr;
  Engine& in_flight = engine(header);
  const auto found = std::find_if(in_flight.begin(), in_flight.end(), [&](const InFlight& packet) {
    return packet.packet.header.inject_cycle == header.inject_cycle;
  });
  return found == in_flight.end() ? nullptr : &*found;
}

void LatencyAttribution::spend(InFlight& packet, LatencyPart part, std::uint64_t cycles) const {
  packet.packet.split[part] += cycles;
  packet.until = packet.until + Cycles{cycles};
}

void LatencyAttribution::packet_injected(const PacketHeader& header, Cycles cycle) {
  const RouteHeader& route = header.route;
  waits_.packet_injected(route, cycle);
  if (route.is_control()) return;
  // The header carries the cycle modulo 2^32.
  const Cycles age{static_cast<std::uint32_t>(cycle.count()) - header.transport.create_cycle};
  InFlight packet;
  packet.packet.header = route;
  packet.packet.sequence = sequence_of_(route);
  packet.packet.created = packet.until = cycle - age;
  engine(route).push_back(packet);
}

void LatencyAttribution::packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) {
  InFlight& packet = engine(header).back();
  spend(packet, LatencyPart::kSoftware, (waits.fetched - packet.packet.created).count());
  for (const auto& [state, part] : kStateParts) spend(packet, part, waits.in_state[static_cast<std::size_t>(state)]);
  settle(packet, cycle);
  spend(packet, LatencyPart::kPipeline, FabricWaits::kTimings.inject_to_route);
}

void LatencyAttribution::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  const std::vector<WaitPiece>& pieces = waits_.packet_granted(grant, header);
  InFlight* packet = find(header);
  if (packet != nullptr) {
    settle(*packet, grant.routed);
    spend(*packet, LatencyPart::kPipeline, RouterWaits::kTimings.route_to_request);
  }
  take_down_wait(grant, pieces, packet);
  const auto flits = static_cast<std::uint64_t>(header.flits);
  outputs_[static_cast<std::size_t>(grant.node * kRouterPorts + grant.out_port)].flits += flits;
  windows_.passed(grant.node, grant.out_port, grant.out_vc, grant.cycle.count() + 1, flits);
  windows_.buffered(grant.node, grant.in_port, grant.in_vc, grant.routed.count(), flits,
                    (grant.cycle - grant.routed).count() + 1);
  if (packet == nullptr) return;
  settle(*packet, grant.cycle);
  spend(*packet, LatencyPart::kPipeline, FabricWaits::kTimings.grant_to_link);
  if (grant.out_port < kTorusPorts) {
    spend(*packet, LatencyPart::kLink, waits_.link_delay());
  } else {
    spend(*packet, LatencyPart::kSerialization, flits - 1);
  }
}

void LatencyAttribution::take_down_wait(const RouterGrant& grant, const std::vector<WaitPiece>& pieces,
                                        InFlight* packet) {
  for (const WaitPiece& piece : pieces) {
    const std::uint64_t cycles = piece.end - piece.begin;
    if (packet != nullptr) spend(*packet, piece.part, cycles);
    OutputSum& output = outputs_[static_cast<std::size_t>(grant.node * kRouterPorts + piece.output)];
    if (piece.part == LatencyPart::kCredits) {
      output.credits += cycles;
      windows_.lacked_credits(grant.node, piece.output, grant.out_vc, piece.begin, piece.end);
      continue;
    }
    windows_.waited(grant.node, piece.output, piece.part, piece.begin, piece.end);
    if (piece.part == LatencyPart::kQueue) {
      output.queue += cycles;
    } else if (piece.part == LatencyPart::kInput) {
      output.input += cycles;
    } else {
      output.output += cycles;
      output.held_by[static_cast<std::size_t>(piece.holder)] += cycles;
    }
  }
}

void LatencyAttribution::packet_delivered(const PacketHeader& header, Cycles cycle) {
  InFlight* packet = find(header.route);
  if (packet != nullptr) settle(*packet, cycle);
}

void LatencyAttribution::packet_left(const RouteHeader& header, int vc, Cycles cycle) {
  waits_.packet_left(header, vc, cycle);
}

void LatencyAttribution::packet_written(const RouteHeader& header, Cycles cycle) {
  InFlight* found = find(header);
  if (found == nullptr) return;
  if (cycle > found->until) spend(*found, LatencyPart::kWrite, (cycle - found->until).count());
  found->packet.written = cycle;
  finish(found->packet);
  Engine& in_flight = engine(header);
  in_flight.erase(in_flight.begin() + (found - in_flight.data()));
}

void LatencyAttribution::finish(const SplitPacket& packet) {
  sums_.add(config_.torus.node(packet.header.source), config_.torus.node(packet.header.destination), packet.sequence,
            packet.split);
  if (report_) report_(packet);
}

void LatencyAttribution::settle(const InFlight& packet, Cycles cycle) {
  if (packet.until == cycle || !fault_.empty()) return;
  const RouteHeader& header = packet.packet.header;
  fault_ = fmt::format(
      "latency of the packet that ({},{}) engine {} injected in cycle {}: what it did adds up to cycle {}, and it is "
      "cycle {}",
      header.source.x, header.source.y, header.source_nic, header.inject_cycle, packet.until.count(), cycle.count());
}

}  // namespace tactus
