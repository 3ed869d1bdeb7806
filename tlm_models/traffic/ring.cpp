#include "tlm_models/traffic/ring.h"

#include "tlm_models/traffic/rank_shift.h"

namespace tactus {
namespace {

std::vector<SequenceInfo> steps_of(const RankShape& shape) {
  std::vector<SequenceInfo> infos;
  for (int step = 1; step < shape.ranks(); ++step) infos.push_back({step, 0, shift_hops(shape, step)});
  return infos;
}

}  // namespace

Ring::Ring(const WorkloadConfig& config, const RankShape& shape) : AllToAll(config, shape, steps_of(shape)) {}

Exchange Ring::exchange_in(int sequence, int, int rank) const {
  return {shape().shifted(rank, sequence), shape().shifted(rank, -sequence), {}};
}

}  // namespace tactus
