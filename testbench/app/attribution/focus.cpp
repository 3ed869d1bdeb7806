#include "testbench/app/attribution/focus.h"

#include "hw/link/packet_number.h"
#include "testbench/app/attribution/latency_attribution.h"

namespace tactus {
namespace {

bool is_asked(const Focus& focus, const PacketLife& packet) {
  switch (focus.kind) {
    case Focus::Kind::kSource:
      return packet.source == focus.node;
    case Focus::Kind::kDestination:
      return packet.destination == focus.node;
    case Focus::Kind::kPair:
      return packet.source == focus.node && packet.destination == focus.other;
    case Focus::Kind::kMessage:
      return packet.message == focus.number;
    case Focus::Kind::kPacket:
      return packet.packet == focus.number;
  }
  return false;
}

}  // namespace

FocusRecorder::FocusRecorder(const MachineConfig& config, const RankMap& map, const std::vector<Focus>& asked)
    : config_(config), map_(map) {
  for (const Focus& focus : asked) found_.push_back({focus, {}});
}

void FocusRecorder::send_started(const MessageKey& key, Cycles cycle) {
  std::uint64_t& number = messages_[key];
  numbers_.leave(number);
  numbers_.started(map_.processor(key.source), cycle, number);
}

int FocusRecorder::begin(const PacketHeader& header, Cycles created, Cycles cycle) {
  numbers_.settle_before(cycle);
  const auto message = messages_.find(message_key(map_, header));
  Life life;
  life.packet = {packet_number(config_, header.route),
                 message == messages_.end() ? 0 : message->second,
                 config_.network.node(header.route.source),
                 config_.network.node(header.route.destination),
                 created.count(),
                 0,
                 {}};
  if (header.transport.last && message != messages_.end()) {
    numbers_.leave(message->second);
    messages_.erase(message);
  }
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (is_asked(found_[i].focus, life.packet)) life.of.push_back(i);
  }
  if (life.of.empty()) return kUnasked;
  if (free_.empty()) {
    free_.push_back(static_cast<int>(lives_.size()));
    lives_.emplace_back();
  }
  const int handle = free_.back();
  free_.pop_back();
  lives_[static_cast<std::size_t>(handle)] = std::move(life);
  return handle;
}

void FocusRecorder::spent(int life, const LifePiece& piece) {
  if (piece.begin == piece.end) return;
  std::vector<LifePiece>& pieces = lives_[static_cast<std::size_t>(life)].packet.pieces;
  if (!pieces.empty()) {
    LifePiece& last = pieces.back();
    const bool same_place = !(last.place < piece.place) && !(piece.place < last.place);
    if (last.part == piece.part && same_place && last.holder == piece.holder && last.stage == piece.stage) {
      last.end = piece.end;
      return;
    }
  }
  pieces.push_back(piece);
}

void FocusRecorder::end(int life, const SplitPacket& ending, Cycles written) {
  Life& ended = lives_[static_cast<std::size_t>(life)];
  PacketLife& packet = ended.packet;
  packet.written = written.count();
  const std::uint64_t latency = packet.written - packet.created;
  for (const std::size_t i : ended.of) {
    Found& found = found_[i];
    found.total.add(ending.split);
    if (ending.stages != nullptr) {
      if (!found.stages) found.stages.emplace();
      *found.stages += *ending.stages;
    }
    const std::uint64_t slowest = found.slowest ? found.slowest->written - found.slowest->created : 0;
    const bool first = !found.slowest || latency > slowest;
    if (first || (latency == slowest && packet.packet < found.slowest->packet)) found.slowest = packet;
  }
  ended = {};
  free_.push_back(life);
}

}  // namespace tactus
