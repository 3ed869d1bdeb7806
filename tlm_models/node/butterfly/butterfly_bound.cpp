#include "tlm_models/node/butterfly/butterfly_bound.h"

#include <algorithm>

#include "tlm_models/noise/noise_source.h"

namespace tactus {

Picoseconds butterfly_bound(const ButterflyConfig& config, std::uint64_t seed) {
  const auto noise = make_noise_source(config.noise, seed);
  const std::uint64_t processes = config.shape.processes();
  Picoseconds begun;
  std::uint64_t last = 0;
  for (std::uint64_t process = 0; process < processes; ++process) {
    const Picoseconds awake = noise->awake(process, Picoseconds{0});
    if (!(begun < awake)) continue;
    begun = awake;
    last = process;
  }
  Picoseconds end = begun;
  for (std::uint64_t process = 0; process < processes; ++process) {
    Picoseconds heard = begun;
    for (int dimension = 0; dimension < config.shape.dimensions; ++dimension) {
      if ((((process ^ last) >> static_cast<unsigned>(dimension)) & 1U) != 0) heard += config.costs.message(dimension);
    }
    if (process != last) end = std::max(end, noise->awake(process, heard));
  }
  return end;
}

}  // namespace tactus
