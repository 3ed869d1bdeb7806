#include "tlm_models/noise/allreduce_bound.h"

#include <algorithm>

#include "tlm_models/noise/noise_source.h"

namespace tactus {

Picoseconds allreduce_bound(const NoiseConfig& noise, std::uint64_t seed, std::uint64_t processes,
                            Picoseconds message) {
  const auto source = make_noise_source(noise, seed);
  Picoseconds begun;
  std::uint64_t last = 0;
  for (std::uint64_t process = 0; process < processes; ++process) {
    const Picoseconds awake = source->awake(process, Picoseconds{0});
    if (!(begun < awake)) continue;
    begun = awake;
    last = process;
  }
  Picoseconds end = begun;
  for (std::uint64_t process = 0; process < processes; ++process) {
    if (process != last) end = std::max(end, source->awake(process, begun + message));
  }
  return end;
}

}  // namespace tactus
