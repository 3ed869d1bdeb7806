#include "testbench/app/scenario/run_config.h"

#include "hw/common/config_faults.h"

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
  const TorusShape& torus = machine.torus;
  for (const Coordinate node : run.waves.nodes.list) {
    faults.require(node.x < torus.width && node.y < torus.height, "waves.nodes",
                   "node [{}, {}] is outside the torus of {} x {} nodes (numbered from 0)", node.x, node.y, torus.width,
                   torus.height);
  }
  return faults.take();
}

}  // namespace tactus
