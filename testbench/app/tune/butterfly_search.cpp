#include "testbench/app/tune/butterfly_search.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "hw/common/config_faults.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/app/scenario/value_codec.h"
#include "testbench/app/tune/butterfly_scenario.h"
#include "testbench/app/tune/ended_run.h"

namespace tactus {
namespace {

using Faults = std::vector<Diagnostic>;

constexpr char kMiddle[] = "workload.middle_rounds";
constexpr char kPosition[] = "workload.middle_position";
constexpr char kFinal[] = "workload.final_rounds";
constexpr char kSeed[] = "seed";
constexpr char kNoise[] = "noise.kind";

Diagnostic of_option(const char* option, std::string message) { return {option, 0, 0, std::move(message), {}}; }

/// Where the user gave what a member of `ButterflyTuneRequest` stands for.
Diagnostic placed(const ConfigFault& fault, const Scenario& scenario) {
  static const std::map<std::string, const char*> kOptions = {{"middle_rounds", "--middle"},
                                                              {"study.repetitions", "--repetitions"},
                                                              {"study.butterfly.shape.dimensions", "--dimensions"},
                                                              {"study.butterfly.shape.middle_rounds", "--middle"},
                                                              {"study.butterfly.shape.final_rounds", "--final"},
                                                              {"study.butterfly.shape.middle_position", "--positions"}};
  static const std::map<std::string, const char*> kKeys = {
      {"study.butterfly.costs.messages", "workload.message_size"},
      {"study.butterfly.costs.compute", "workload.combine_time"},
      {"study.butterfly.costs.redundant_compute", "processor.call_overhead"}};
  const auto option = kOptions.find(fault.field);
  if (option != kOptions.end()) return of_option(option->second, fault.message);
  const auto key = kKeys.find(fault.field);
  if (key == kKeys.end()) return scenario.diagnose({fault.field, fault.message});
  return scenario.diagnose({key->second, fmt::format("with its latency and calls {}", fault.message)});
}

/// A fault of several numbers of processes is told once.
void add_new(Diagnostic fault, Faults& faults) {
  const auto is_known = [&](const Diagnostic& f) { return f.file == fault.file && f.message == fault.message; };
  if (std::none_of(faults.begin(), faults.end(), is_known)) faults.push_back(std::move(fault));
}

/// What only one of the two ways of searching can do.
Faults misplaced(const ButterflySearchRequest& request, const Scenario& scenario) {
  Faults faults;
  if (!scenario.noise.on()) {
    faults.push_back(scenario.diagnose({kNoise, "none: redundant rounds are tuned for noise; see noise.md"}));
  }
  if (request.level) {
    if (!request.dimensions.empty())
      faults.push_back(of_option("--dimensions", "not with --level: the machine has its own"));
    if (request.reading)
      faults.push_back(of_option("--noise-reading", "not with --level: there noise takes the processor"));
    return faults;
  }
  if (!scenario.noise.nodes.empty()) {
    faults.push_back(scenario.diagnose({"noise.nodes", "the recursion has noise everywhere: tune with --level"}));
  }
  if (scenario.workload.imbalance > Cycles{0}) {
    faults.push_back(
        scenario.diagnose({"workload.imbalance", "the recursion begins everywhere at once: tune with --level"}));
  }
  return faults;
}

std::vector<int> numbers(int first, int last) {
  std::vector<int> list(static_cast<std::size_t>(last - first + 1));
  std::iota(list.begin(), list.end(), first);
  return list;
}

ButterflyTuneRequest study_of(const ButterflySearchRequest& request, const Scenario& scenario, int dimensions) {
  constexpr int kFinalRounds = 20;
  constexpr int kFinalRoundsAtLevel = 4;
  constexpr int kRepetitions = 100;
  constexpr int kRepetitionsAtLevel = 20;
  ButterflyTuneRequest study;
  const bool can_be = request.middle_rounds >= 0 && request.middle_rounds <= kMostRedundantRounds;
  study.middle_rounds = can_be ? numbers(0, request.middle_rounds) : std::vector<int>{request.middle_rounds};
  study.middle_positions = request.positions;
  study.study.butterfly.shape.dimensions = dimensions;
  study.study.butterfly.shape.final_rounds =
      request.final_rounds.value_or(request.level ? kFinalRoundsAtLevel : kFinalRounds);
  study.study.butterfly.noise = scenario.noise.events;
  study.study.butterfly.reading = request.reading.value_or(NoiseReading::kAdded);
  study.study.repetitions = request.repetitions.value_or(request.level ? kRepetitionsAtLevel : kRepetitions);
  study.study.seed = scenario.seed;
  return study;
}

/// Of the runs at a level: that of the scenario, and the next ones.
std::vector<std::uint64_t> seeds_of(const ButterflyStudyConfig& study) {
  std::vector<std::uint64_t> seeds(static_cast<std::size_t>(study.repetitions));
  std::iota(seeds.begin(), seeds.end(), study.seed);
  return seeds;
}

/// The sweeps set these keys by themselves.
bool is_searched(const std::string& override_text) {
  const std::array<const char*, 5> keys = {kMiddle, kPosition, kFinal, kSeed, "trace.enabled"};
  return std::any_of(keys.begin(), keys.end(),
                     [&](const char* key) { return override_text.rfind(std::string(key) + "=", 0) == 0; });
}

SweepRequest sweep_request(const ButterflySearchRequest& request, const ButterflyTuneRequest& study, bool middle,
                           bool quiet) {
  SweepRequest sweep;
  sweep.scenario = request.scenario;
  sweep.level = request.level;
  for (const std::string& text : request.overrides) {
    if (!is_searched(text)) sweep.overrides.push_back(text);
  }
  sweep.overrides.emplace_back("trace.enabled=false");
  if (quiet) sweep.overrides.push_back(fmt::format("{}=none", kNoise));
  if (middle) {
    std::vector<int> positions = study.middle_positions;
    if (positions.empty()) positions = numbers(1, study.study.butterfly.shape.dimensions - 1);
    sweep.over.push_back(fmt::format("{}=1:{}:1", kMiddle, study.middle_rounds.back()));
    sweep.over.push_back(fmt::format("{}={}", kPosition, fmt::join(positions, ",")));
  } else {
    sweep.overrides.push_back(fmt::format("{}=0", kMiddle));
    sweep.overrides.push_back(fmt::format("{}=0", kPosition));
  }
  sweep.over.push_back(fmt::format("{}=0:{}:1", kFinal, study.study.butterfly.shape.final_rounds));
  const std::vector<std::uint64_t> seeds = seeds_of(study.study);
  sweep.over.push_back(quiet ? fmt::format("{}={}", kSeed, seeds.front())
                             : fmt::format("{}={}", kSeed, fmt::join(seeds, ",")));
  return sweep;
}

/// The recursion's costs. Answers what is wrong with them.
Faults give_costs(ButterflySearch& search) {
  Faults faults;
  const ButterflyCosts costs = butterfly_costs(search.scenario);
  ConfigFaults of_costs;
  of_costs.add("study.butterfly.costs", validate(costs));
  for (const ConfigFault& fault : of_costs.take()) faults.push_back(placed(fault, search.scenario));
  for (ButterflyTuneRequest& study : search.studies) study.study.butterfly.costs = costs;
  return faults;
}

/// Makes sweeps of the only study. Answers what is wrong with them.
Faults plan_sweeps(const ButterflySearchRequest& request, ButterflySearch& search) {
  const ButterflyTuneRequest study = std::move(search.studies.front());
  search.studies.clear();
  if (search.scenario.workload.repetitions == 1 && search.scenario.noise.nodes.empty()) {
    ButterflyConfig butterfly = study.study.butterfly;
    butterfly.costs = butterfly_costs(search.scenario);
    search.bound = mean_bound(butterfly, seeds_of(study.study));
  }
  const bool has_middle = request.middle_rounds > 0 && study.study.butterfly.shape.dimensions > 1;
  for (const bool middle : {false, true}) {
    for (const bool quiet : {false, true}) {
      if (middle && !has_middle) continue;
      auto plan = plan_sweep(sweep_request(request, study, middle, quiet));
      if (auto* faults = std::get_if<Faults>(&plan)) return std::move(*faults);
      const std::string name = fmt::format("{}{}", middle ? "middle" : "final", quiet ? "-quiet" : "");
      search.sweeps.push_back({name, quiet, std::move(std::get<SweepPlan>(plan))});
    }
  }
  return {};
}

/// Value of an axis at a point; 0 of one that the sweep does not have.
int value_of(const SweepPlan& plan, const SweepPoint& point, const char* key) {
  const auto found = std::find(plan.keys.begin(), plan.keys.end(), key);
  return found == plan.keys.end() ? 0 : std::stoi(point.values[static_cast<std::size_t>(found - plan.keys.begin())]);
}

/// The time of one of the repetitions of a run, ps.
double butterfly_time(const RunSummary& run) {
  constexpr double kPicoseconds = 1e12;
  const double time = run.sequences.back().last_end_s.value() - run.sequences.front().start_s.value();
  return std::round(time * kPicoseconds) / std::stod(run.configured("workload.repetitions"));
}

}  // namespace

std::variant<ButterflySearch, Faults> plan_butterfly_search(const ButterflySearchRequest& request) {
  ScenarioResult read = read_scenario(request.scenario, request.overrides);
  if (auto* faults = std::get_if<Faults>(&read)) return std::move(*faults);
  ButterflySearch search;
  search.scenario = std::move(std::get<Scenario>(read));
  Faults faults = misplaced(request, search.scenario);
  std::set<int> dimensions(request.dimensions.begin(), request.dimensions.end());
  dimensions.insert(butterfly_dimensions(search.scenario));
  for (const int number : dimensions) {
    search.studies.push_back(study_of(request, search.scenario, number));
    for (const ConfigFault& fault : validate(search.studies.back())) {
      add_new(placed(fault, search.scenario), faults);
    }
  }
  if (faults.empty()) faults = request.level ? plan_sweeps(request, search) : give_costs(search);
  if (!faults.empty()) return faults;
  return search;
}

std::vector<ButterflyChoice> butterfly_choices(const std::vector<ButterflySweep>& sweeps,
                                               const std::filesystem::path& folder) {
  struct Times {
    double quiet = 0;
    std::vector<double> noisy;
  };
  std::map<std::tuple<int, int, int>, Times> times;
  for (const ButterflySweep& sweep : sweeps) {
    for (const SweepPoint& point : sweep.plan.points) {
      const auto value = [&](const char* key) { return value_of(sweep.plan, point, key); };
      Times& shape = times[{value(kMiddle), value(kPosition), value(kFinal)}];
      const double time = butterfly_time(ended_run(folder / sweep.name / point.folder / "result.json"));
      if (sweep.quiet) {
        shape.quiet = time;
      } else {
        shape.noisy.push_back(time);
      }
    }
  }
  std::vector<ButterflyChoice> choices;
  for (auto& [shape, time] : times) {
    const auto [middle, position, finals] = shape;
    const SampleSummary summary = summarise(time.noisy);
    choices.push_back({middle, position, finals, Picoseconds{static_cast<std::uint64_t>(std::llround(time.quiet))},
                       std::move(time.noisy), summary});
  }
  return choices;
}

}  // namespace tactus
