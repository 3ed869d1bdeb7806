#include "tlm_models/traffic/workload.h"

#include "tlm_models/traffic/a2ass2d.h"
#include "tlm_models/traffic/a2at.h"
#include "tlm_models/traffic/barrier.h"
#include "tlm_models/traffic/broadcast.h"
#include "tlm_models/traffic/butterfly.h"
#include "tlm_models/traffic/nearest_neighbour.h"
#include "tlm_models/traffic/pairwise.h"
#include "tlm_models/traffic/permutation.h"
#include "tlm_models/traffic/ping_pong.h"
#include "tlm_models/traffic/replay.h"
#include "tlm_models/traffic/ring.h"

namespace tactus {
namespace {

std::unique_ptr<Workload> make_algorithm(const WorkloadConfig& config, const RankShape& shape, std::uint64_t seed) {
  switch (config.algorithm) {
    case Algorithm::kA2at:
      return std::make_unique<A2at>(config, shape);
    case Algorithm::kPairwise:
      return std::make_unique<Pairwise>(config, shape);
    case Algorithm::kRing:
      return std::make_unique<Ring>(config, shape);
    case Algorithm::kA2ass2d:
      return std::make_unique<A2ass2d>(config, shape);
    case Algorithm::kNearestNeighbour:
      return std::make_unique<NearestNeighbour>(config, shape);
    case Algorithm::kPermutation:
      return std::make_unique<Permutation>(config, shape, seed);
    case Algorithm::kBroadcast:
      return std::make_unique<Broadcast>(config, shape);
    case Algorithm::kBarrier:
      return std::make_unique<Barrier>(config, shape);
    case Algorithm::kPingPong:
      return std::make_unique<PingPong>(config, shape);
    case Algorithm::kButterfly:
      return std::make_unique<Butterfly>(config, shape);
    case Algorithm::kReplay:
      return std::make_unique<Replay>(config, shape);
    default:
      return nullptr;  // open loop: see OpenLoopSource
  }
}

}  // namespace

std::unique_ptr<Workload> Workload::make(const WorkloadConfig& config, const NetworkShape& nodes, std::uint64_t seed,
                                         int nics) {
  const RankShape shape{nodes, config.ranks_per_node, nics};
  std::unique_ptr<Workload> workload = make_algorithm(config, shape, seed);
  if (!workload) return nullptr;
  // Of ranks that run anywhere only the run knows the hops, and so of nodes that have no place in a grid.
  if (nodes.is_numbered() || config.placement != Placement::kOrdered) {
    for (SequenceInfo& sequence : workload->sequences_) sequence.hops = 0;
  }
  return workload;
}

std::vector<SequenceInfo> Workload::repetitions_of(int repetitions, int hops) {
  std::vector<SequenceInfo> infos;
  for (int i = 1; i <= repetitions; ++i) infos.push_back({i, 0, hops});
  return infos;
}

std::optional<Picoseconds> Workload::ideal_time(const MachineConfig&) const { return std::nullopt; }

}  // namespace tactus
