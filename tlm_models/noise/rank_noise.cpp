#include "tlm_models/noise/rank_noise.h"

#include <algorithm>

#include "hw/common/config_faults.h"

namespace tactus {

std::vector<ConfigFault> validate(const RankNoiseConfig& config, int nodes) {
  ConfigFaults faults;
  faults.add("events", validate(config.events));
  for (const int node : config.nodes) {
    faults.require(node >= 0 && node < nodes, "nodes", "there is no node {}: nodes are numbered from 0 to {}", node,
                   nodes - 1);
  }
  return faults.take();
}

RankNoise::RankNoise(const RankNoiseConfig& config, std::uint64_t seed) : nodes_(config.nodes) {
  if (config.on()) source_ = make_noise_source(config.events, seed);
  std::sort(nodes_.begin(), nodes_.end());
}

const NoiseSource* RankNoise::of(int node) const {
  const bool has_noise = nodes_.empty() || std::binary_search(nodes_.begin(), nodes_.end(), node);
  return has_noise ? source_.get() : nullptr;
}

}  // namespace tactus
