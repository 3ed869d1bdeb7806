#include "testbench/app/tune/butterfly_tuning.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

#include "hw/common/config_faults.h"
#include "tlm_models/node/butterfly/butterfly_bound.h"

namespace tactus {
namespace {

ButterflyShape shape_of(const ButterflyTuneRequest& request, int middle_rounds, int position) {
  ButterflyShape shape = request.study.butterfly.shape;
  shape.middle_rounds = middle_rounds;
  shape.middle_position.reset();
  if (middle_rounds > 0) shape.middle_position = position;
  return shape;
}

std::vector<int> positions_of(const ButterflyTuneRequest& request) {
  std::vector<int> positions = request.middle_positions;
  const int last = request.study.butterfly.shape.dimensions - 1;
  for (int position = 1; request.middle_positions.empty() && position <= last; ++position)
    positions.push_back(position);
  return positions;
}

void try_one(const ButterflyTuneRequest& request, const ButterflyShape& shape, std::vector<ButterflyChoice>& tried) {
  ButterflyStudyConfig study = request.study;
  study.butterfly.shape = shape;
  for (const ButterflyStudyRow& row : run_study(study)) {
    tried.push_back({shape.middle_rounds, shape.middle_position.value_or(0), row.final_rounds, row.quiet, row.times,
                     row.completion});
  }
}

/// How much longer `a` takes than `b`, under the same noise.
SampleSummary difference(const ButterflyChoice& a, const ButterflyChoice& b) {
  std::vector<double> differences;
  std::transform(a.times.begin(), a.times.end(), b.times.begin(), std::back_inserter(differences), std::minus<>());
  return summarise(std::move(differences));
}

std::string row_text(int dimensions, const char* name, const ButterflyChoice& choice, const ButterflyChoice& plain) {
  constexpr double kMicroseconds = 1e-6;
  constexpr double kPercent = 100;
  const double quiet = static_cast<double>(choice.quiet.count());
  const std::string position = choice.middle_rounds == 0 ? "-" : std::to_string(choice.middle_position);
  return fmt::format(
      "{:>2}  {:<10}  {:>6}  {:>5}  {:>5}  {:>11.3f} us  {:>11.3f} us  {:>9.3f} us  {:>8.2f}  {:>5.2f}  {:>8.2f} %\n",
      dimensions, name, choice.middle_rounds, position, choice.final_rounds, quiet * kMicroseconds,
      choice.completion.mean * kMicroseconds, choice.completion.confidence * kMicroseconds, choice.slowdown(),
      plain.completion.mean / choice.completion.mean,
      kPercent * (quiet / static_cast<double>(plain.quiet.count()) - 1));
}

std::size_t studies_of(const ButterflyTuneRequest& request) {
  std::size_t studies = 0;
  for (const int middle_rounds : request.middle_rounds) {
    studies += middle_rounds == 0 ? 1 : positions_of(request).size();
  }
  return studies;
}

}  // namespace

std::vector<ConfigFault> validate(const ButterflyTuneRequest& request) {
  ButterflyTuneRequest plain = request;
  plain.study.butterfly.shape = shape_of(request, 0, 0);
  ConfigFaults faults;
  faults.add("study", validate(plain.study));
  std::vector<ConfigFault> found = faults.take();
  const auto add_new = [&](const ButterflyShape& shape) {
    ConfigFaults of_shape;
    of_shape.add("study.butterfly.shape", validate(shape));
    for (const ConfigFault& fault : of_shape.take()) {
      const auto is_known = [&](const ConfigFault& f) { return f.field == fault.field && f.message == fault.message; };
      if (std::none_of(found.begin(), found.end(), is_known)) found.push_back(fault);
    }
  };
  for (const int middle_rounds : request.middle_rounds) add_new(shape_of(request, middle_rounds, 1));
  for (const int position : request.middle_positions) add_new(shape_of(request, 1, position));
  if (request.middle_rounds.empty()) found.push_back({"middle_rounds", "there is no number to try"});
  return found;
}

double ButterflyTuning::quiet_cost() const {
  return static_cast<double>(best.quiet.count()) / static_cast<double>(plain.quiet.count()) - 1;
}

std::vector<ButterflyChoice> try_butterflies(const ButterflyTuneRequest& request, const StudiesDone& done) {
  std::vector<ButterflyChoice> tried;
  const std::size_t studies = studies_of(request);
  std::size_t ended = 0;
  for (const int middle_rounds : request.middle_rounds) {
    for (const int position : middle_rounds == 0 ? std::vector<int>{0} : positions_of(request)) {
      try_one(request, shape_of(request, middle_rounds, position), tried);
      if (done) done(++ended, studies);
    }
  }
  return tried;
}

ButterflyChoice best_choice(const std::vector<ButterflyChoice>& choices) {
  const auto shorter = [](const ButterflyChoice& a, const ButterflyChoice& b) {
    return a.completion.mean < b.completion.mean;
  };
  const ButterflyChoice& least = *std::min_element(choices.begin(), choices.end(), shorter);
  std::vector<ButterflyChoice> as_good;
  for (const ButterflyChoice& choice : choices) {
    const double margin = std::min(least.completion.confidence, difference(choice, least).confidence);
    if (choice.completion.mean - least.completion.mean <= margin) as_good.push_back(choice);
  }
  return *std::min_element(as_good.begin(), as_good.end(), [&](const ButterflyChoice& a, const ButterflyChoice& b) {
    return a.redundant_rounds() != b.redundant_rounds() ? a.redundant_rounds() < b.redundant_rounds() : shorter(a, b);
  });
}

ButterflyTuning butterfly_tuning(const std::vector<ButterflyChoice>& choices) {
  std::vector<ButterflyChoice> without_middle;
  for (const ButterflyChoice& choice : choices) {
    if (choice.middle_rounds == 0) without_middle.push_back(choice);
  }
  ButterflyTuning tuning;
  tuning.plain = *std::find_if(choices.begin(), choices.end(),
                               [](const ButterflyChoice& choice) { return choice.redundant_rounds() == 0; });
  tuning.final_only = best_choice(without_middle);
  tuning.best = best_choice(choices);
  return tuning;
}

double mean_bound(const ButterflyConfig& config, const std::vector<std::uint64_t>& seeds) {
  double sum = 0;
  for (const std::uint64_t seed : seeds) sum += static_cast<double>(butterfly_bound(config, seed).count());
  return sum / static_cast<double>(seeds.size());
}

ButterflyTuning tune_butterfly(ButterflyTuneRequest request, const StudiesDone& done) {
  // Without rounds in the middle first, once.
  std::vector<int>& middle_rounds = request.middle_rounds;
  middle_rounds.erase(std::remove(middle_rounds.begin(), middle_rounds.end(), 0), middle_rounds.end());
  middle_rounds.insert(middle_rounds.begin(), 0);
  ButterflyTuning tuning = butterfly_tuning(try_butterflies(request, done));
  const ButterflyConfig& butterfly = request.study.butterfly;
  if (butterfly.reading == NoiseReading::kProcessor) {
    tuning.bound = mean_bound(butterfly, repetition_seeds(request.study));
  }
  return tuning;
}

std::string butterfly_tuning_json(const std::vector<TunedButterfly>& tuned) {
  constexpr double kSeconds = 1e-12;
  const auto object = [&](const ButterflyChoice& choice) {
    return nlohmann::ordered_json{{"middle_rounds", choice.middle_rounds},
                                  {"middle_position", choice.middle_position},
                                  {"final_rounds", choice.final_rounds},
                                  {"quiet_s", static_cast<double>(choice.quiet.count()) * kSeconds},
                                  {"mean_s", choice.completion.mean * kSeconds},
                                  {"confidence_s", choice.completion.confidence * kSeconds},
                                  {"p99_s", choice.completion.p99 * kSeconds},
                                  {"slowdown", choice.slowdown()}};
  };
  auto list = nlohmann::ordered_json::array();
  for (const auto& [dimensions, tuning] : tuned) {
    list.push_back({{"dimensions", dimensions},
                    {"plain", object(tuning.plain)},
                    {"final_only", object(tuning.final_only)},
                    {"best", object(tuning.best)},
                    {"gain", tuning.gain()},
                    {"quiet_cost", tuning.quiet_cost()}});
    if (tuning.bound) list.back()["bound_s"] = *tuning.bound * kSeconds;
  }
  return list.dump(2);
}

std::string butterfly_tuning_text(const std::vector<TunedButterfly>& tuned) {
  std::string text =
      fmt::format("{:>2}  {:<10}  {:>6}  {:>5}  {:>5}  {:>14}  {:>14}  {:>12}  {:>8}  {:>5}  {:>10}\n", "K", "",
                  "middle", "after", "final", "quiet", "under noise", "+- (95 %)", "slowdown", "gain", "quiet cost");
  for (const auto& [dimensions, tuning] : tuned) {
    text += row_text(dimensions, "plain", tuning.plain, tuning.plain);
    text += row_text(dimensions, "final only", tuning.final_only, tuning.plain);
    text += row_text(dimensions, "best", tuning.best, tuning.plain);
    if (tuning.bound) {
      text += fmt::format("{:>2}  {:<10}  {:>22}  {:>11}     {:>11.3f} us\n", dimensions, "any rounds", "", "at least",
                          *tuning.bound * 1e-6);
    }
  }
  return text;
}

}  // namespace tactus
