#include "tlm_models/traffic/ring.h"

#include "tlm_models/traffic/rank_shift.h"

namespace tactus {
namespace {

std::vector<SequenceInfo> steps_of(TorusShape shape) {
  std::vector<SequenceInfo> infos;
  for (int step = 1; step < shape.nodes(); ++step) infos.push_back({step, 0, shift_hops(shape, step)});
  return infos;
}

}  // namespace

Ring::Ring(const WorkloadConfig& config, TorusShape shape) : AllToAll(config, shape, steps_of(shape)) {}

Exchange Ring::exchange_in(int sequence, int, Coordinate rank) const {
  const int self = shape().node(rank);
  return exchange_with(rank, shifted_rank(shape(), self, sequence), shifted_rank(shape(), self, -sequence));
}

}  // namespace tactus
