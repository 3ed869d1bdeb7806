#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "hw/common/units.h"
#include "testbench/app/compare/run_records.h"

namespace tactus {

/// Percentiles of the sizes of errors.
struct ErrorPercentiles {
  double p50 = 0;
  double p90 = 0;
  double p99 = 0;
  double max = 0;
};

/// How far a run is from another one of the same scenario, the reference, at another level.
struct LevelError {
  double reference_s = 0;  ///< simulated time
  double time_s = 0;
  std::uint64_t messages = 0;  ///< in both runs
  std::uint64_t alone = 0;     ///< in one of them only
  /// Errors of the times from the beginning of the run at which messages complete.
  ErrorPercentiles absolute_s;
  ErrorPercentiles relative;           ///< to the reference's time
  double mean_relative = 0;            ///< with sign: below 0 if the run is ahead of the reference
  std::optional<double> message_tau;   ///< Kendall's, of messages' durations
  std::optional<double> sequence_tau;  ///< Kendall's tau of sequences' times, first node's begin to last node's end

  /// (time - reference) / reference.
  [[nodiscard]] double relative_time_error() const {
    return reference_s > 0 ? (time_s - reference_s) / reference_s : 0;
  }
};

/// Neither run has a violation. `clock` is that of the scenario.
LevelError level_error(const RunOutcome& reference, const RunOutcome& run, Clock clock);

/// The error as JSON, and as lines of text. `levels` are the reference's and the run's.
nlohmann::ordered_json to_json(const LevelError& error, const std::array<std::string, 2>& levels);
std::string to_text(const LevelError& error, const std::array<std::string, 2>& levels);

}  // namespace tactus
