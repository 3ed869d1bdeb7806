#include "testbench/app/cli/terminal.h"

#include <fmt/core.h>

#include "testbench/app/files/printable.h"
#include "testbench/app/results/progress.h"

namespace tactus {

ExitStatus refuse(const std::vector<Diagnostic>& faults) {
  for (const Diagnostic& fault : faults) print_safely(stderr, "{}\n", format(fault));
  return kInputWrong;
}

std::FILE* progress_terminal(bool quiet) { return !quiet && is_terminal(stderr) ? stderr : nullptr; }

}  // namespace tactus
