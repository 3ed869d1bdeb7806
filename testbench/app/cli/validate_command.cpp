#include "testbench/app/cli/validate_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/validate/paper.h"
#include "testbench/app/validate/validation.h"

namespace tactus {
namespace {

/// A file of claims may have any name; another paper has to be one that came with the program. Throws UsageError.
const std::string& checked_paper(const std::string& paper) {
  const std::vector<std::string> names = paper_names();
  const bool is_file = std::filesystem::path(paper).extension() == ".yaml";
  if (is_file || std::find(names.begin(), names.end(), paper) != names.end()) return paper;
  throw UsageError(
      fmt::format("no paper '{}' (there are: {}){}", paper, fmt::join(names, ", "), did_you_mean(paper, names)));
}

/// One object per line, in an array: for line tools and for JSON readers.
std::string lines_of(const nlohmann::ordered_json& rows) {
  std::string text;
  for (const auto& row : rows) text += (text.empty() ? "[" : ",\n ") + row.dump();
  return text + "]\n";
}

}  // namespace

std::unique_ptr<Command> make_validate_command() { return std::make_unique<ValidateCommand>(); }

void ValidateCommand::declare(CommandOptions& options) {
  options.option("PAPER", [this](const std::string& paper) { papers = {checked_paper(paper)}; },
                 {fmt::format("One of {}, or a claims.yaml; without it all of them", fmt::join(paper_names(), ", "))});
  options.flag("--full", full, "Also the claims that take long, up to hours");
  options.option("--only", only, {"Only claims that have this in their text or their source", "TEXT"});
  options.flag("--json", json, "Print one JSON object per claim instead of the table");
  options.option("--out", out,
                 {"Folder of the runs, by default results/validate.\nThose that have their result in it are not run "
                  "again",
                  "DIR"});
  add_jobs_option(options, jobs, "Runs, or threads of a claim,");
}

int ValidateCommand::execute() {
  auto objects = nlohmann::ordered_json::array();
  std::size_t chosen = 0;
  int status = kDone;
  for (const std::string& name : papers) {
    const auto read = read_paper(name);
    if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&read)) return refuse(*faults);
    const auto& paper = std::get<Paper>(read);
    ValidationOptions how;
    how.folder = out.value_or(std::filesystem::path("results") / "validate") / paper.name;
    how.full = full;
    how.only = only;
    how.jobs = jobs;
    how.terminal = progress_terminal();
    const auto validated = validate_paper(paper, how);
    if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&validated)) return refuse(*faults);
    const auto& rows = std::get<std::vector<ClaimRow>>(validated);
    chosen += rows.size();
    const auto misses = [](const ClaimRow& row) { return row.verdict == ClaimRow::Verdict::kDoesNotHold; };
    if (std::any_of(rows.begin(), rows.end(), misses)) status = kDoesNotHold;
    for (auto& row : validation_json(paper, rows)) objects.push_back(std::move(row));
    if (!json && !rows.empty()) print_safely(stdout, "{}", validation_text(paper, rows));
  }
  if (chosen == 0) throw UsageError(fmt::format("--only {}: no claim has it in its text or source", only));
  if (json) print_safely(stdout, "{}", lines_of(objects));
  return status;
}

}  // namespace tactus
