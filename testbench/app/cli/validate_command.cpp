#include "testbench/app/cli/validate_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbench/app/cli/options.h"
#include "testbench/app/cli/terminal.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/validate/validation_report.h"

namespace tactus {
namespace {

/// One object per line, in an array: for line tools and for JSON readers.
std::string lines_of(const nlohmann::ordered_json& rows) {
  std::string text;
  for (const auto& row : rows) text += (text.empty() ? "[" : ",\n ") + row.dump();
  return text + "]\n";
}

}  // namespace

int validate_command(const ValidateOptions& options) {
  auto json = nlohmann::ordered_json::array();
  std::size_t chosen = 0;
  int status = kDone;
  for (const std::string& name : options.papers) {
    const auto read = read_paper(name);
    if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&read)) return refuse(*faults);
    const auto& paper = std::get<Paper>(read);
    ValidationOptions how;
    how.folder = options.out.value_or(std::filesystem::path("results") / "validate") / paper.name;
    how.full = options.full;
    how.only = options.only;
    how.jobs = options.jobs;
    how.terminal = progress_terminal();
    const auto validated = validate_paper(paper, how);
    if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&validated)) return refuse(*faults);
    const auto& rows = std::get<std::vector<ClaimRow>>(validated);
    chosen += rows.size();
    const auto misses = [](const ClaimRow& row) { return row.verdict == ClaimRow::Verdict::kDoesNotHold; };
    if (std::any_of(rows.begin(), rows.end(), misses)) status = kDoesNotHold;
    for (auto& row : validation_json(paper, rows)) json.push_back(std::move(row));
    if (!options.json && !rows.empty()) print_safely(stdout, "{}", validation_text(paper, rows));
  }
  if (chosen == 0) throw UsageError(fmt::format("--only {}: no claim has it in its text or source", options.only));
  if (options.json) print_safely(stdout, "{}", lines_of(json));
  return status;
}

}  // namespace tactus
