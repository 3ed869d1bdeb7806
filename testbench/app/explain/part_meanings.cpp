#include "testbench/app/explain/part_meanings.h"

namespace tactus {
namespace {

template <class Latency, std::size_t LatencyParts>
const char* meaning_of_either(PathPartOf<Latency, LatencyParts> part) {
  const auto number = static_cast<std::size_t>(part);
  return number < LatencyParts ? meaning_of(static_cast<Latency>(number))
                               : meaning_of(static_cast<RankPart>(number - LatencyParts));
}

}  // namespace

const char* meaning_of(LatencyPart part) {
  constexpr std::array<const char*, kLatencyParts> kMeanings = {
      "created, and its descriptor not taken: calls, the ring",
      "the engine waited for memory",
      "the engine waited for a pace slot",
      "the engine waited for the paired receive",
      "the engine waited for room in the router",
      "the injection control held the engine",
      "the engine sent earlier packets",
      "stages of routers",
      "behind another packet in an input queue",
      "another packet had the output",
      "another packet had the input side",
      "no room in the next buffer",
      "room in the next buffer, and no second one: the bubble of a ring that it would enter",
      "on links",
      "flits behind the head",
      "delivered, and not visible in memory",
  };
  return kMeanings.at(static_cast<std::size_t>(part));
}

const char* meaning_of(AccessStage stage) {
  constexpr std::array<const char*, kAccessStages> kMeanings = {
      "with the engine: not asked for, or moved at the engine's own rate",
      "no tag for a read on PCI Express",
      "no credits on PCI Express, or behind one without",
      "PCI Express: its wire",
      "the bridge has as many reads under way as it can",
      "no buffers on HyperTransport, or behind one without",
      "HyperTransport: its wires",
      "before the queue of the memory controller",
      "another access had the bank",
      "data bus of the memory",
      "latency of the memory",
  };
  return kMeanings.at(static_cast<std::size_t>(stage));
}

const char* meaning_of(FlowPart part) {
  constexpr std::array<const char*, kFlowParts> kMeanings = {
      "calls, and messages before it of the same engine",  "its bytes on the slowest of its links, had it this alone",
      "pacing, or the engine, let it have less than that", "lost to other messages on the same links",
      "waited for the end of a step (flow.resolution)",    "switches and links that the last byte passes",
  };
  return kMeanings.at(static_cast<std::size_t>(part));
}

const char* meaning_of(OperationPart part) {
  constexpr std::array<const char*, kOperationParts> kMeanings = {
      "computing, as long as the operation asks for",
      "computing beyond that: the operating system had the processor",
      "sends and receives being started",
      "messages that were leaving, for whose ends their senders waited",
      "messages on their way, for which their receivers waited",
      "waits that returned",
  };
  return kMeanings.at(static_cast<std::size_t>(part));
}

const char* meaning_of(RankPart part) {
  constexpr std::array<const char*, kRankParts> kMeanings = {
      "computing of ranks",
      "the operating system had a rank's processor",
      "a rank had not begun: imbalance, or the start of its job",
  };
  return kMeanings.at(static_cast<std::size_t>(part));
}

const char* meaning_of(PathPart part) { return meaning_of_either(part); }
const char* meaning_of(FlowPathPart part) { return meaning_of_either(part); }

}  // namespace tactus
