#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tlm_models/node/butterfly/butterfly_config.h"
#include "tlm_models/noise/noise_source.h"

namespace tactus {

/// When a butterfly was done, from its beginning.
struct ButterflyCompletion {
  Picoseconds last;  ///< every process has the result
  double mean = 0;   ///< over processes, ps
};

/// The jitter paper's recursion for one butterfly allreduce of up to 2^24 processes. All processes begin at 0. In each
/// round process p has its own copy at t[p] and its partner's at r = the end of the message that the partner sends at
/// t[partner], stretched by the noise of p if the reading says so; the round takes the later of the two, a redundant
/// round the earlier; then p computes, stretched by its noise.
///
/// Makes 16 bytes per process, which serve any number of repetitions; an object is used by one thread at a time.
/// Rounds between near processes are done block by block, so that memory is passed over once for all of them.
class ButterflyRun {
 public:
  /// `config` is free of faults.
  explicit ButterflyRun(const ButterflyConfig& config);

  /// One repetition, with noise of its own for every `seed`. Element i of the answer is the butterfly with only the
  /// first i of its final rounds: those are the last ones, so one pass has them all.
  std::vector<ButterflyCompletion> run(std::uint64_t seed);

 private:
  /// Rounds [first, last) of the schedule, for one block of processes after the other.
  struct Pass {
    std::size_t first;
    std::size_t last;
    std::uint64_t block;  ///< processes
  };
  /// The processes of one step of the inner loops.
  static constexpr std::uint64_t kLanes = 16;

  void make_passes();
  void start(std::uint64_t seed);
  void run_round(const ButterflyRound& round, std::uint64_t begin, std::uint64_t end);
  template <bool Redundant>
  void exchange(const ButterflyRound& round, std::uint64_t begin, std::uint64_t end);
  template <bool Redundant>
  void step(std::uint64_t first, std::uint64_t count, double message_time, const double* partners, double* ends) const;
  [[nodiscard]] double received(std::uint64_t process, double sent, double message_time) const;
  [[nodiscard]] double stretched(std::uint64_t process, double begin, double work) const;
  void measure(std::uint64_t begin, std::uint64_t end, ButterflyCompletion& completion) const;

  ButterflyConfig config_;
  std::vector<ButterflyRound> rounds_;
  std::vector<Pass> passes_;
  std::unique_ptr<const NoiseSource> noise_;
  std::vector<double> message_times_;  ///< by dimension, ps as all times here: whole numbers below 2^53
  std::vector<double> time_;           ///< by process: when it has its data
  std::vector<double> quiet_;          ///< by process: until when, from 0 on, its noise changes nothing
};

}  // namespace tactus
