#include "testbench/app/run/warmup_warning.h"

#include <fmt/core.h>

#include <cmath>

namespace tactus {

std::string warmup_warning(const RunSummary& summary, const WorkloadConfig& workload) {
  if (!summary.open_loop || !summary.open_loop->unsteady) return {};
  const UnsteadyWindow& unsteady = *summary.open_loop->unsteady;
  const std::string shift =
      fmt::format("the {} is {:.1f} % {} than without them", unsteady.of_latency ? "mean latency" : "accepted load",
                  100 * std::abs(unsteady.shift), unsteady.shift < 0 ? "lower" : "higher");
  const std::uint64_t warmup = workload.warmup.count();
  const std::uint64_t measure = workload.measure.count();
  // A warm-up as long as the window makes it likelier that the window is too short for how slowly the network swings.
  const bool or_measure = unsteady.throughout || warmup >= measure;
  return fmt::format(
      "workload.warmup: {} cycles are too few{}. The first {} of the {} measured cycles are unlike the others, and {}. "
      "Set "
      "workload.warmup to {} cycles{}",
      warmup, or_measure ? ", or workload.measure" : "", unsteady.length.count(), measure, shift,
      warmup + (unsteady.throughout ? measure : unsteady.length.count()), or_measure ? ", or measure longer" : "");
}

}  // namespace tactus
