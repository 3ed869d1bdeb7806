#include "testbench/app/cli/report_command.h"

#include <fmt/core.h>

#include <cstdio>

#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/report/report_page.h"
#include "testbench/app/results/atomic_file.h"
#include "testbench/app/results/result_folder.h"

namespace tactus {

std::unique_ptr<Command> make_report_command() { return std::make_unique<ReportCommand>(); }

void ReportCommand::declare(CommandOptions& options) {
  options.option("DIR", folder, {"Folder of a run, of a sweep, or of an exploration"}, true);
  options.option("DIR2", other, {"Folder of a run to put beside that of DIR"});
  options.option("-o,--out", out,
                 {fmt::format("The page, by default {} in the last of the folders", kReportFile), "FILE.html"});
}

void ReportCommand::check() {
  if (out.empty()) out = other.value_or(folder) / kReportFile;
  // A slip must not put a page in the place of a result.
  if (out.extension() != ".html") {
    throw UsageError(fmt::format("--out {}: the name of a page ends in .html", out.string()));
  }
}

int ReportCommand::execute() {
  const std::string page = other ? report_page(folder, *other) : report_page(folder);
  write_whole_file(out, page);
  print_safely(stdout, "{}\n", out.string());
  return kDone;
}

}  // namespace tactus
