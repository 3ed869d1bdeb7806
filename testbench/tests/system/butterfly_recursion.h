#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "tlm_models/traffic/algorithms/butterfly.h"

namespace tactus::test {

/// Cycles by which a rank's combining takes longer: [node][round]. Only butterfly rounds combine.
using CombineDelays = std::vector<std::vector<std::uint64_t>>;

CombineDelays no_delays(int ranks);
/// A few combinings take long, most take nothing: what redundant rounds are for.
CombineDelays some_late(int ranks, std::uint64_t seed);

/// `program`, its combining by its rank's own delays longer.
std::unique_ptr<RankProgram> combining_late(std::unique_ptr<RankProgram> program, std::vector<std::uint64_t> delays);

/// What the steps of a butterfly take, in cycles.
struct RoundCosts {
  std::uint64_t begin = 0;  ///< of all programs
  std::uint64_t call = 0;
  std::uint64_t combine = 0;
  /// From a send's effect to the completion at `node`, of the message from its partner at that distance.
  std::function<std::uint64_t(int node, std::uint64_t distance)> message;
};

/// Cycle in which each rank has its result and has sent its message of every round, if no message is in another's way
/// (docs/reference/algorithms.md, butterfly): every rank and message cycle by cycle, without processors or NICs.
std::vector<std::uint64_t> butterfly_ends(const Butterfly& butterfly, const RoundCosts& costs,
                                          const CombineDelays& delays);

}  // namespace tactus::test
