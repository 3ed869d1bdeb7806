#include "tlm_models/node/butterfly/butterfly_study.h"

#include <algorithm>
#include <atomic>
#include <future>

#include "hw/common/config_faults.h"
#include "hw/common/random.h"
#include "tlm_models/noise/noise_streams.h"

namespace tactus {
namespace {

using Repetition = std::vector<ButterflyCompletion>;

/// By repetition. Threads take the next one that nobody has taken; where its result goes is fixed.
std::vector<Repetition> run_repetitions(const ButterflyStudyConfig& config) {
  const auto count = static_cast<std::size_t>(config.repetitions);
  std::vector<Repetition> repetitions(count);
  const std::vector<std::uint64_t> seeds = repetition_seeds(config);
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    ButterflyRun run(config.butterfly);
    for (std::size_t i = next++; i < count; i = next++) repetitions[i] = run.run(seeds[i]);
  };
  std::vector<std::future<void>> others;
  const auto threads = std::min(static_cast<std::size_t>(config.threads), count);
  for (std::size_t i = 1; i < threads; ++i) others.push_back(std::async(std::launch::async, work));
  work();
  for (std::future<void>& other : others) other.get();
  return repetitions;
}

}  // namespace

std::vector<ConfigFault> validate(const ButterflyStudyConfig& config) {
  ConfigFaults faults;
  faults.add("butterfly", validate(config.butterfly));
  faults.require(config.repetitions >= 1, "repetitions", "{}: must be at least 1", config.repetitions);
  faults.require(config.threads >= 1, "threads", "{}: must be at least 1", config.threads);
  return faults.take();
}

std::vector<std::uint64_t> repetition_seeds(const ButterflyStudyConfig& config) {
  const RandomStream stream(config.seed ^ kNoiseSeed, kRepetitionStream);
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(config.repetitions); ++i) seeds.push_back(stream.bits(i));
  return seeds;
}

std::vector<ButterflyStudyRow> run_study(const ButterflyStudyConfig& config) {
  const std::vector<Repetition> repetitions = run_repetitions(config);
  std::vector<ButterflyStudyRow> rows;
  ButterflyConfig butterfly = config.butterfly;
  for (int final_rounds = 0; final_rounds <= config.butterfly.shape.final_rounds; ++final_rounds) {
    std::vector<double> completions;
    std::vector<double> means;
    for (const Repetition& repetition : repetitions) {
      const ButterflyCompletion& completion = repetition[static_cast<std::size_t>(final_rounds)];
      completions.push_back(static_cast<double>(completion.last.count()));
      means.push_back(completion.mean);
    }
    butterfly.shape.final_rounds = final_rounds;
    const SampleSummary summary = summarise(completions);
    rows.push_back(
        {final_rounds, butterfly.quiet_time(), std::move(completions), summary, summarise(std::move(means))});
  }
  return rows;
}

}  // namespace tactus
