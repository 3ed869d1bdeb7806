#include <systemc>

#include "testbench/app/cli/commands.h"
#include "testbench/app/cli/exit_status.h"
#include "testbench/app/run/process_guard.h"

int sc_main(int argc, char* argv[]) {
  tactus::guard_process();
  return tactus::exit_status_of([&] { return tactus::parse_command_line({argv + 1, argv + argc})->execute(); });
}
