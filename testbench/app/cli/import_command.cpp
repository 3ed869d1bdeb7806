#include "testbench/app/cli/import_command.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/import/collective_expansion.h"
#include "testbench/app/import/goal_writer.h"
#include "testbench/app/import/import_summary.h"
#include "testbench/app/import/text_numbers.h"
#include "testbench/app/results/atomic_file.h"
#include "testbench/app/scenario/nearest.h"

namespace tactus {
namespace {

/// Formats that can be written.
constexpr char kGoalFormat[] = "goal";

double to_positive(const std::string& option, const std::string& text) {
  const auto value = parse_real(text);
  if (!value || !(*value > 0)) throw UsageError(fmt::format("{} {}: must be a number above 0", option, text));
  return *value;
}

}  // namespace

std::unique_ptr<Command> make_import_command() { return std::make_unique<ImportCommand>(); }

void ImportCommand::declare(CommandOptions& options) {
  options.option("FILE", file, {"Schedule or trace: a file, or a folder with a file for each rank"}, true);
  options.option("--to", to, {"Print it in this format: goal", "FORMAT"}, true);
  options.option("--format", format,
                 {"Format of the input; by default the one that its first bytes have: goal, goal_binary, simgrid_ti, "
                  "liballprof, dumpi or chakra",
                  "NAME"});
  options.option("-o,--out", out, {"Write to this file instead of the terminal", "FILE"});
  options.option("--flop-rate",
                 [this](const std::string& text) { settings.flop_rate = to_positive("--flop-rate", text); },
                 {"Rate of a rank in flop/s, for traces that count operations", "RATE"});
  options.option("--compute-scale",
                 [this](const std::string& text) { settings.compute_scale = to_positive("--compute-scale", text); },
                 {"Factor on all times of computing; by default 1", "FACTOR"});
}

void ImportCommand::check() {
  if (to != kGoalFormat) {
    throw UsageError(fmt::format("--to {}: must be goal{}", to, did_you_mean(to, {kGoalFormat})));
  }
  if (format.empty() || find_policy(ImporterKind::kName, format) != nullptr) return;
  std::vector<std::string> formats;
  for (const Policy* importer : policies_of(ImporterKind::kName)) formats.push_back(importer->name);
  throw UsageError(
      fmt::format("--format {}: must be {}{}", format, enumeration(formats, "or"), did_you_mean(format, formats)));
}

int ImportCommand::execute() {
  ImportedOperations operations;
  CollectiveExpansion methods;
  NotedCollectives expander(operations, &methods);
  ImportFaults faults;
  ImportLimits limits;
  limits.any_source = limits.any_tag = true;
  ImportTarget target(operations, expander, faults, limits, [&operations](int ranks) { operations.set_ranks(ranks); });
  const std::string read = import_schedule(file, format, settings, target);
  if (!faults.empty()) return refuse(faults.sorted());
  std::uint64_t rounded = 0;
  if (out) {
    AtomicFile result(*out);
    GoalWriter writer([&result](std::string_view text) { result.write(text); });
    writer.write(operations);
    result.commit();
    rounded = writer.rounded();
  } else {
    GoalWriter writer([](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
    writer.write(operations);
    rounded = writer.rounded();
  }
  print_safely(stderr, "{}", summary_text(target.summary(), read));
  if (rounded > 0) print_safely(stderr, "{} times of computing were rounded to whole nanoseconds\n", rounded);
  return kDone;
}

}  // namespace tactus
