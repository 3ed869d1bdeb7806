#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/app/cli/command_parser.h"
#include "testbench/app/run/level.h"
#include "testbench/app/sweep/sweep_plan.h"

namespace tactus {

/// The level of that name, which `option` was given. Throws UsageError.
Level to_level(const std::string& text, const std::string& option = "--level");

/// `--level LEVEL`
void add_level_option(CommandOptions& options, std::optional<Level>& level, const std::string& help);

/// `--threads N`, which is refused unless the packet level is among `levels()`, as told by the options before.
void add_threads_option(CommandOptions& options, int& threads, std::function<std::vector<Level>()> levels);

/// `--set KEY=VALUE`, any number of times; `help` says what for.
void add_set_option(CommandOptions& options, std::vector<std::string>& overrides, const std::string& help);

/// `--plugin FILE`, any number of times. A plug-in is loaded as soon as its option is read, and stays. Throws
/// UsageError.
void add_plugin_option(CommandOptions& options);
/// Loads the plug-in that `--plugin` names. Throws UsageError.
void load_or_refuse(const std::string& plugin);

/// Folder of our RTL, which `command` needs. Throws std::runtime_error if the program is installed.
std::filesystem::path rtl_folder(const std::string& command);

/// `--jobs N`: how many of `things` at the same time.
void add_jobs_option(CommandOptions& options, std::size_t& jobs, const std::string& things);

/// `--shard I/N`: every N-th of `things` of a `whole`, which a later run of the same `whole` gathers.
void add_shard_option(CommandOptions& options, std::optional<SweepShard>& shard, const std::string& things,
                      const std::string& whole);

}  // namespace tactus
