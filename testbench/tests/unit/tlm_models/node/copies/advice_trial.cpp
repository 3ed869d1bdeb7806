#include "testbench/tests/unit/tlm_models/node/copies/advice_trial.h"

#include <sys/resource.h>

#include <algorithm>

#include "tlm_models/node/copies/placed_message.h"

namespace tactus {
namespace {

double user_cpu_s() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

std::size_t index_of_least(const std::vector<Picoseconds>& times) {
  return static_cast<std::size_t>(std::min_element(times.begin(), times.end()) - times.begin());
}

}  // namespace

std::size_t AdviceTrial::best() const { return index_of_least(latencies); }

double AdviceTrial::loss() const {
  const auto cycles = [&](std::size_t i) { return static_cast<double>(latencies[i].count()); };
  return cycles(advised) / cycles(best()) - 1;
}

double AdviceTrial::error(std::size_t candidate) const {
  const auto estimate = static_cast<double>(estimates[candidate].latency.count());
  return estimate / static_cast<double>(latencies[candidate].count()) - 1;
}

AdviceTrial advice_trial(const CopyPingPongConfig& config) {
  AdviceTrial trial;
  const double begin = user_cpu_s();
  const MessageShape shape(0, config.message);
  const ProtocolAdvisor advisor(config.copy, config.node);
  trial.estimates = advisor.estimates(first_message(shape, config.send_offset, config.receive_offset));
  std::vector<Picoseconds> estimated;
  for (const CopyAdvice& estimate : trial.estimates) estimated.push_back(estimate.latency);
  trial.advised = index_of_least(estimated);
  const double advised = user_cpu_s();
  for (const CopyAdvice& estimate : trial.estimates) {
    CopyPingPongConfig by = config;
    by.copy.kind = estimate.kind;
    by.copy.buffer_size = estimate.buffer_size;
    by.copy.eager_threshold = Bytes{0};
    trial.latencies.push_back(run_copy_ping_pong(by).latency);
  }
  trial.advice_s = advised - begin;
  trial.runs_s = user_cpu_s() - advised;
  return trial;
}

}  // namespace tactus
