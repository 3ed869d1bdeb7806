#include "tlm_models/traffic/traffic_pattern.h"

namespace tactus {
namespace {

std::unique_ptr<TrafficPattern> make(const WorkloadConfig&, const NetworkShape& nodes) {
  return std::make_unique<FixedOffset>(nodes, Coordinate{1, 0});
}

const Registered<AlgorithmKind> kNeighbour{
    open_loop("neighbour", "Open loop: every node sends to the next one in the first dimension.", make)};

}  // namespace
}  // namespace tactus
