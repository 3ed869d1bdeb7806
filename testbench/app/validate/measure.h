#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "testbench/app/validate/measurements.h"

namespace tactus {

/// Input of a measure: the results, and the groups of runs and the arguments of its claim. The reader has checked these
/// against the declaration of the measure.
struct MeasureInput {
  const Measurements* measurements = nullptr;
  std::vector<RunName> runs;
  std::map<std::string, double> numbers;
  std::map<std::string, std::vector<std::string>> texts;  ///< a single text is a list of one

  /// The runs that the claim names at that place.
  [[nodiscard]] std::vector<RunResult> group(std::size_t place) const { return measurements->group(runs.at(place)); }
  /// The only of these runs. Throws std::runtime_error if there are several.
  [[nodiscard]] RunResult run(std::size_t place) const;
  [[nodiscard]] double number(const std::string& name) const { return numbers.at(name); }
  [[nodiscard]] double number_or(const std::string& name, double otherwise) const {
    const auto found = numbers.find(name);
    return found == numbers.end() ? otherwise : found->second;
  }
  [[nodiscard]] int count(const std::string& name) const { return static_cast<int>(number(name)); }
};

/// A number that claims can be about: a function with a name, which `measure:` of claims.yaml gives.
struct Measure {
  enum class Argument : std::uint8_t { kNumber, kOptionalNumber, kOptionalText, kOptionalTexts };
  using Arguments = std::map<std::string, Argument>;
  /// How many names of runs it takes: `least` to `most`, and a multiple of `of`.
  struct Names {
    std::size_t least;
    std::size_t most;
    std::size_t of = 1;
  };
  static constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

  std::string name;
  Names runs;
  Arguments arguments;
  /// Several numbers for a statement about several, else one. Throws std::runtime_error if the runs do not give one.
  std::function<std::vector<double>(const MeasureInput&)> numbers;
};

/// A measure that is one number.
Measure one_number(std::string name, Measure::Names runs, Measure::Arguments arguments,
                   std::function<double(const MeasureInput&)> number);

/// Every measure that there is.
const std::vector<Measure>& measures();

// Measures by what they are about.
std::vector<Measure> run_measures();        ///< numbers of result.json by their path, of runs and pairs of runs
std::vector<Measure> series_measures();     ///< throughput and buffers over time
std::vector<Measure> sequence_measures();   ///< sequences of an exchange
std::vector<Measure> bias_measures();       ///< sweeps of the pacing's bias
std::vector<Measure> butterfly_measures();  ///< butterflies under noise, without runs

}  // namespace tactus
