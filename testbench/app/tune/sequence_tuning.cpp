#include "testbench/app/tune/sequence_tuning.h"
#include "testbench/app/run/machine_kind.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/app/scenario/value_codec.h"
#include "testbench/app/tune/ended_run.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {
namespace {

using Faults = std::vector<Diagnostic>;

constexpr char kSequencesKey[] = "workload.sequences";
constexpr char kBiasKey[] = "pacing.bias";
constexpr char kImbalanceKey[] = "workload.imbalance";

std::vector<int> sequences_of(const Scenario& scenario) {
  std::vector<int> chosen = scenario.workload.sequences;
  if (chosen.empty()) {
    chosen.resize(static_cast<std::size_t>(sequence_count(scenario.workload, scenario.ranks())));
    std::iota(chosen.begin(), chosen.end(), 1);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

/// The sweep sets these keys by itself.
bool is_tuned(const std::string& override_text) {
  const auto begins_with = [&](const std::string& start) { return override_text.rfind(start, 0) == 0; };
  return begins_with("pacing.") || begins_with(std::string(kSequencesKey) + "=");
}

SweepRequest sweep_request(const TuneRequest& request, const std::vector<int>& sequences) {
  SweepRequest sweep;
  sweep.scenario = request.scenario;
  sweep.level = request.level;
  for (const std::string& text : request.overrides) {
    if (!is_tuned(text)) sweep.overrides.push_back(text);
  }
  if (request.imbalance) sweep.overrides.push_back(fmt::format("{}={}", kImbalanceKey, *request.imbalance));
  // A history of every run would take more room than all other results together.
  sweep.overrides.emplace_back("trace.enabled=false");
  sweep.over = {fmt::format("{}=[{}]", kSequencesKey, fmt::join(sequences, "],[")),
                fmt::format("{}={}", kBiasKey, request.bias)};
  return sweep;
}

/// A fault of the text that stands behind `prefix` in an option of the sweep, as one of the option that it is from.
void rename_option(Diagnostic& fault, const std::string& prefix, const std::string& option) {
  if (fault.file.rfind(prefix, 0) != 0) return;
  const auto key_size = static_cast<int>(prefix.size() - prefix.find(' ') - 1);
  fault.file = option + fault.file.substr(prefix.size());
  fault.line = 1;
  fault.column = std::max(1, fault.column - key_size);
  fault.source_line = fault.source_line.substr(static_cast<std::size_t>(key_size));
}

/// The file of faults of a key that is in no file: the key's own name says enough.
Diagnostic without_place(const std::string& file, const std::string& message) { return {file, 0, 0, message, {}}; }

PacketEighths bias_of(const std::string& text) {
  constexpr int kEighths = 8;
  return PacketEighths(static_cast<std::int32_t>(std::lround(std::strtod(text.c_str(), nullptr) * kEighths)));
}

TuneTrial trial_of(const SequenceSummary& sequence, PacketEighths bias) {
  constexpr double kPicoseconds = 1e12;
  // Whole picoseconds: equally long runs must be equal, whenever they began.
  const auto time = [](const std::optional<double>& seconds) { return std::llround(seconds.value() * kPicoseconds); };
  return {bias, Picoseconds{static_cast<std::uint64_t>(time(sequence.last_end_s) - time(sequence.start_s))},
          sequence.link_utilisation.value()};
}

}  // namespace

std::variant<TunePlan, Faults> plan_tuning(const TuneRequest& request) {
  ScenarioResult read = read_scenario(request.scenario, request.overrides);
  if (auto* faults = std::get_if<Faults>(&read)) return std::move(*faults);
  TunePlan plan;
  plan.scenario = std::move(std::get<Scenario>(read));
  if (!machine_kind(plan.scenario).has_network) {
    return Faults{without_place(request.scenario,
                                fmt::format("network.kind: {}: tune is for networks; this machine has no sequences",
                                            plan.scenario.network.kind.name()))};
  }
  if (sequence_count(plan.scenario.workload, plan.scenario.ranks()) == 0) {
    return Faults{without_place(
        request.scenario,
        fmt::format("workload.algorithm: {} has no sequences to tune; {} have", plan.scenario.workload.algorithm.name(),
                    enumeration(algorithms_that(has_sequences), "and")))};
  }
  plan.sequences = sequences_of(plan.scenario);
  auto sweep = plan_sweep(sweep_request(request, plan.sequences));
  if (auto* faults = std::get_if<Faults>(&sweep)) {
    for (Diagnostic& fault : *faults) {
      rename_option(fault, fmt::format("--over {}=", kBiasKey), "--bias ");
      rename_option(fault, fmt::format("--set {}=", kImbalanceKey), "--imbalance ");
    }
    return std::move(*faults);
  }
  plan.sweep = std::move(std::get<SweepPlan>(sweep));
  return plan;
}

TuneTrial best_trial(const std::vector<TuneTrial>& trials) {
  const auto is_better = [](const TuneTrial& a, const TuneTrial& b) {
    if (!(a.time == b.time)) return a.time < b.time;
    const int a_size = std::abs(a.bias.eighths());
    const int b_size = std::abs(b.bias.eighths());
    return a_size != b_size ? a_size < b_size : a.bias.eighths() < b.bias.eighths();
  };
  return *std::min_element(trials.begin(), trials.end(), is_better);
}

double TunedSequence::ideal_seconds() const {
  return static_cast<double>(best.time.count()) * 1e-12 * best.link_utilisation;
}

std::vector<TunedSequence> tuned_sequences(const TunePlan& plan, const std::filesystem::path& folder) {
  const std::size_t candidates = plan.sweep.points.size() / plan.sequences.size();
  std::vector<TunedSequence> found;
  for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
    TunedSequence tuned;
    std::vector<TuneTrial> trials;
    for (std::size_t candidate = 0; candidate < candidates; ++candidate) {
      const SweepPoint& point = plan.sweep.points[i * candidates + candidate];
      const SequenceSummary sequence = ended_run(folder / point.folder / "result.json").sequences.front();
      trials.push_back(trial_of(sequence, bias_of(point.values.back())));
      tuned.hops = sequence.hops;
    }
    tuned.sequence = plan.sequences[i];
    tuned.best = best_trial(trials);
    found.push_back(tuned);
  }
  return found;
}

Scenario tuned_scenario(const Scenario& scenario, const std::vector<TunedSequence>& found) {
  Scenario tuned = scenario;
  std::vector<PacketEighths>& biases = tuned.workload.sequence_bias;
  if (biases.empty()) {
    biases.assign(static_cast<std::size_t>(sequence_count(scenario.workload, scenario.ranks())), scenario.pacing.bias);
  }
  for (const TunedSequence& each : found) biases.at(static_cast<std::size_t>(each.sequence) - 1) = each.best.bias;
  tuned.name.clear();  // its file's
  tuned.title += tuned.title.empty() ? "Bias tuned for each sequence" : ", bias tuned for each sequence";
  tuned.pacing = {};
  tuned.pacing.mode = "hops";
  return tuned;
}

std::string tuning_json(const std::vector<TunedSequence>& found) {
  auto list = nlohmann::ordered_json::array();
  for (const TunedSequence& each : found) {
    list.push_back({{"sequence", each.sequence},
                    {"hops", each.hops},
                    {"bias", static_cast<double>(each.best.bias.eighths()) / 8},
                    {"time_s", static_cast<double>(each.best.time.count()) * 1e-12},
                    {"ideal_s", each.ideal_seconds()}});
  }
  return list.dump(2);
}

std::string tuning_text(const std::vector<TunedSequence>& found) {
  constexpr double kMilliseconds = 1e3;
  constexpr double kPercent = 100;
  std::string text = "sequence  hops    bias     time alone  of its ideal\n";
  double seconds = 0;
  double ideal = 0;
  for (const TunedSequence& each : found) {
    const double time = static_cast<double>(each.best.time.count()) * 1e-12;
    text += fmt::format("{:>8}  {:>4}  {:>6}  {:>10.3f} ms  {:>10.1f} %\n", each.sequence, each.hops,
                        Codec<PacketEighths>::show(each.best.bias), time * kMilliseconds,
                        kPercent * time / each.ideal_seconds());
    seconds += time;
    ideal += each.ideal_seconds();
  }
  return text + fmt::format("{:>8}  {:>4}  {:>6}  {:>10.3f} ms  {:>10.1f} %\n", "sum", "", "", seconds * kMilliseconds,
                            kPercent * seconds / ideal);
}

}  // namespace tactus
