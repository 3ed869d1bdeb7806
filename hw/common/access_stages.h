#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hw/common/units.h"

namespace tactus {

/// Where an access of a NIC to the memory of a NUMA node is, and what for: docs/reference/attribution.md.
enum class AccessStage : std::uint8_t {
  kEngine,    ///< with the DMA engine: not asked for, or being moved at the engine's own rate
  kTags,      ///< it lacked a tag for its read TLP
  kPcieRoom,  ///< before a PCI Express link whose wire was idle: it, or one before it, lacked credits
  kPcie,      ///< on the wire of one, or waiting for it
  kBridge,    ///< in the bridge, which had as many reads under way as it can
  kHtRoom,    ///< as `kPcieRoom`, of HyperTransport
  kHt,        ///< as `kPcie`
  kQueue,     ///< before the queue of the memory controller
  kBank,      ///< in it, and its bank had another access
  kBus,       ///< the data bus had another access, or it
  kLatency,   ///< latency of the memory
};
inline constexpr std::size_t kAccessStages = 11;
inline constexpr std::array<const char*, kAccessStages> kAccessStageNames = {
    "engine", "read_tags",    "pcie_credits", "pcie",       "bridge",        "ht_credits",
    "ht",     "memory_queue", "memory_bank",  "memory_bus", "memory_latency"};
constexpr const auto& part_names(AccessStage) { return kAccessStageNames; }

/// Cycles by stage.
using AccessStageCycles = std::array<std::uint64_t, kAccessStages>;

/// Stages in the order of an access's way to memory and of an answer's way back.
enum class AccessLeg : std::uint8_t {
  kTags,
  kPcieRoom,
  kPcie,
  kBridge,
  kHtRoom,
  kHt,
  kQueue,
  kBank,
  kBus,
  kLatency,
  kHtRoomBack,
  kHtBack,
  kPcieRoomBack,
  kPcieBack,
};
inline constexpr std::size_t kAccessLegs = 14;
inline constexpr std::array<AccessStage, kAccessLegs> kStageOfLeg = {
    AccessStage::kTags,   AccessStage::kPcieRoom, AccessStage::kPcie,     AccessStage::kBridge, AccessStage::kHtRoom,
    AccessStage::kHt,     AccessStage::kQueue,    AccessStage::kBank,     AccessStage::kBus,    AccessStage::kLatency,
    AccessStage::kHtRoom, AccessStage::kHt,       AccessStage::kPcieRoom, AccessStage::kPcie};

/// Way of the last TLP of an access through the node, in cycles: it is the one that ends the access.
struct AccessWay {
  Cycles asked;                                   ///< edge at which the NIC asked for the access
  std::array<std::uint32_t, kAccessLegs> legs{};  ///< cycles of each leg, in their order

  /// Calls `each(stage, begin, end)` for every stretch of time [begin, end) in [from, to) that was spent at one stage,
  /// in order and without a gap. Before it is asked for and after its way an access is with the engine.
  template <class Each>
  void for_each(Cycles from, Cycles to, Each&& each) const {
    const auto tell = [&](AccessStage stage, Cycles begin, Cycles end) {
      begin = std::max(begin, from);
      end = std::min(end, to);
      if (begin < end) each(stage, begin, end);
    };
    tell(AccessStage::kEngine, Cycles{}, asked);
    Cycles at = asked;
    for (std::size_t leg = 0; leg < kAccessLegs; ++leg) {
      const Cycles next = at + Cycles{legs[leg]};
      tell(kStageOfLeg[leg], at, next);
      at = next;
    }
    tell(AccessStage::kEngine, at, Cycles::max());
  }
};

/// Where the cycles went that a packet waited for memory.
struct AccessStages {
  AccessWay way;               ///< way of its own access
  AccessStageCycles cycles{};  ///< that it waited, by stage
};

}  // namespace tactus
