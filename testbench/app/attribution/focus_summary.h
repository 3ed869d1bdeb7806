#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/attribution/attribution_summary.h"

namespace tactus {

class RunAttribution;

/// A piece of a packet's life, all of it spent on one part at one place.
struct NamedPiece {
  LatencyPart part = LatencyPart::kSoftware;
  NamedPlace place;
  std::uint64_t begin = 0;               ///< cycle
  std::uint64_t cycles = 0;              ///< length
  std::optional<std::string> held_by{};  ///< input port of the packet that was passing
  std::optional<AccessStage> stage{};    ///< where the access to memory was
};

/// A packet from the creation of its message until it is visible in memory.
struct NamedLife {
  std::uint64_t packet = 0;                ///< its number
  std::optional<std::uint64_t> message{};  ///< number of its message
  std::vector<int> source;                 ///< coordinates
  std::vector<int> destination;
  std::uint64_t created = 0;  ///< cycle
  std::uint64_t latency = 0;  ///< cycles
  std::vector<NamedPiece> pieces;
};

/// Packets that somebody asked about.
struct PacketsSummary {
  std::string which;  ///< "packets that node (3,1) sends"
  SplitSum total;
  std::optional<NamedLife> slowest{};  ///< nothing if there are no such packets
};

/// A node that somebody asked about.
struct NodeSummary {
  std::vector<int> node;              ///< coordinates
  std::vector<OutputRecord> outputs;  ///< outputs of its router that packets waited for, longest first
  std::optional<PathSummary> path{};  ///< its part of the critical path; nothing without one
  std::optional<double> noise_s{};    ///< that noise has taken from its ranks; nothing without noise
  std::optional<double> began_s{};    ///< when the last of its ranks began; nothing if all ranks began at 0
};

/// Answers to what somebody asked about a run.
struct FocusSummary {
  std::vector<PacketsSummary> packets;  ///< in the order of the questions
  std::vector<NodeSummary> nodes;
};
/// Makes the summary of `attribution`, which followed packets. Each node that packets were asked of by
/// `Focus::Kind::kSource` is one of its nodes.
FocusSummary summarise_focus(const RunAttribution& attribution, const MachineConfig& config);

}  // namespace tactus
