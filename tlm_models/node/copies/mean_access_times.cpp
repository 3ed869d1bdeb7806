#include "tlm_models/node/copies/mean_access_times.h"

#include <algorithm>
#include <cmath>

namespace tactus {

double mean_hops(int cores) {
  double sum = 0;
  for (int distance = 0; distance < cores; ++distance) sum += std::min(distance, cores - distance);
  return sum / cores;
}

MeanAccessTimes::MeanAccessTimes(const ManyCoreConfig& config, double hops)
    : in_flight_(static_cast<double>(config.misses_in_flight)) {
  const auto cycles = [](Cycles time) { return static_cast<double>(time.count()); };
  const double to_directory = mean_hops(config.cores);
  const double hop = cycles(config.ring_hop);
  const double directory = cycles(config.directory_latency);
  l2 = cycles(config.l2.latency) - cycles(config.l1.latency);
  upgrade = directory + hop * (2 * to_directory + hops);
  other_core = l2 + cycles(config.l2.latency) + upgrade;
  memory = l2 + directory + cycles(config.memory_latency) + hop * 2 * to_directory;
}

double MeanAccessTimes::followed(double cycles, double share) const {
  return share * std::ceil(cycles / in_flight_) + (1 - share) * cycles;
}

}  // namespace tactus
