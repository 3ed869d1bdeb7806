#include "testbench/app/compare/history_recorder.h"

#include <algorithm>
#include <stdexcept>

#include "testbench/app/files/content_hash.h"

namespace tactus {

HistoryRecorder::InFlight::iterator HistoryRecorder::find(const RouteHeader& header) {
  const auto packet = in_flight_.find(packet_number(torus_, kMaxNics, header));
  if (packet == in_flight_.end()) throw std::out_of_range("a packet that nobody has injected");
  return packet;
}

void HistoryRecorder::pass_on(InFlight::iterator packet) {
  sink_(packet->second);
  in_flight_.erase(packet);
}

void HistoryRecorder::packet_injected(const PacketHeader& header, Cycles cycle) {
  if (!packets_too_) return;
  PacketHistory packet;
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
  packet.number = injected_[{packet.source, packet.source_nic}]++;
  in_flight_[packet_number(torus_, kMaxNics, header.route)] = std::move(packet);
}

void HistoryRecorder::packet_granted(const RouterGrant& grant, const RouteHeader& header) {
  if (!packets_too_) return;
  const auto small = [](int value) { return static_cast<std::uint8_t>(value); };
  find(header)->second.hops.push_back(
      {grant.cycle.count(), grant.node, small(grant.in_port), small(grant.out_port), small(grant.out_vc)});
}

void HistoryRecorder::packet_delivered(const PacketHeader& header, Cycles cycle) {
  if (!packets_too_) return;
  const auto packet = find(header.route);
  packet->second.delivered = cycle.count();
  if (splits_too_ && !header.route.is_control()) return;  // its last word comes when it is written
  pass_on(packet);
}

void HistoryRecorder::packet_split(const SplitPacket& packet) {
  if (!packets_too_) return;
  ContentHash hash;
  hash.add(packet.written.count());
  hash.add(packet.created.count());
  hash.add(static_cast<std::uint64_t>(packet.sequence.value_or(-1)));
  for (const std::uint64_t cycles : packet.split.of_part) hash.add(cycles);
  const auto ended = find(packet.header);
  ended->second.split = hash.value();
  pass_on(ended);
}

void HistoryRecorder::send_started(const MessageEvent& message, Cycles cycle) {
  started_[{message.source, message.destination, message.tag}] = cycle.count();
}

void HistoryRecorder::receive_completed(const MessageEvent& message, Cycles cycle) {
  const auto started = started_.find({message.source, message.destination, message.tag});
  const bool announced = started != started_.end();  // a node alone tells of what is delivered only
  messages_.push_back({cycle.count(), announced ? started->second : 0, message.bytes.count(), message.source,
                       message.destination, message.tag, message.nic});
  if (announced) started_.erase(started);
}

std::vector<MessageRecord> HistoryRecorder::finish() {
  while (!in_flight_.empty()) pass_on(in_flight_.begin());
  injected_.clear();
  started_.clear();
  std::sort(messages_.begin(), messages_.end(),
            [](const MessageRecord& a, const MessageRecord& b) { return a.fields() < b.fields(); });
  return std::move(messages_);
}

}  // namespace tactus
