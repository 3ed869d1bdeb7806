#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "tlm_models/traffic/butterfly.h"

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

/// The paper's recursion with the cost of calls: in a butterfly round the later of own and partner's data, in redundant
/// rounds the earliest of own and partners' copies, where a partner's copy may itself come from a copy. Cycle in which
/// each rank has its result and has sent all copies of it, if no message is in another's way.
std::vector<std::uint64_t> butterfly_ends(const Butterfly& butterfly, const RoundCosts& costs,
                                          const CombineDelays& delays);

}  // namespace tactus::test
