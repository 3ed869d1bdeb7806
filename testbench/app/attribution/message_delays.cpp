#include "testbench/app/attribution/message_delays.h"

#include <algorithm>
#include <cstddef>

#include "hw/link/packet_number.h"
#include "testbench/app/attribution/node_coordinates.h"

namespace tactus {
namespace {

/// Nothing if `part` has no stages.
std::optional<AccessStage> largest_stage(const StageSplit& stages, LatencyPart part) {
  std::optional<StagePart> largest;
  for (std::size_t i = 0; i < kStageParts; ++i) {
    const auto stage = static_cast<StagePart>(i);
    if (latency_part(stage) == part && (!largest || stages[stage] > stages[*largest])) largest = stage;
  }
  return largest ? std::optional(access_stage(*largest)) : std::nullopt;
}

}  // namespace

void MessageDelays::packet_injected(const PacketHeader& header) {
  if (header.route.is_control()) return;
  in_flight_[packet_number(config_, header.route)].key = message_key(map_, header);
}

void MessageDelays::packet_granted(const RouterGrant& grant, const RouteHeader& header,
                                   const std::vector<WaitPiece>& pieces) {
  if (pieces.empty() || header.is_control()) return;
  const auto found = in_flight_.find(packet_number(config_, header));
  if (found == in_flight_.end()) return;
  Wait& longest = found->second.longest;
  for (const WaitPiece& piece : pieces) {
    std::uint64_t cycles = 0;
    const WaitPiece* behind = &piece;
    for (const WaitPiece& each : pieces) {
      if (each.part != piece.part || each.output != piece.output) continue;
      cycles += each.end - each.begin;
      if (each.end - each.begin > behind->end - behind->begin) behind = &each;
    }
    if (cycles <= longest.cycles) continue;
    longest = {piece.begin, static_cast<std::uint32_t>(cycles),
               grant.node,  static_cast<std::int8_t>(piece.output),
               piece.part,  behind->holder_job};
  }
}

void MessageDelays::packet_ended(const SplitPacket& packet) {
  const std::uint64_t number = packet_number(config_, packet.header);
  const auto found = in_flight_.find(number);
  if (found == in_flight_.end()) return;
  const InFlight ended = found->second;
  in_flight_.erase(found);
  Record& record = slowest_[ended.key];
  const auto latency = static_cast<std::uint32_t>((packet.written - packet.created).count());
  const bool tie = latency == record.latency && number < record.packet;
  if (latency < record.latency || tie) return;
  const auto& parts = packet.split.of_part;
  const auto most = std::max_element(parts.begin(), parts.end());
  record = {
      number, latency, static_cast<std::uint32_t>(*most), ended.longest, static_cast<LatencyPart>(most - parts.begin()),
      {}};
  if (packet.stages != nullptr) record.stage = largest_stage(*packet.stages, record.part);
}

std::optional<MessageDelay> MessageDelays::find(const MessageKey& key) const {
  const auto found = slowest_.find(key);
  if (found == slowest_.end()) return std::nullopt;
  const Record& record = found->second;
  MessageDelay delay{record.packet, record.latency, record.part, record.part_cycles, record.stage, {}};
  const Wait& wait = record.longest;
  if (wait.cycles > 0) {
    const PathPlace place{wait.node, static_cast<std::int8_t>(wait.port)};
    delay.wait = MessageWait{wait.part, named_place(config_.network, place), wait.begin, wait.cycles};
    if (wait.job != kNoJob && wait.job <= job_names_.size()) delay.wait->behind = job_names_[wait.job - std::size_t{1}];
  }
  return delay;
}

}  // namespace tactus
