#include "tlm_models/noise/butterfly_config.h"

namespace tactus {

Picoseconds ButterflyConfig::quiet_time() const {
  const auto redundant = static_cast<std::uint64_t>(shape.middle_rounds + shape.final_rounds);
  Picoseconds time = costs.redundant_compute * redundant;
  for (int dimension = 0; dimension < shape.dimensions; ++dimension) time += costs.message(dimension) + costs.compute;
  return time;
}

std::vector<ConfigFault> validate(const ButterflyConfig& config) {
  std::vector<ConfigFault> faults = validate(config.shape);
  for (const auto& part : {validate(config.costs), validate(config.noise)}) {
    faults.insert(faults.end(), part.begin(), part.end());
  }
  return faults;
}

}  // namespace tactus
