#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_header.h"
#include "testbench/app/attribution/event_tree.h"
#include "testbench/app/attribution/latency_sums.h"
#include "testbench/app/attribution/message_numbers.h"
#include "testbench/app/attribution/stage_split.h"
#include "tlm_models/traffic/packet_key.h"
#include "tlm_models/traffic/rank_map.h"

namespace tactus {

struct SplitPacket;

/// Packets that somebody asks about.
struct Focus {
  enum class Kind : std::uint8_t {
    kSource,       ///< packets that `node` sends
    kDestination,  ///< packets that come to `node`
    kPair,         ///< packets that `node` sends to `other`
    kMessage,      ///< packets of message `number`
    kPacket,       ///< packet `number`
  };
  Kind kind = Kind::kPacket;
  int node = 0;              ///< by number
  int other = 0;             ///< by number
  std::uint64_t number = 0;  ///< number of a packet (PACKET-10), or `id` of a message in messages.csv
};

/// A piece of a packet's latency: cycles [begin, end), all spent on one part at one place.
struct LifePiece {
  LatencyPart part = LatencyPart::kSoftware;
  PathPlace place;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  int holder = -1;                     ///< kOutput, kInput: input port of the packet that was passing; -1: none
  std::optional<AccessStage> stage{};  ///< kMemory, kWrite: where the access was, if the memory says it
};

/// A packet from the creation of its message until it is visible in memory. The pieces follow each other without a gap.
struct PacketLife {
  std::uint64_t packet = 0;   ///< its number
  std::uint64_t message = 0;  ///< number of its message
  int source = 0;             ///< nodes, by number
  int destination = 0;
  std::uint64_t created = 0;  ///< cycles
  std::uint64_t written = 0;
  std::vector<LifePiece> pieces;
};

/// Follows the packets that somebody asks about: sums of their parts, and the life of the slowest. It is told by
/// RunAttribution and, of every piece of a latency, by LatencyAttribution. Memory grows with the packets in flight that
/// are asked about, and the messages under way.
class FocusRecorder {
 public:
  /// Sums of the packets of a focus, and the life of the one whose latency is largest; of several that of the lowest
  /// number.
  struct Found {
    Focus focus;
    SplitTotal<LatencySplit> total;
    std::optional<StageSplit> stages{};  ///< stages of waits for memory; nothing: the memory does not say them
    std::optional<PacketLife> slowest{};
  };
  static constexpr int kUnasked = -1;

  /// `config` and `map` must outlive it.
  FocusRecorder(const MachineConfig& config, const RankMap& map, const std::vector<Focus>& asked);

  void send_started(const MessageKey& key, Cycles cycle);
  /// A packet is injected. Answers the handle of its life, or kUnasked.
  int begin(const PacketHeader& header, Cycles created, Cycles cycle);
  void spent(int life, const LifePiece& piece);
  /// `ending`, the packet of the life, has come to its end.
  void end(int life, const SplitPacket& ending, Cycles written);

  [[nodiscard]] const std::vector<Found>& found() const { return found_; }

 private:
  struct Life {
    PacketLife packet;
    std::vector<std::size_t> of;  ///< positions in `found_`
  };

  const MachineConfig& config_;
  const RankMap& map_;
  std::vector<Found> found_;
  MessageNumbers numbers_;
  /// Numbers of the messages that are not injected as a whole; known as soon as `numbers_` has settled.
  std::unordered_map<MessageKey, std::uint64_t, MessageKeyHash> messages_;
  std::vector<Life> lives_;  ///< lives of packets in flight, and free places
  std::vector<int> free_;
};

}  // namespace tactus
