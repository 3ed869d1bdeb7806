#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "testbench/app/validate/measurements.h"

namespace tactus {

/// No limit to the names of runs that a measure takes.
inline constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

/// The runs that a claim names as `set/value/value`: one run, or those of a set that share the first values.
struct RunName {
  std::string set;
  std::vector<std::string> values;
};

/// Arguments of a measure by their names; a single text is a list of one.
struct MeasureArguments {
  std::map<std::string, double> numbers;
  std::map<std::string, std::vector<std::string>> texts;
};

/// Input of a measure: the results, and the runs and arguments of its claim. The reader has checked these against the
/// declaration of the measure.
struct MeasureInput {
  const Measurements& measurements;
  std::vector<RunName> runs;
  MeasureArguments arguments;

  /// The run that the claim names at that place.
  [[nodiscard]] RunResult run(std::size_t place) const {
    return measurements.run(runs.at(place).set, runs.at(place).values);
  }
  [[nodiscard]] double number(const std::string& name) const { return arguments.numbers.at(name); }
  [[nodiscard]] double number_or(const std::string& name, double otherwise) const {
    const auto found = arguments.numbers.find(name);
    return found == arguments.numbers.end() ? otherwise : found->second;
  }
  /// Texts that the claim need not give; null if it does not.
  [[nodiscard]] const std::vector<std::string>* texts(const std::string& name) const {
    const auto found = arguments.texts.find(name);
    return found == arguments.texts.end() ? nullptr : &found->second;
  }
  [[nodiscard]] int count(const std::string& name) const { return static_cast<int>(number(name)); }
  [[nodiscard]] const std::string& text(const std::string& name) const { return arguments.texts.at(name).front(); }
};

/// A number that claims can be about: a function with a name, which `measure:` of claims.yaml gives.
struct Measure {
  enum class Argument : std::uint8_t { kNumber, kOptionalNumber, kText, kOptionalTexts };

  std::string name;
  /// How many names of runs it takes.
  std::size_t least_runs;
  std::size_t most_runs;
  std::map<std::string, Argument> arguments;
  /// The number. Throws std::runtime_error if the runs do not give one.
  std::function<double(const MeasureInput&)> number;
  /// Instead of `number`, for a measure that is several numbers.
  std::function<std::vector<double>(const MeasureInput&)> each = {};
};

using Arguments = std::map<std::string, Measure::Argument>;
/// Both.
Arguments with(Arguments some, const Arguments& more);

/// Every measure that there is.
const std::vector<Measure>& measures();

// Measures by what they are about.
std::vector<Measure> run_measures();        ///< numbers of result.json by their path
std::vector<Measure> series_measures();     ///< throughput and buffers over time
std::vector<Measure> sequence_measures();   ///< sequences of an exchange
std::vector<Measure> bias_measures();       ///< sweeps of the pacing's bias
std::vector<Measure> rail_measures();       ///< bandwidth by message size
std::vector<Measure> copy_measures();       ///< copies inside a node alone
std::vector<Measure> butterfly_measures();  ///< butterflies under noise, without runs
std::vector<Measure> exchange_measures();   ///< all-to-all as message flows, without runs

/// Whether the run of `set` with these values, a size and a bias, can be faster than all runs of the size that have
/// been made. `unpaced` is the set of runs without pacing, by size.
bool may_be_best(const Measurements& m, const std::string& unpaced, const std::string& set,
                 const std::vector<std::string>& values);

}  // namespace tactus
