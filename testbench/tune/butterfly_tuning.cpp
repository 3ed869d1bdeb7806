#include "testbench/tune/butterfly_tuning.h"

#include <fmt/format.h>

#include <algorithm>

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
    tried.push_back(
        {shape.middle_rounds, shape.middle_position.value_or(0), row.final_rounds, row.quiet, row.completion});
  }
}

std::string row_text(const char* name, const ButterflyChoice& choice) {
  constexpr double kMicroseconds = 1e-6;
  return fmt::format("{:<11}  {:>6}  {:>5}  {:>5}  {:>9.3f} us  {:>9.3f} +- {:.3f} us  {:>8.2f}\n", name,
                     choice.middle_rounds, choice.middle_position, choice.final_rounds,
                     static_cast<double>(choice.quiet.count()) * kMicroseconds, choice.completion.mean * kMicroseconds,
                     choice.completion.confidence * kMicroseconds, choice.slowdown());
}

}  // namespace

std::vector<ConfigFault> validate(const ButterflyTuneRequest& request) {
  ButterflyTuneRequest plain = request;
  plain.study.butterfly.shape = shape_of(request, 0, 0);
  std::vector<ConfigFault> faults = validate(plain.study);
  const auto add_new = [&](const std::vector<ConfigFault>& list) {
    for (const ConfigFault& fault : list) {
      const auto is_known = [&](const ConfigFault& f) { return f.key == fault.key && f.message == fault.message; };
      if (std::none_of(faults.begin(), faults.end(), is_known)) faults.push_back(fault);
    }
  };
  for (const int middle_rounds : request.middle_rounds) add_new(validate(shape_of(request, middle_rounds, 1)));
  for (const int position : request.middle_positions) add_new(validate(shape_of(request, 1, position)));
  if (request.middle_rounds.empty()) faults.push_back({"butterfly.middle_rounds", "there is no number to try"});
  return faults;
}

double ButterflyTuning::quiet_cost() const {
  return static_cast<double>(best.quiet.count()) / static_cast<double>(plain.quiet.count()) - 1;
}

std::vector<ButterflyChoice> try_butterflies(const ButterflyTuneRequest& request) {
  std::vector<ButterflyChoice> tried;
  for (const int middle_rounds : request.middle_rounds) {
    if (middle_rounds == 0) {
      try_one(request, shape_of(request, 0, 0), tried);
      continue;
    }
    for (const int position : positions_of(request))
      try_one(request, shape_of(request, middle_rounds, position), tried);
  }
  return tried;
}

ButterflyChoice best_choice(const std::vector<ButterflyChoice>& choices) {
  const auto shortest = [](const ButterflyChoice& a, const ButterflyChoice& b) {
    return a.completion.mean < b.completion.mean;
  };
  const SampleSummary& least = std::min_element(choices.begin(), choices.end(), shortest)->completion;
  const auto is_better = [&](const ButterflyChoice& a, const ButterflyChoice& b) {
    const double limit = least.mean + least.confidence;
    const bool a_is_good = a.completion.mean <= limit;
    const bool b_is_good = b.completion.mean <= limit;
    if (a_is_good != b_is_good) return a_is_good;
    if (a.redundant_rounds() != b.redundant_rounds()) return a.redundant_rounds() < b.redundant_rounds();
    return shortest(a, b);
  };
  return *std::min_element(choices.begin(), choices.end(), is_better);
}

ButterflyTuning tune_butterfly(ButterflyTuneRequest request) {
  // Without rounds in the middle first, once.
  std::vector<int>& middle_rounds = request.middle_rounds;
  middle_rounds.erase(std::remove(middle_rounds.begin(), middle_rounds.end(), 0), middle_rounds.end());
  middle_rounds.insert(middle_rounds.begin(), 0);
  const std::vector<ButterflyChoice> tried = try_butterflies(request);
  const auto finals = static_cast<std::ptrdiff_t>(request.study.butterfly.shape.final_rounds);
  ButterflyTuning tuning;
  tuning.plain = tried.front();
  tuning.final_only = best_choice({tried.begin(), tried.begin() + finals + 1});
  tuning.best = best_choice(tried);
  return tuning;
}

std::string butterfly_tuning_text(const ButterflyTuning& tuning) {
  std::string text = fmt::format("{:<11}  {:>6}  {:>5}  {:>5}  {:>12}  {:>24}  {:>8}\n", "", "middle", "after", "final",
                                 "quiet", "under noise, 95 %", "slowdown");
  text += row_text("plain", tuning.plain);
  text += row_text("final only", tuning.final_only);
  text += row_text("best", tuning.best);
  return text + fmt::format("best: {:.2f} times as fast as plain under noise; without noise {:.2f} % slower\n",
                            tuning.gain(), 100 * tuning.quiet_cost());
}

}  // namespace tactus
