#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/access_stages.h"
#include "testbench/app/attribution/latency_part.h"

namespace tactus {

/// Stages at which a packet is while it is read, and then while it is written: those of part `memory`, then those of
/// part `write`, in the memory of a NUMA node.
enum class StagePart : std::uint8_t {};
/// No write waits for what only reads need.
inline constexpr std::array<AccessStage, 9> kWriteStages = {
    AccessStage::kEngine, AccessStage::kPcieRoom, AccessStage::kPcie, AccessStage::kHtRoom, AccessStage::kHt,
    AccessStage::kQueue,  AccessStage::kBank,     AccessStage::kBus,  AccessStage::kLatency};
inline constexpr std::size_t kStageParts = kAccessStages + kWriteStages.size();
/// Cycles by stage, of reads and of writes.
using StageSplit = PartSplit<StagePart, kStageParts>;

/// Number of `stage` of a part of latencies, kMemory or kWrite.
constexpr StagePart stage_part(LatencyPart part, AccessStage stage) {
  if (part == LatencyPart::kMemory) return static_cast<StagePart>(stage);
  std::size_t place = 0;
  while (kWriteStages[place] != stage) ++place;
  return static_cast<StagePart>(kAccessStages + place);
}
constexpr LatencyPart latency_part(StagePart part) {
  return static_cast<std::size_t>(part) < kAccessStages ? LatencyPart::kMemory : LatencyPart::kWrite;
}
constexpr AccessStage access_stage(StagePart part) {
  const auto number = static_cast<std::size_t>(part);
  return number < kAccessStages ? static_cast<AccessStage>(number) : kWriteStages[number - kAccessStages];
}

/// "memory.ht_credits", "write.pcie", by number.
inline std::vector<std::string> stage_part_names() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kStageParts; ++i) {
    const auto part = static_cast<StagePart>(i);
    names.push_back(std::string(kLatencyPartNames[static_cast<std::size_t>(latency_part(part))]) + "." +
                    kAccessStageNames[static_cast<std::size_t>(access_stage(part))]);
  }
  return names;
}

}  // namespace tactus
