#include "testbench/app/cli/explain_options.h"

#include <fmt/core.h>

#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/options.h"
#include "testbench/app/scenario/quantity.h"

namespace tactus {
namespace {

constexpr std::uint64_t kTries = 20;
constexpr std::uint64_t kMostTries = 1000;

std::uint64_t to_tries(const std::string& text) {
  if (text.empty()) return kTries;
  const Parsed<std::uint64_t> tries = parse_count(text);
  if (tries && *tries.value <= kMostTries) return *tries.value;
  throw UsageError(fmt::format("--tries {}: must be a number from 0 to {}", text, kMostTries));
}

}  // namespace

Command add_explain_command(CommandParser& parser, ExplainArguments& arguments) {
  Command explain = parser.add("explain", "Say why a run takes as long as it does, and try what may make it faster");
  explain.option("SCENARIO|DIR", arguments.subject,
                 {"Scenario file, which is run; or the result folder of a run with attribution.enabled"}, true);
  explain.option("--level", arguments.level, {"Level of the runs: cycle, packet or flow, by default packet", "LEVEL"});
  explain.option("--threads", arguments.threads, {kThreadsHelp, "N"});
  explain.option("--tries", arguments.tries,
                 {fmt::format("Suggestions that are run, at most; by default {}, 0 for none", kTries), "N"});
  add_set_option(explain, arguments.overrides, "As of run; may be repeated");
  explain.flag("--json", arguments.json, "Print one JSON object instead of the page");
  explain.flag("--quiet", arguments.quiet, "Print no progress");
  return explain;
}

ExplainOptions to_explain_options(const ExplainArguments& arguments) {
  ExplainOptions options;
  options.subject = arguments.subject;
  if (!arguments.level.empty()) options.level = to_level(arguments.level);
  options.threads = to_threads(arguments.threads, {options.level.value_or(Level::kPacket)});
  options.tries = to_tries(arguments.tries);
  options.overrides = arguments.overrides;
  options.json = arguments.json;
  options.quiet = arguments.quiet;
  return options;
}

}  // namespace tactus
