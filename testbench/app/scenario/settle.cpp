#include "testbench/app/scenario/settle.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/scenario_keys.h"

namespace tactus {
namespace {

constexpr char kAlgorithmKey[] = "workload.algorithm";

void foreign_key(const Entry& entry, const KeySpec& key, Algorithm algorithm, DiagnosticList& diagnostics) {
  std::vector<std::string> owners;
  for (const Algorithm owner : key.algorithms) owners.push_back(Codec<Algorithm>::show(owner));
  diagnostics.add(entry.key_place, fmt::format("{} belongs to algorithm {}, not to {}", key.path,
                                               enumeration(owners, "or"), Codec<Algorithm>::show(algorithm)));
}

/// What one source says about pacing.
class PacingKeys {
 public:
  explicit PacingKeys(const ScenarioSource& source)
      : mode_(source.entries.find("pacing.mode")),
        gap_(source.entries.find("pacing.gap")),
        bias_(source.entries.find("pacing.bias")),
        sequence_bias_(source.entries.find("pacing.sequence_bias")),
        mode_value_(source.scenario.pacing.mode),
        readable_(source.bad.count("pacing.mode") == 0) {
    // `none` is as good as nothing.
    const bool none = source.scenario.workload.sequence_bias.empty() && source.bad.count("pacing.sequence_bias") == 0;
    if (none) sequence_bias_ = nullptr;
  }

  [[nodiscard]] bool has_gap() const { return gap_ != nullptr; }
  [[nodiscard]] bool has_bias() const { return bias_ != nullptr; }
  [[nodiscard]] bool has_sequence_bias() const { return sequence_bias_ != nullptr; }

  [[nodiscard]] std::optional<PaceMode> mode() const {
    if (mode_ != nullptr) return mode_value_;
    if (has_bias() || has_sequence_bias()) return PaceMode::kHops;
    if (gap_ != nullptr) return PaceMode::kFixed;
    return std::nullopt;
  }

  void check(DiagnosticList& diagnostics) const {
    if (has_bias() && has_sequence_bias()) {
      diagnostics.add(bias_->key_place, "pacing.bias contradicts pacing.sequence_bias; give one of them");
    }
    if (!readable_) return;
    if (mode_ == nullptr) {
      const bool hops = has_bias() || has_sequence_bias();
      if (has_gap() && hops) {
        diagnostics.add(gap_->key_place,
                        fmt::format("pacing.gap (mode fixed) contradicts pacing.{} (mode hops); give one of them",
                                    has_bias() ? "bias" : "sequence_bias"));
      }
      return;
    }
    contradicts(gap_, "pacing.gap", PaceMode::kFixed, diagnostics);
    contradicts(bias_, "pacing.bias", PaceMode::kHops, diagnostics);
    contradicts(sequence_bias_, "pacing.sequence_bias", PaceMode::kHops, diagnostics);
  }

  void require_gap(DiagnosticList& diagnostics) const {
    if (mode_ != nullptr && mode_value_ == PaceMode::kFixed) {
      diagnostics.add(mode_->value.place, "pacing.mode: fixed needs pacing.gap");
    }
  }

 private:
  void contradicts(const Entry* entry, const char* path, PaceMode wanted, DiagnosticList& diagnostics) const {
    if (entry == nullptr || mode_value_ == wanted) return;
    diagnostics.add(entry->key_place, fmt::format("{} belongs to pacing.mode {} and contradicts mode {}", path,
                                                  Codec<PaceMode>::show(wanted), Codec<PaceMode>::show(mode_value_)));
  }

  const Entry* mode_;
  const Entry* gap_;
  const Entry* bias_;
  const Entry* sequence_bias_;
  PaceMode mode_value_;
  bool readable_;
};

constexpr char kNoiseKindKey[] = "noise.kind";

/// Keys of noise, each with the kinds of noise that it belongs to.
const std::vector<std::pair<const char*, std::vector<NoiseKind>>> kNoiseKeys = {
    {"noise.period", {NoiseKind::kPeriodic, NoiseKind::kPoisson}},
    {"noise.length", {NoiseKind::kPeriodic, NoiseKind::kPoisson}},
    {"noise.distribution", {NoiseKind::kPoisson}},
    {"noise.file", {NoiseKind::kTrace}},
    {"noise.nodes", {NoiseKind::kPeriodic, NoiseKind::kPoisson, NoiseKind::kTrace}}};

/// Noise that is switched off keeps its keys.
void check_noise_keys(const ScenarioSource& source, NoiseKind kind, DiagnosticList& diagnostics) {
  if (kind == NoiseKind::kNone) return;
  for (const auto& [path, kinds] : kNoiseKeys) {
    const Entry* entry = source.entries.find(path);
    if (entry == nullptr || std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) continue;
    std::vector<std::string> owners;
    for (const NoiseKind owner : kinds) owners.push_back(Codec<NoiseKind>::show(owner));
    diagnostics.add(entry->key_place, fmt::format("{} belongs to noise.kind {} and contradicts kind {}", path,
                                                  enumeration(owners, "or"), Codec<NoiseKind>::show(kind)));
  }
}

void require_noise_kind(const ScenarioSource& source, DiagnosticList& diagnostics) {
  for (const auto& [path, kinds] : kNoiseKeys) {
    if (const Entry* entry = source.entries.find(path)) {
      diagnostics.add(entry->key_place, fmt::format("{} has no effect without noise.kind", path));
    }
  }
}

}  // namespace

void settle_workload(ScenarioSource& file, const ScenarioSource& options, DiagnosticList& diagnostics) {
  if (file.bad.count(kAlgorithmKey) > 0 || options.bad.count(kAlgorithmKey) > 0) return;
  const std::vector<KeySpec>& keys = scenario_keys();
  const Algorithm in_file = file.scenario.workload.algorithm;
  const bool chosen = options.entries.find(kAlgorithmKey) != nullptr;
  const Algorithm algorithm = chosen ? options.scenario.workload.algorithm : in_file;
  for (const auto& [number, entry] : options.entries.list()) {
    const KeySpec& key = keys[static_cast<std::size_t>(number)];
    if (!key.belongs_to(algorithm)) foreign_key(entry, key, algorithm, diagnostics);
  }
  std::vector<int> idle;
  for (const auto& [number, entry] : file.entries.list()) {
    const KeySpec& key = keys[static_cast<std::size_t>(number)];
    if (!key.belongs_to(in_file)) foreign_key(entry, key, in_file, diagnostics);
    if (!key.belongs_to(algorithm)) idle.push_back(number);
  }
  for (const int number : idle) file.entries.erase(number);
}

void take_time_defaults(ScenarioSource& whole, const std::function<Clock(const std::string&)>& clock_of) {
  for (const KeySpec& key : scenario_keys()) {
    if (!key.time_default || whole.entries.find(key.path) != nullptr) continue;
    if (takes_effect(key, whole.scenario)) key.time_default->take(clock_of(key.path), whole.scenario);
  }
}

void PacingChoice::apply_to(Scenario& scenario) const {
  scenario.pacing.mode = mode;
  if (mode != PaceMode::kFixed) scenario.pacing.gap = {};
  if (mode != PaceMode::kHops || per_sequence) scenario.pacing.bias = {};
  if (!per_sequence) scenario.workload.sequence_bias.clear();
}

PacingChoice settle_pacing(const ScenarioSource& file, const ScenarioSource& options, DiagnosticList& diagnostics) {
  const PacingKeys in_file(file);
  const PacingKeys in_options(options);
  in_file.check(diagnostics);
  in_options.check(diagnostics);
  const PaceMode mode = in_options.mode().value_or(in_file.mode().value_or(PacingConfig{}.mode));
  if (mode == PaceMode::kFixed && !in_file.has_gap() && !in_options.has_gap()) {
    in_file.require_gap(diagnostics);
    in_options.require_gap(diagnostics);
  }
  const PacingKeys& source = in_options.has_bias() || in_options.has_sequence_bias() ? in_options : in_file;
  return {mode, mode == PaceMode::kHops && source.has_sequence_bias()};
}

void settle_noise(const ScenarioSource& file, const ScenarioSource& options, DiagnosticList& diagnostics) {
  if (file.bad.count(kNoiseKindKey) > 0 || options.bad.count(kNoiseKindKey) > 0) return;
  const bool in_file = file.entries.find(kNoiseKindKey) != nullptr;
  const bool in_options = options.entries.find(kNoiseKindKey) != nullptr;
  if (!in_file && !in_options) {
    require_noise_kind(file, diagnostics);
    require_noise_kind(options, diagnostics);
    return;
  }
  const NoiseKind file_kind = file.scenario.noise.events.kind;
  if (in_file) check_noise_keys(file, file_kind, diagnostics);
  check_noise_keys(options, in_options ? options.scenario.noise.events.kind : file_kind, diagnostics);
}

}  // namespace tactus
