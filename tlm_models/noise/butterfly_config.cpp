#include "tlm_models/noise/butterfly_config.h"

#include <string>

namespace tactus {
namespace {

/// So that the times of a run, a few hundred steps with noise, are whole numbers in a double (2^53 ps).
constexpr Picoseconds kLongestStep{1'000'000'000'000};
constexpr Bytes kLargestMessage{1'000'000'000};

}  // namespace

Picoseconds ButterflyConfig::quiet_time() const {
  const int computing = computes_after_redundant ? shape.rounds() : shape.dimensions;
  return message_time() * static_cast<std::uint64_t>(shape.dimensions) +
         compute_time() * static_cast<std::uint64_t>(computing);
}

std::vector<ConfigFault> validate(const ButterflyConfig& config) {
  std::vector<ConfigFault> faults = validate(config.shape);
  const std::vector<ConfigFault> noise_faults = validate(config.noise);
  faults.insert(faults.end(), noise_faults.begin(), noise_faults.end());
  const auto fault = [&](const char* key, std::string message) { faults.push_back({key, std::move(message)}); };
  if (config.message > kLargestMessage) {
    fault("butterfly.message_size", std::to_string(config.message.count()) + " B: at most 1 GB");
  }
  if (config.latency > kLongestStep) {
    fault("butterfly.latency", std::to_string(config.latency.count()) + " ps: at most 1 s");
  }
  const auto check_bandwidth = [&](const char* key, BytesPerSecond rate) {
    if (rate.count() > 0 && (config.message > kLargestMessage || transfer_time(config.message, rate) <= kLongestStep)) {
      return;
    }
    fault(key, std::to_string(rate.count()) + " B/s: must be above 0, and carry the message in 1 s");
  };
  check_bandwidth("butterfly.network_bandwidth", config.network_bandwidth);
  check_bandwidth("butterfly.memory_bandwidth", config.memory_bandwidth);
  return faults;
}

}  // namespace tactus
