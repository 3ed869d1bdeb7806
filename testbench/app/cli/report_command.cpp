#include "testbench/app/cli/report_command.h"

#include <fmt/core.h>

#include <cstdio>

#include "testbench/app/cli/exit_status.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/report/report_page.h"
#include "testbench/app/results/atomic_file.h"

namespace tactus {

int report_command(const ReportOptions& options) {
  const std::string page = options.other ? report_page(options.folder, *options.other) : report_page(options.folder);
  AtomicFile file(options.out);
  file.write(page);
  file.commit();
  print_safely(stdout, "{}\n", options.out.string());
  return kDone;
}

}  // namespace tactus
