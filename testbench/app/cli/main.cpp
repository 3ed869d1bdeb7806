#include <fmt/core.h>

#include <systemc>

#include "testbench/app/about/about.h"
#include "testbench/app/cli/compare_command.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/list_command.h"
#include "testbench/app/cli/options.h"
#include "testbench/app/cli/run_command.h"
#include "testbench/app/cli/sweep_command.h"
#include "testbench/app/cli/tune_command.h"
#include "testbench/app/cli/validate_command.h"

namespace {

struct Execute {
  int operator()(const tactus::RunOptions& options) const { return tactus::run_command(options); }
  int operator()(const tactus::SweepOptions& options) const { return tactus::sweep_command(options); }
  int operator()(const tactus::TuneOptions& options) const { return tactus::tune_command(options); }
  int operator()(const tactus::ValidateOptions& options) const { return tactus::validate_command(options); }
  int operator()(const tactus::CompareOptions& options) const { return tactus::compare_command(options); }
  int operator()(const tactus::ListOptions&) const { return tactus::list_command(); }
  int operator()(const tactus::ShowHelp& help) const {
    fmt::print("{}", help.text);
    return tactus::kDone;
  }
  int operator()(const tactus::ShowVersion&) const {
    fmt::print("tactus {}, {}\n", tactus::tactus_version(), sc_core::sc_version());
    return tactus::kDone;
  }
};

}  // namespace

int sc_main(int argc, char* argv[]) {
  try {
    return std::visit(Execute{}, tactus::parse_command_line({argv + 1, argv + argc}));
  } catch (const tactus::UsageError& error) {
    fmt::print(stderr, "tactus: {}\nTry --help.\n", error.what());
    return tactus::kInputWrong;
  } catch (const std::exception& error) {
    fmt::print(stderr, "tactus: {}\n", error.what());
    return tactus::kFailure;
  }
}
