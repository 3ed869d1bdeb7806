#include "testbench/app/cli/report_options.h"

#include <fmt/core.h>

#include "testbench/app/cli/usage_error.h"
#include "testbench/app/results/result_folder.h"

namespace tactus {

Command add_report_command(CommandParser& parser, ReportArguments& arguments) {
  Command report = parser.add("report", "Make a page of results, to be looked at in a browser");
  report.option("DIR", arguments.folder, {"Folder of a run, or of a sweep"}, true);
  report.option("DIR2", arguments.other, {"Folder of a run to put beside that of DIR"});
  report.option("-o,--out", arguments.out,
                {fmt::format("The page, by default {} in the last of the folders", kReportFile), "FILE.html"});
  return report;
}

ReportOptions to_report_options(const ReportArguments& arguments) {
  ReportOptions options;
  options.folder = arguments.folder;
  if (!arguments.other.empty()) options.other = arguments.other;
  options.out = arguments.out.empty() ? options.other.value_or(options.folder) / kReportFile
                                      : std::filesystem::path(arguments.out);
  // A slip must not put a page in the place of a result.
  if (options.out.extension() != ".html") {
    throw UsageError(fmt::format("--out {}: the name of a page ends in .html", arguments.out));
  }
  return options;
}

}  // namespace tactus
