#include "testbench/app/cli/validate_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "testbench/app/cli/common_options.h"
#include "testbench/app/cli/options.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/validate/paper.h"

namespace tactus {
namespace {

/// The papers that the command line asks for. Throws UsageError.
std::vector<std::string> chosen_papers(const std::string& paper) {
  const std::vector<std::string> names = paper_names();
  if (paper.empty()) return names;
  const bool is_file = std::filesystem::path(paper).extension() == ".yaml";
  if (!is_file && std::find(names.begin(), names.end(), paper) == names.end()) {
    throw UsageError(
        fmt::format("no paper '{}' (there are: {}){}", paper, fmt::join(names, ", "), did_you_mean(paper, names)));
  }
  return {paper};
}

}  // namespace

Command add_validate_command(CommandParser& parser, ValidateArguments& arguments) {
  Command validate = parser.add("validate", "Run what a paper reports and compare, claim by claim");
  validate.option("PAPER", arguments.paper,
                  {fmt::format("One of {}, or a claims.yaml; without it all of them", fmt::join(paper_names(), ", "))});
  validate.flag("--full", arguments.full, "Also the claims that take long, up to hours");
  validate.option("--only", arguments.only, {"Only claims that have this in their text or their source", "TEXT"});
  validate.flag("--json", arguments.json, "Print one JSON object per claim instead of the table");
  validate.option("--out", arguments.out,
                  {"Folder of the runs, by default results/validate.\nThose that have their result in it are not run "
                   "again",
                   "DIR"});
  add_jobs_option(validate, arguments.jobs, "Runs, or threads of a claim,");
  return validate;
}

ValidateOptions to_validate_options(const ValidateArguments& arguments) {
  ValidateOptions options;
  options.papers = chosen_papers(arguments.paper);
  if (!arguments.out.empty()) options.out = arguments.out;
  options.only = arguments.only;
  options.jobs = to_jobs(arguments.jobs);
  options.full = arguments.full;
  options.json = arguments.json;
  return options;
}

}  // namespace tactus
