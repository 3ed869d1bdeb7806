#include "tlm_models/noise/noise_config.h"

#include <string>
#include <utility>

namespace tactus {
namespace {

/// Of what noise may take, in the mean, one part in ten has to be left: work that all but never ends overflows time.
bool leaves_time(Picoseconds taken, Picoseconds period) { return taken * 10 <= period * 9; }

std::string ps(Picoseconds time) { return std::to_string(time.count()) + " ps"; }

}  // namespace

std::vector<NoiseTraceFault> trace_faults(const std::vector<NoiseEvent>& events, Picoseconds period) {
  std::vector<NoiseTraceFault> faults;
  Picoseconds free_from{0};
  Picoseconds taken{0};
  for (std::size_t i = 0; i < events.size(); ++i) {
    const auto [start, length] = events[i];
    if (length == Picoseconds{0}) faults.push_back({i, "the event has no length"});
    if (start < free_from) faults.push_back({i, "the event begins before the one ahead of it has ended"});
    if (start >= period || length > period - start) {
      faults.push_back({i, "the event ends after the period of the recording, " + ps(period)});
      return faults;  // sums with what is beyond the period may overflow
    }
    if (free_from < start + length) free_from = start + length;
    taken += length;
  }
  if (!leaves_time(taken, period)) {
    faults.push_back({events.size() - 1, "up to here, events take more than nine tenths of the period"});
  }
  return faults;
}

std::vector<ConfigFault> validate(const NoiseConfig& config) {
  std::vector<ConfigFault> faults;
  if (config.kind == NoiseKind::kNone) return faults;
  const Picoseconds none{0};
  if (config.period == none || config.period > kLongestNoisePeriod) {
    faults.push_back({"period", ps(config.period) + ": a period is 1 ps to " + ps(kLongestNoisePeriod)});
  }
  if (config.kind == NoiseKind::kTrace) {
    if (config.trace.empty()) faults.push_back({"trace", "there is no event in the trace"});
    if (!faults.empty()) return faults;
    for (const NoiseTraceFault& fault : trace_faults(config.trace, config.period)) {
      faults.push_back({"trace[" + std::to_string(fault.event) + "]", fault.message});
    }
    return faults;
  }
  if (config.length == none || config.length > kLongestNoisePeriod || !leaves_time(config.length, config.period)) {
    faults.push_back({"length", ps(config.length) +
                                    ": an event takes at least 1 ps and at most nine tenths of the "
                                    "period of " +
                                    ps(config.period)});
  }
  if (config.kind == NoiseKind::kPeriodic && config.distribution != NoiseLength::kFixed) {
    faults.push_back({"distribution", "events of periodic noise have one length; Poisson noise has random ones"});
  }
  return faults;
}

}  // namespace tactus
