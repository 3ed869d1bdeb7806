#include "tlm_models/node/butterfly/butterfly_config.h"

#include "hw/common/config_faults.h"

namespace tactus {

Picoseconds ButterflyConfig::quiet_time() const {
  const auto redundant = static_cast<std::uint64_t>(shape.middle_rounds + shape.final_rounds);
  Picoseconds time = costs.redundant_compute * redundant;
  for (int dimension = 0; dimension < shape.dimensions; ++dimension) time += costs.message(dimension) + costs.compute;
  return time;
}

std::vector<ConfigFault> validate(const ButterflyConfig& config) {
  ConfigFaults faults;
  faults.add("shape", validate(config.shape));
  faults.add("costs", validate(config.costs));
  faults.add("noise", validate(config.noise));
  return faults.take();
}

}  // namespace tactus
