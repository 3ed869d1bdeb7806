#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

#include "hw/common/access_stages.h"
#include "testbench/app/attribution/flow_attribution.h"
#include "testbench/app/attribution/latency_part.h"
#include "tlm_models/traffic/traffic_observer.h"

namespace tactus {

/// Doings of ranks that no packet or message waits for: parts of critical paths behind those of latencies.
enum class RankPart : std::uint8_t {
  kCompute,    ///< computing of the program
  kNoise,      ///< the operating system had the processor, and the rank would have gone on
  kLateStart,  ///< the program had not begun: imbalance, or the start of its job
};
inline constexpr std::size_t kRankParts = 3;
inline constexpr std::array<const char*, kRankParts> kRankPartNames = {"compute", "noise", "late_start"};

/// `names`, and behind them those of a rank's parts.
template <std::size_t Count>
constexpr std::array<const char*, Count + kRankParts> with_rank_parts(const std::array<const char*, Count>& names) {
  std::array<const char*, Count + kRankParts> all{};
  for (std::size_t i = 0; i < Count; ++i) all[i] = names[i];
  for (std::size_t i = 0; i < kRankParts; ++i) all[Count + i] = kRankPartNames[i];
  return all;
}

/// A part of a critical path: a part of a latency, `Latency`, or of what a rank does. It is numbered as the former, and
/// behind these as the latter. Time at a memory that says where accesses have been has a stage, too.
template <class Latency, std::size_t LatencyParts>
class PathPartOf {
 public:
  static constexpr std::size_t kParts = LatencyParts + kRankParts;

  constexpr PathPartOf() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a part of a latency is one of a path.
  constexpr PathPartOf(Latency part) : number_(static_cast<std::uint8_t>(part)) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr PathPartOf(RankPart part)
      : number_(static_cast<std::uint8_t>(LatencyParts + static_cast<unsigned>(part))) {}
  constexpr PathPartOf(Latency part, AccessStage stage)
      : number_(static_cast<std::uint8_t>(part)), stage_(static_cast<std::uint8_t>(1 + static_cast<unsigned>(stage))) {}
  /// The part of that number.
  constexpr explicit PathPartOf(std::size_t number) : number_(static_cast<std::uint8_t>(number)) {}

  constexpr explicit operator std::size_t() const { return number_; }
  [[nodiscard]] constexpr std::optional<AccessStage> stage() const {
    return stage_ == 0 ? std::nullopt : std::optional(static_cast<AccessStage>(stage_ - 1));
  }
  friend constexpr bool operator==(PathPartOf a, PathPartOf b) {
    return a.number_ == b.number_ && a.stage_ == b.stage_;
  }
  friend constexpr bool operator!=(PathPartOf a, PathPartOf b) { return !(a == b); }
  friend constexpr bool operator<(PathPartOf a, PathPartOf b) {
    return std::tie(a.number_, a.stage_) < std::tie(b.number_, b.stage_);
  }

 private:
  std::uint8_t number_ = 0;
  std::uint8_t stage_ = 0;  ///< 1 and the number of the stage; 0: none
};

using PathPart = PathPartOf<LatencyPart, kLatencyParts>;
inline constexpr auto kPathPartNames = with_rank_parts(kLatencyPartNames);
constexpr const auto& part_names(PathPart) { return kPathPartNames; }
/// Cycles of a critical path by part.
using PathSplit = PartSplit<PathPart, PathPart::kParts>;

using FlowPathPart = PathPartOf<FlowPart, kFlowParts>;
inline constexpr auto kFlowPathPartNames = with_rank_parts(kFlowPartNames);
constexpr const auto& part_names(FlowPathPart) { return kFlowPathPartNames; }
/// Picoseconds of a critical path at flow level by part.
using FlowPathSplit = PartSplit<FlowPathPart, FlowPathPart::kParts>;

/// Part of what a rank did until then.
constexpr RankPart rank_part(WorkKind kind) {
  return kind == WorkKind::kLateStart ? RankPart::kLateStart : RankPart::kCompute;
}

}  // namespace tactus
