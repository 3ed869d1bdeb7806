#pragma once

#include <vector>

#include "testbench/app/validate/paper.h"

namespace tactus {

// Names of nsim's sets of runs; what they hold is in nsim_runs.cpp.
namespace nsim_runs {
inline constexpr char kUnpaced[] = "unpaced";             ///< by n
inline constexpr char kAlgorithms64[] = "algorithms_64";  ///< by algorithm; and so on
inline constexpr char kAlgorithms256[] = "algorithms_256";
inline constexpr char kAlgorithms1024[] = "algorithms_1024";
inline constexpr char kAlgorithms4096[] = "algorithms_4096";
inline constexpr char kPaced[] = "paced";                   ///< by n and bias
inline constexpr char kFineSamples[] = "paced_in_2_us";     ///< 9x9, bias 1.25
inline constexpr char kOddEven[] = "odd_and_even";          ///< by n
inline constexpr char kBiasSweep[] = "bias_sweep";          ///< 8x8 and 9x9, by n and bias
inline constexpr char kBiasSearch[] = "bias_search";        ///< 10x10 to 16x16, by n and bias that can be the best
inline constexpr char kAllUnpaced[] = "all_sizes_unpaced";  ///< by n
inline constexpr char kTuned[] = "tuned";
inline constexpr char kTunedAlone[] = "tuned_alone";        ///< by sequence
inline constexpr char kEverySequence[] = "every_sequence";  ///< by sequence and bias
inline constexpr char kBarrier[] = "barrier";
inline constexpr char kLateBarrier[] = "barrier_of_late_ranks";  ///< by seed
inline constexpr char kTunedBarrier[] = "tuned_with_barriers";
inline constexpr char kRetuned[] = "retuned";
}  // namespace nsim_runs

/// The five keys that the paper does not state: searched for what is closest to its times, its threshold of the bias
/// and its barrier. A row that was one of these numbers, or follows from one, is no prediction.
inline constexpr char kNsimFitted[] = "five keys of router and processor";

std::vector<RunSet> nsim_run_sets();
/// Whether the run of kBiasSearch with these values can be faster than all of the same size that have been made.
bool may_be_best(const Measurements& m, const std::vector<std::string>& values);

// Claims by experiment.
std::vector<Claim> nsim_ideal_claims();
std::vector<Claim> nsim_unpaced_claims();        ///< experiment 1
std::vector<Claim> nsim_uniform_bias_claims();   ///< experiment 2
std::vector<Claim> nsim_sequence_bias_claims();  ///< experiment 3
std::vector<Claim> nsim_imbalance_claims();      ///< experiment 4

}  // namespace tactus
