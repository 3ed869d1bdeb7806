#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/app/cli/command_parser.h"
#include "testbench/app/results/wave_trigger.h"
#include "testbench/app/scenario/run_config.h"

namespace tactus {

/// Texts of the options as the parser leaves them, not checked yet; empty: not given.
struct WavesArguments {
  std::string waves;
  std::string around;
  std::string before;
  std::string after;
  std::string memory;
};

/// Whether and around what a run records waves.
struct WavesOptions {
  bool on = false;
  std::optional<WaveFormat> format;   ///< if nothing: as the scenario says
  std::optional<WavesAround> around;  ///< if nothing: in the window that the scenario says
};

/// `--waves`, `--waves-around` and what goes with it.
void add_waves_options(CommandOptions& options, WavesArguments& arguments);
/// `overrides` are the texts behind `--set`. Throws UsageError with all that is wrong, a line each.
WavesOptions to_waves_options(const WavesArguments& arguments, const std::vector<std::string>& overrides);

}  // namespace tactus
