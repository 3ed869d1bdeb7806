#include "testbench/app/cli/report_command.h"

#include <fmt/core.h>

#include <cstdio>

#include "testbench/app/cli/exit_status.h"
#include "testbench/app/report/report_page.h"
#include "testbench/app/report/unreadable_result.h"
#include "testbench/app/results/atomic_file.h"

namespace tactus {

int report_command(const ReportOptions& options) {
  std::string page;
  try {
    page = options.other ? report_page(options.folder, *options.other) : report_page(options.folder);
  } catch (const UnreadableResult& error) {
    fmt::print(stderr, "tactus: {}\n", error.what());
    return kInputWrong;
  }
  AtomicFile file(options.out);
  file.write(page);
  file.commit();
  fmt::print("{}\n", options.out.string());
  return kDone;
}

}  // namespace tactus
