#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_observer.h"
#include "testbench/app/attribution/attribution_summary.h"
#include "testbench/app/attribution/latency_attribution.h"
#include "testbench/app/attribution/router_waits.h"
#include "tlm_models/traffic/packet_key.h"

namespace tactus {

/// The longest wait of a packet for one output, all for one reason.
struct MessageWait {
  LatencyPart part = LatencyPart::kQueue;
  NamedPlace place;
  std::uint64_t cycle = 0;              ///< in which it began
  std::uint64_t cycles = 0;             ///< length
  std::optional<std::string> behind{};  ///< job of the packet in front of it for the longest of that time
};

/// Slowest packet of a message, from the creation of its message to its being visible in memory; of several the one
/// that ended last.
struct MessageDelay {
  std::uint64_t packet = 0;                   ///< its number
  std::uint64_t latency = 0;                  ///< cycles
  LatencyPart part = LatencyPart::kPipeline;  ///< the part that most of them were spent on
  std::uint64_t part_cycles = 0;
  std::optional<AccessStage> stage;  ///< the stage of this part that most of them were spent at, if its memory says it
  std::optional<MessageWait> wait;   ///< nothing: it has not waited at a router
};

/// Remembers of every message its slowest packet, and where that waited longest: 80 B for a message. It is told by
/// RunAttribution, which knows the waits.
class MessageDelays {
 public:
  /// `config` and `map` must outlive it.
  MessageDelays(const MachineConfig& config, const RankMap& map) : config_(config), map_(map) {}

  void packet_injected(const PacketHeader& header);
  /// `pieces`: of its wait.
  void packet_granted(const RouterGrant& grant, const RouteHeader& header, const std::vector<WaitPiece>& pieces);
  /// A packet of a message that has come to its end.
  void packet_ended(const SplitPacket& packet);

  /// Nothing if no packet of the message has come to its end; messages within a node have none.
  [[nodiscard]] std::optional<MessageDelay> find(const MessageKey& key) const;
  /// Names of the jobs, by number from 1.
  void set_job_names(std::vector<std::string> names) { job_names_ = std::move(names); }

 private:
  struct Wait {
    std::uint64_t begin = 0;
    std::uint32_t cycles = 0;
    std::int32_t node = 0;
    std::int8_t port = 0;
    LatencyPart part = LatencyPart::kQueue;
    JobNumber job = kNoJob;
  };
  struct InFlight {
    MessageKey key;
    Wait longest;
  };
  struct Record {
    std::uint64_t packet = 0;
    std::uint32_t latency = 0;
    std::uint32_t part_cycles = 0;
    Wait longest;
    LatencyPart part = LatencyPart::kPipeline;
    std::optional<AccessStage> stage;
  };

  const MachineConfig& config_;
  const RankMap& map_;
  std::vector<std::string> job_names_;
  std::unordered_map<std::uint64_t, InFlight> in_flight_;  ///< by packet number
  std::unordered_map<MessageKey, Record, MessageKeyHash> slowest_;
};

}  // namespace tactus
