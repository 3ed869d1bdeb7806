#include "tlm_models/node/butterfly/butterfly_costs.h"

#include <algorithm>
#include <string>

namespace tactus {
namespace {

/// So that the times of a run, a few hundred steps with noise, are whole numbers in a double (2^53 ps).
constexpr Picoseconds kLongestStep{1'000'000'000'000};
constexpr Bytes kLargestMessage{1'000'000'000};

void check_time(const char* field, Picoseconds time, std::vector<ConfigFault>& faults) {
  if (time > kLongestStep) faults.push_back({field, std::to_string(time.count()) + " ps: at most 1 s"});
}

}  // namespace

Picoseconds ButterflyCosts::message(int dimension) const {
  const auto index = static_cast<std::size_t>(dimension);
  return index < messages.size() ? messages[index] : *std::max_element(messages.begin(), messages.end());
}

std::vector<ConfigFault> validate(const ButterflyCosts& costs) {
  std::vector<ConfigFault> faults;
  if (costs.messages.empty()) faults.push_back({"messages", "there is no time of a message"});
  for (const Picoseconds time : costs.messages) check_time("messages", time, faults);
  check_time("compute", costs.compute, faults);
  check_time("redundant_compute", costs.redundant_compute, faults);
  return faults;
}

std::vector<ConfigFault> validate(const BandwidthCosts& costs) {
  std::vector<ConfigFault> faults;
  const bool too_large = costs.message > kLargestMessage;
  if (too_large) {
    faults.push_back({"message", std::to_string(costs.message.count()) + " B: at most 1 GB"});
  }
  check_time("latency", costs.latency, faults);
  const auto check_bandwidth = [&](const char* field, BytesPerSecond rate) {
    if (rate.count() > 0 && (too_large || transfer_time(costs.message, rate) <= kLongestStep)) return;
    faults.push_back({field, std::to_string(rate.count()) + " B/s: must be above 0, and carry the message in 1 s"});
  };
  check_bandwidth("network_bandwidth", costs.network_bandwidth);
  check_bandwidth("memory_bandwidth", costs.memory_bandwidth);
  return faults;
}

ButterflyCosts butterfly_costs(const BandwidthCosts& costs) {
  const Picoseconds compute = transfer_time(costs.message, costs.memory_bandwidth);
  return {{costs.latency + transfer_time(costs.message, costs.network_bandwidth)},
          compute,
          costs.computes_after_redundant ? compute : Picoseconds{0}};
}

}  // namespace tactus
