#include "testbench/app/explain/trials.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "testbench/app/explain/rails_explanation.h"
#include "testbench/app/results/text_summary.h"

namespace tactus {
namespace {

constexpr double kNoEffect = 0.05;  ///< percent: less is none

}  // namespace

double compared_seconds(const RunSummary& run) {
  return run.rails ? largest_message_seconds(*run.rails) : run.simulated_seconds();
}

std::string name_of(const Suggestion& suggestion) {
  return suggestion.name.empty() ? fmt::format("{}", fmt::join(suggestion.settings, " ")) : suggestion.name;
}

std::string trials_text(const std::vector<Trial>& trials, const RunSummary& run) {
  if (trials.empty()) return {};
  const std::string of_what = run.rails ? fmt::format(": time of a message of {}", largest_size_text(*run.rails)) : "";
  std::string text = fmt::format("\nWhat was tried, each alone, by running it{}\n", of_what);
  std::vector<std::string> without;
  for (const Trial& trial : trials) {
    const double percent = 100 * (trial.seconds / compared_seconds(run) - 1);
    if (std::abs(percent) < kNoEffect) {
      without.push_back(name_of(trial.suggestion));
      continue;
    }
    text += fmt::format("  {:>11}  {:+6.1f} %  {}\n", duration_text(trial.seconds), percent, name_of(trial.suggestion));
  }
  if (!without.empty()) text += fmt::format("  No effect: {}\n", fmt::join(without, "; "));
  return text;
}

}  // namespace tactus
