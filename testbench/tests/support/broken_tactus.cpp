#include <systemc>

#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/compare_command.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/cli/run_command.h"
#include "testbench/app/run/process_guard.h"
#include "testbench/tests/support/credit_dropping_router.h"

// `tactus` with machines that break the credit rule. Routers of `run`, and of the runs of a sweep, return no credits.
// The packet level of `compare` returns them a cycle late.
int sc_main(int argc, char* argv[]) {
  tactus::guard_process();
  return tactus::exit_status_of([&] {
    const auto command = tactus::parse_command_line({argv + 1, argv + argc});
    if (auto* run = dynamic_cast<tactus::RunCommand*>(command.get())) {
      run->fabric.parts.router = tactus::make_credit_dropping_router;
    }
    if (auto* compare = dynamic_cast<tactus::CompareCommand*>(command.get())) {
      ++compare->fabric.packet_timings.grant_to_credit;
    }
    return command->execute();
  });
}
