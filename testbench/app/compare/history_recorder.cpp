#include "testbench/app/compare/history_recorder.h"

#include <algorithm>
#include <numeric>

#include "testbench/app/results/content_hash.h"

namespace tactus {

std::size_t HistoryRecorder::in_flight(const RouteHeader& header) const {
  return in_flight_.at(packet_number(torus_, kMaxNics, header));
}

void HistoryRecorder::packet_injected(const PacketHeader& header, Cycles cycle) {
  if (!packets_too_) return;
  PacketRecord packet;
  packet.injected = cycle.count();
  packet.source = torus_.node(header.route.source);
  packet.destination = torus_.node(header.route.destination);
  packet.tag = header.transport.tag;
  packet.packet_index = header.transport.packet_index;
  packet.create_cycle = header.transport.create_cycle;
  packet.payload_bytes = header.transport.payload_bytes;
  packet.flits = header.route.flits;
  packet.source_nic = header.route.source_nic;
  packet.destination_nic = header.route.destination_nic;
  packet.source_place = header.route.source_place;
  packet.destination_place = header.route.destination_place;
  packet.kind = static_cast<std::uint8_t>(header.route.kind);
  in_flight_[packet_number(torus_, kMaxNics, header.route)] = packets_.size();
  packets_.push_back(packet);
}

void HistoryRecorder::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  if (!packets_too_) return;
  const auto small = [](int value) { return static_cast<std::uint8_t>(value); };
  const std::size_t packet = in_flight(header);
  ++packets_[packet].hops;
  hops_.push_back(
      {packet, {grant.cycle.count(), grant.node, small(grant.in_port), small(grant.out_port), small(grant.out_vc)}});
}

void HistoryRecorder::packet_delivered(const PacketHeader& header, Cycles cycle) {
  if (!packets_too_) return;
  const auto packet = in_flight_.find(packet_number(torus_, kMaxNics, header.route));
  packets_[packet->second].delivered = cycle.count();
  if (splits_too_ && !header.route.is_control()) return;  // its last word comes when it is written
  in_flight_.erase(packet);
}

void HistoryRecorder::packet_split(const SplitPacket& packet) {
  if (!packets_too_) return;
  ContentHash hash;
  hash.add(packet.written.count());
  hash.add(packet.created.count());
  hash.add(static_cast<std::uint64_t>(packet.sequence.value_or(-1)));
  for (const std::uint64_t cycles : packet.split.of_part) hash.add(cycles);
  packets_[in_flight(packet.header)].split = hash.value();
  in_flight_.erase(packet_number(torus_, kMaxNics, packet.header));
}

void HistoryRecorder::send_started(const MessageEvent& message, Cycles cycle) {
  started_[{message.source, message.destination, message.tag}] = cycle.count();
}

void HistoryRecorder::receive_completed(const MessageEvent& message, Cycles cycle) {
  const auto started = started_.find({message.source, message.destination, message.tag});
  messages_.push_back({cycle.count(), started->second, message.bytes.count(), message.source, message.destination,
                       message.tag, message.nic});
  started_.erase(started);
}

RunHistory HistoryRecorder::take() {
  std::vector<std::size_t> order(packets_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto place = [this](std::size_t i) {
    return std::make_tuple(packets_[i].source, packets_[i].source_nic, packets_[i].injected);
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return place(a) < place(b); });

  RunHistory history;
  history.hops.resize(hops_.size());
  std::vector<std::uint64_t> next_hop(packets_.size());
  std::uint64_t first_hop = 0;
  for (const std::size_t i : order) {
    packets_[i].first_hop = next_hop[i] = first_hop;
    first_hop += packets_[i].hops;
    history.packets.push_back(packets_[i]);
  }
  // The hops of one packet have been told in their order.
  for (const auto& [packet, hop] : hops_) history.hops[next_hop[packet]++] = hop;
  history.messages = std::move(messages_);
  std::sort(history.messages.begin(), history.messages.end(),
            [](const MessageRecord& a, const MessageRecord& b) { return a.fields() < b.fields(); });
  packets_.clear();
  hops_.clear();
  messages_.clear();
  in_flight_.clear();
  started_.clear();
  return history;
}

}  // namespace tactus
