#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "testbench/app/attribution/part_split.h"

namespace tactus {

/// Parts of a packet's latency, from the creation of its message to its being visible in memory. Each cycle belongs to
/// exactly one: docs/reference/attribution.md.
enum class LatencyPart : std::uint8_t {
  kSoftware,       ///< created, and its descriptor not taken: the processor, the ring, messages before it
  kMemory,         ///< its engine waited for memory
  kPace,           ///< its engine waited for a pace slot
  kWindow,         ///< its engine waited for the paired receive
  kStall,          ///< its engine waited for room in the router's NIC buffer
  kControl,        ///< its engine was held by the injection control
  kEngine,         ///< its engine sent earlier packets
  kPipeline,       ///< stages of routers, and wires to and from them
  kQueue,          ///< it stood behind a packet in its queue of an input buffer
  kOutput,         ///< another packet had the output, or it rested
  kInput,          ///< the output was free, and its input side was not, or nominated another packet
  kCredits,        ///< output and input side were free, and the next buffer had no room for it
  kBubble,         ///< it had room there, and not the bubble, which who enters a ring must leave
  kLink,           ///< on links
  kSerialization,  ///< flits behind the head
  kWrite,          ///< delivered, and not visible in memory
};
inline constexpr std::size_t kLatencyParts = 16;
inline constexpr std::array<const char*, kLatencyParts> kLatencyPartNames = {
    "software", "memory", "pace",  "window",  "stall",  "control", "engine",        "pipeline",
    "queue",    "output", "input", "credits", "bubble", "link",    "serialization", "write"};
constexpr const auto& part_names(LatencyPart) { return kLatencyPartNames; }

/// Cycles by part.
using LatencySplit = PartSplit<LatencyPart, kLatencyParts>;

}  // namespace tactus
