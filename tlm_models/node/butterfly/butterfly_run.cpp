#include "tlm_models/node/butterfly/butterfly_run.h"

#include <algorithm>
#include <array>

namespace tactus {
namespace {

/// Processes whose times and noise fit the second-level cache.
constexpr std::uint64_t kBlock = std::uint64_t{1} << 14U;

double to_double(Picoseconds time) { return static_cast<double>(time.count()); }
Picoseconds to_picoseconds(double time) { return Picoseconds{static_cast<std::uint64_t>(time)}; }

}  // namespace

ButterflyRun::ButterflyRun(const ButterflyConfig& config)
    : config_(config),
      rounds_(butterfly_schedule(config.shape)),
      time_(config.shape.processes()),
      quiet_(config.shape.processes()) {
  for (int dimension = 0; dimension < config.shape.dimensions; ++dimension) {
    message_times_.push_back(to_double(config.costs.message(dimension)));
  }
  make_passes();
}

void ButterflyRun::make_passes() {
  for (std::size_t i = 0; i < rounds_.size(); ++i) {
    const bool near = rounds_[i].distance() < kBlock;
    const std::uint64_t block = near ? std::min(kBlock, config_.shape.processes()) : config_.shape.processes();
    if (near && !passes_.empty() && passes_.back().block == block) {
      ++passes_.back().last;
    } else {
      passes_.push_back({i, i + 1, block});
    }
  }
}

std::vector<ButterflyCompletion> ButterflyRun::run(std::uint64_t seed) {
  start(seed);
  const auto final_rounds = static_cast<std::size_t>(config_.shape.final_rounds);
  const std::size_t complete = rounds_.size() - final_rounds;  // rounds until all data is everywhere
  std::vector<ButterflyCompletion> completions(final_rounds + 1);
  for (const Pass& pass : passes_) {
    for (std::uint64_t begin = 0; begin < time_.size(); begin += pass.block) {
      for (std::size_t i = pass.first; i < pass.last; ++i) {
        run_round(rounds_[i], begin, begin + pass.block);
        if (i + 1 >= complete) measure(begin, begin + pass.block, completions[i + 1 - complete]);
      }
    }
  }
  for (ButterflyCompletion& completion : completions) completion.mean /= static_cast<double>(time_.size());
  return completions;
}

void ButterflyRun::start(std::uint64_t seed) {
  constexpr Picoseconds kForever{std::uint64_t{1} << 53U};
  noise_ = make_noise_source(config_.noise, seed);
  for (std::uint64_t process = 0; process < quiet_.size(); ++process) {
    const Picoseconds quiet = noise_->quiet_until(process);
    quiet_[process] = to_double(quiet < kForever ? quiet : kForever) - 1;
    time_[process] = config_.reading == NoiseReading::kProcessor ? stretched(process, 0, 0) : 0;
  }
}

void ButterflyRun::run_round(const ButterflyRound& round, std::uint64_t begin, std::uint64_t end) {
  if (round.redundant) {
    exchange<true>(round, begin, end);
  } else {
    exchange<false>(round, begin, end);
  }
}

/// Both processes of a pair read the other's time of before the round, so that what they end at is put by until both
/// are done.
template <bool Redundant>
void ButterflyRun::exchange(const ButterflyRound& round, std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t distance = round.distance();
  const double message = message_times_[static_cast<std::size_t>(round.dimension)];
  std::array<double, kLanes> partners{};
  std::array<double, kLanes> ends{};
  std::array<double, kLanes> partner_ends{};
  if (distance < kLanes) {
    const std::uint64_t count = std::min(kLanes, end - begin);
    for (std::uint64_t first = begin; first < end; first += count) {
      for (std::uint64_t i = 0; i < count; ++i) partners[i] = time_[first + (i ^ distance)];
      step<Redundant>(first, count, message, partners.data(), ends.data());
      std::copy_n(ends.data(), count, &time_[first]);
    }
    return;
  }
  for (std::uint64_t pairs = begin; pairs < end; pairs += 2 * distance) {
    for (std::uint64_t first = pairs; first < pairs + distance; first += kLanes) {
      step<Redundant>(first, kLanes, message, &time_[first + distance], ends.data());
      step<Redundant>(first + distance, kLanes, message, &time_[first], partner_ends.data());
      std::copy_n(ends.data(), kLanes, &time_[first]);
      std::copy_n(partner_ends.data(), kLanes, &time_[first + distance]);
    }
  }
}

/// One round of processes [first, first + count). Those whose noise is all to come, nearly all of them in a run that is
/// short beside the period of the noise, are done without a look at it, and without a branch.
template <bool Redundant>
void ButterflyRun::step(std::uint64_t first, std::uint64_t count, double message_time, const double* partners,
                        double* ends) const {
  const double* own = &time_[first];
  const double* quiet = &quiet_[first];
  const double compute_time = to_double(Redundant ? config_.costs.redundant_compute : config_.costs.compute);
  int disturbed = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double received = partners[i] + message_time;
    const double data = Redundant ? std::min(own[i], received) : std::max(own[i], received);
    ends[i] = data + compute_time;
    disturbed += static_cast<int>(received > quiet[i]) + static_cast<int>(ends[i] > quiet[i]);
  }
  if (disturbed == 0) return;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double partner = received(first + i, partners[i], message_time);
    const double data = Redundant ? std::min(own[i], partner) : std::max(own[i], partner);
    ends[i] = stretched(first + i, data, compute_time);
  }
}

/// When the message of `process` that was sent to it at `sent` is there.
double ButterflyRun::received(std::uint64_t process, double sent, double message_time) const {
  return config_.reading == NoiseReading::kProcessor ? sent + message_time : stretched(process, sent, message_time);
}

double ButterflyRun::stretched(std::uint64_t process, double begin, double work) const {
  if (begin + work <= quiet_[process]) return begin + work;
  const Picoseconds from = to_picoseconds(begin);
  const Picoseconds time = to_picoseconds(work);
  if (config_.reading == NoiseReading::kProcessor) return to_double(noise_->end_of_work(process, from, time));
  return begin + work + to_double(noise_->added(process, from, time));
}

void ButterflyRun::measure(std::uint64_t begin, std::uint64_t end, ButterflyCompletion& completion) const {
  // Several sums at once: each addition would otherwise wait for the one before.
  constexpr std::uint64_t kSums = 4;
  std::array<double, kSums> sums{};
  std::array<double, kSums> latest{};
  for (std::uint64_t process = begin; process < end; ++process) {
    const double time = time_[process];
    sums[process % kSums] += time;
    latest[process % kSums] = std::max(latest[process % kSums], time);
  }
  for (std::uint64_t i = 0; i < kSums; ++i) {
    completion.mean += sums[i];
    const Picoseconds last = to_picoseconds(latest[i]);
    if (completion.last < last) completion.last = last;
  }
}

}  // namespace tactus
