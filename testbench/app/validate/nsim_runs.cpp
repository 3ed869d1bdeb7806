#include "testbench/app/validate/nsim_paper.h"

namespace tactus {
namespace {

using namespace nsim_runs;

constexpr char kA2at[] = "nsim/a2at.yaml";
constexpr char kAllBiases[] = "pacing.bias=-2,-1,0:6:0.125,7:16:1";
constexpr char kTunedScenario[] = "nsim/tuned.yaml";
constexpr char kAllSequences[] =
    "workload.sequences=[1],[2],[3],[4],[5],[6],[7],[8],[9],[10],[11],[12],[13],[14],[15],[16],"
    "[17],[18],[19],[20]";

/// Experiment 1: 64 MiB per node, whatever their number.
RunSet algorithms(const char* name, const std::string& algorithms, int n, const std::string& message_size, bool full) {
  return {name,
          kA2at,
          {"n=" + std::to_string(n), "message_size=" + message_size},
          {"workload.algorithm=" + algorithms},
          full};
}

}  // namespace

std::vector<RunSet> nsim_run_sets() {
  return {
      {kUnpaced, kA2at, {}, {"n=8,9"}},
      algorithms(kAlgorithms64, "a2at,pwx,ring", 8, "1 MiB", false),
      algorithms(kAlgorithms256, "a2at,pwx,ring", 16, "256 KiB", false),
      algorithms(kAlgorithms1024, "a2at,pwx,ring", 32, "64 KiB", true),
      algorithms(kAlgorithms4096, "a2at,pwx,ring", 64, "16 KiB", true),
      {kPaced, kA2at, {}, {"n=8,9", "pacing.bias=0,1,1.125,1.25,1.375,1.5,16"}},
      {kFineSamples, kA2at, {"pacing.bias=1.25", "run.sample_interval=2 us"}, {}},
      {kOddEven, kA2at, {"pacing.bias=3"}, {"n=14,15"}},
      {kAllUnpaced, kA2at, {}, {"n=8:16:1"}, true},
      {kBiasSweep, kA2at, {}, {"n=8,9", kAllBiases}, true},
      {kBiasSearch, kA2at, {}, {"n=10:16:1", kAllBiases}, true, std::nullopt, may_be_best},
      {kTuned, kTunedScenario, {}, {}},
      {kTunedAlone, kTunedScenario, {}, {kAllSequences}},
      {kEverySequence, kA2at, {}, {kAllSequences, "pacing.bias=-3:3:0.125"}, true},
      {kBarrier, kA2at, {"workload.algorithm=barrier"}, {}},
      {kLateBarrier, kA2at, {"workload.algorithm=barrier", "workload.imbalance=100 us"}, {"seed=1:8:1"}},
      {kTunedBarrier, kTunedScenario, {"workload.sequence_barrier=true"}, {}},
      {kRetuned, "nsim/retuned.yaml", {}, {}},
  };
}

}  // namespace tactus
