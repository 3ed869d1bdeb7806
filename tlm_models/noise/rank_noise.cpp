#include "tlm_models/noise/rank_noise.h"

#include <algorithm>
#include <string>

namespace tactus {

std::vector<ConfigFault> validate(const RankNoiseConfig& config, int nodes) {
  std::vector<ConfigFault> faults = validate(config.events);
  for (const int node : config.nodes) {
    if (node >= 0 && node < nodes) continue;
    faults.push_back({"noise.nodes", "there is no node " + std::to_string(node) + ": nodes are numbered from 0 to " +
                                         std::to_string(nodes - 1)});
  }
  return faults;
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
