#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "testbench/app/attribution/part_split.h"

namespace tactus {

/// Parts of the time of a message at flow level, from the send call to its arrival. Each picosecond belongs to exactly
/// one: docs/reference/attribution.md.
enum class FlowPart : std::uint8_t {
  kSoftware,  ///< its engine sent messages before it; on a critical path calls and computing, too
  kTransfer,  ///< time that its bytes take on the slowest of its links alone
  kPace,      ///< additional time because pacing or the engine limits its rate
  kShared,    ///< lost to other flows, at links
  kStep,      ///< its bytes had passed, and the step of time had not ended
  kLatency,   ///< between its leaving and its arrival
};
inline constexpr std::size_t kFlowParts = 6;
inline constexpr std::array<const char*, kFlowParts> kFlowPartNames = {"software", "transfer", "pace",
                                                                       "shared",   "step",     "latency"};
constexpr const auto& part_names(FlowPart) { return kFlowPartNames; }

/// Picoseconds by part.
using FlowSplit = PartSplit<FlowPart, kFlowParts>;
/// Time of messages of some kind, together.
using FlowTotal = SplitTotal<FlowSplit>;

}  // namespace tactus
