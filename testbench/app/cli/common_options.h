#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "testbench/app/cli/command_parser.h"

namespace tactus {

/// `--set KEY=VALUE`, any number of times; `help` says what for.
void add_set_option(Command& command, std::vector<std::string>& overrides, const std::string& help);

/// `--jobs N`: how many of `things` at the same time.
void add_jobs_option(Command& command, std::string& jobs, const std::string& things);
/// The value of `--jobs`; an empty text is one per core. Throws UsageError.
std::size_t to_jobs(const std::string& text);

}  // namespace tactus
