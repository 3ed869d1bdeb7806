#include "tlm_models/traffic/workload.h"

#include "tlm_models/traffic/a2at.h"
#include "tlm_models/traffic/barrier.h"
#include "tlm_models/traffic/pairwise.h"
#include "tlm_models/traffic/ping_pong.h"
#include "tlm_models/traffic/replay.h"
#include "tlm_models/traffic/ring.h"

namespace tactus {

std::unique_ptr<Workload> Workload::make(const WorkloadConfig& config, TorusShape shape) {
  switch (config.algorithm) {
    case Algorithm::kA2at:
      return std::make_unique<A2at>(config, shape);
    case Algorithm::kPairwise:
      return std::make_unique<Pairwise>(config, shape);
    case Algorithm::kRing:
      return std::make_unique<Ring>(config, shape);
    case Algorithm::kBarrier:
      return std::make_unique<Barrier>(config, shape);
    case Algorithm::kPingPong:
      return std::make_unique<PingPong>(config, shape);
    case Algorithm::kReplay:
      return std::make_unique<Replay>(config, shape);
    default:
      return nullptr;  // open loop: see OpenLoopSource
  }
}

std::optional<Picoseconds> Workload::ideal_time(const MachineConfig&) const { return std::nullopt; }

}  // namespace tactus
