#include "testbench/app/scenario/run_config.h"

#include "testbench/app/scenario/node_selection.h"

namespace tactus {

std::vector<ConfigFault> validate(const RunConfig& run, const MachineConfig& machine) {
  ConfigFaults faults;
  // Routers and NICs stand still for a few cycles before they move a flit, and the end is noticed within 64.
  faults.require(run.watchdog >= machine.clock * 128, "watchdog", "must be at least 128 clocks");
  faults.require(!run.max_time || *run.max_time >= machine.clock, "max_time", "must be at least one clock");
  faults.require(run.sample_interval >= machine.clock, "sample_interval", "must be at least one clock");
  constexpr char kEmptyWindow[] = "recording would end before it begins (see from)";
  faults.require(!run.waves.to || *run.waves.to > run.waves.from, "waves.to", kEmptyWindow);
  faults.require(!run.trace.to || *run.trace.to > run.trace.from, "trace.to", kEmptyWindow);
  check_nodes(run.waves.nodes.list, "waves.nodes", machine.torus, faults);
  return faults.take();
}

}  // namespace tactus
