#include <fmt/core.h>

#include <cstdio>
#include <new>
#include <system_error>
#include <systemc>

#include "testbench/app/about/about.h"
#include "testbench/app/cli/compare_command.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/explain_command.h"
#include "testbench/app/cli/list_command.h"
#include "testbench/app/cli/options.h"
#include "testbench/app/cli/report_command.h"
#include "testbench/app/cli/run_command.h"
#include "testbench/app/cli/sweep_command.h"
#include "testbench/app/cli/tune_command.h"
#include "testbench/app/cli/validate_command.h"
#include "testbench/app/files/printable.h"
#include "testbench/app/results/unreadable_result.h"
#include "testbench/app/run/process_guard.h"
#include "testbench/app/run/signal_watch.h"

namespace {

struct Execute {
  int operator()(const tactus::RunOptions& options) const { return tactus::run_command(options); }
  int operator()(const tactus::SweepOptions& options) const { return tactus::sweep_command(options); }
  int operator()(const tactus::TuneOptions& options) const { return tactus::tune_command(options); }
  int operator()(const tactus::ValidateOptions& options) const { return tactus::validate_command(options); }
  int operator()(const tactus::CompareOptions& options) const { return tactus::compare_command(options); }
  int operator()(const tactus::ExplainOptions& options) const { return tactus::explain_command(options); }
  int operator()(const tactus::ReportOptions& options) const { return tactus::report_command(options); }
  int operator()(const tactus::ListOptions&) const { return tactus::list_command(); }
  int operator()(const tactus::ShowHelp& help) const {
    tactus::print_safely(stdout, "{}", help.text);
    return tactus::kDone;
  }
  int operator()(const tactus::ShowVersion&) const {
    tactus::print_safely(stdout, "tactus {}, {}\n", tactus::tactus_version(), sc_core::sc_version());
    return tactus::kDone;
  }
};

int execute(const std::vector<std::string>& arguments) {
  try {
    return std::visit(Execute{}, tactus::parse_command_line(arguments));
  } catch (const tactus::UsageError& error) {
    tactus::print_safely(stderr, "tactus: {}\nTry --help.\n", error.what());
    return tactus::kInputWrong;
  } catch (const tactus::Interrupted& interrupted) {
    tactus::print_safely(stderr, "tactus: {}\n", interrupted.what());
    return interrupted.exit_status();
  } catch (const std::bad_alloc&) {
    tactus::print_safely(stderr, "tactus: {}\n", tactus::out_of_memory_text());
    return tactus::kFailure;
  } catch (const tactus::UnreadableResult& error) {
    tactus::print_safely(stderr, "tactus: {}\n", error.what());
    return tactus::kInputWrong;
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) == 0) tactus::print_safely(stderr, "tactus: {}\n", tactus::refusal_text(error));
    return tactus::kFailure;
  } catch (const std::exception& error) {
    // That standard output could not be written is told once, below.
    if (std::ferror(stdout) == 0) tactus::print_safely(stderr, "tactus: {}\n", error.what());
    return tactus::kFailure;
  }
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  tactus::guard_process();
  const int status = execute({argv + 1, argv + argc});
  const std::string lost = tactus::lost_output();
  if (lost.empty()) return status;
  tactus::print_safely(stderr, "tactus: standard output: {}\n", lost);
  return status == tactus::kDone ? tactus::kFailure : status;
}
