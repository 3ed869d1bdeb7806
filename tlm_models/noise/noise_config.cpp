#include "tlm_models/noise/noise_config.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tactus {
namespace {

/// Of what noise may take, in the mean, one part in ten has to be left: work that all but never ends overflows time.
bool leaves_time(Picoseconds taken, Picoseconds period) { return taken * 10 <= period * 9; }

std::string ps(Picoseconds time) { return std::to_string(time.count()) + " ps"; }

void check_trace(const NoiseConfig& config, std::vector<ConfigFault>& faults) {
  const auto fault = [&](std::string message) { faults.push_back({"noise.trace", std::move(message)}); };
  if (config.trace.empty()) return fault("there is no event in the trace");
  Picoseconds free_from{0};
  Picoseconds taken{0};
  for (const NoiseEvent& event : config.trace) {
    if (event.length == Picoseconds{0}) fault("the event at " + ps(event.start) + " has no length");
    if (event.start < free_from) {
      fault("the event at " + ps(event.start) + " begins before the one ahead of it has ended, at " + ps(free_from));
    }
    // Wherever an event is, what is beyond the period is wrong; and sums of what is within cannot overflow.
    if (event.start >= config.period || event.length > config.period - event.start) {
      return fault("the event at " + ps(event.start) + " ends after the period of " + ps(config.period));
    }
    free_from = std::max(free_from, event.start + event.length, [](Picoseconds a, Picoseconds b) { return a < b; });
    taken += event.length;
  }
  if (!leaves_time(taken, config.period)) fault("the events take more than nine tenths of the period");
}

}  // namespace

std::vector<ConfigFault> validate(const NoiseConfig& config) {
  std::vector<ConfigFault> faults;
  if (config.kind == NoiseKind::kNone) return faults;
  const Picoseconds none{0};
  if (config.period == none || config.period > kLongestNoisePeriod) {
    faults.push_back({"noise.period", ps(config.period) + ": a period is 1 ps to " + ps(kLongestNoisePeriod)});
  }
  if (config.kind == NoiseKind::kTrace) {
    if (faults.empty()) check_trace(config, faults);
    return faults;
  }
  if (config.length == none || config.length > kLongestNoisePeriod || !leaves_time(config.length, config.period)) {
    faults.push_back({"noise.length", ps(config.length) +
                                          ": an event takes at least 1 ps and at most nine tenths of the "
                                          "period of " +
                                          ps(config.period)});
  }
  if (config.kind == NoiseKind::kPeriodic && config.distribution != NoiseLength::kFixed) {
    faults.push_back({"noise.distribution", "events of periodic noise have one length; Poisson noise has random ones"});
  }
  return faults;
}

}  // namespace tactus
