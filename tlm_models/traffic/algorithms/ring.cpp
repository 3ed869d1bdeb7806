#include "tlm_models/traffic/all_to_all.h"
#include "tlm_models/traffic/rank_shift.h"

namespace tactus {
namespace {

std::vector<SequenceInfo> steps_of(const RankShape& shape) {
  std::vector<SequenceInfo> infos;
  for (int step = 1; step < shape.ranks(); ++step) infos.push_back({step, 0, shift_hops(shape, step)});
  return infos;
}

/// Ring exchange by NIC 0: in step p every rank sends to rank + p and receives from rank - p.
class Ring final : public AllToAll {
 public:
  Ring(const WorkloadConfig& config, const RankShape& shape);

 protected:
  [[nodiscard]] Exchange exchange_in(int sequence, int message, int rank) const override;
};

Ring::Ring(const WorkloadConfig& config, const RankShape& shape) : AllToAll(config, shape, steps_of(shape)) {}

Exchange Ring::exchange_in(int sequence, int, int rank) const {
  return {shape().shifted(rank, sequence), shape().shifted(rank, -sequence), {}};
}

const Registered<AlgorithmKind> kRing{
    exchange_algorithm<Ring>("ring", "All-to-all: in step p every rank sends to rank + p and receives from rank - p.")};

}  // namespace
}  // namespace tactus
