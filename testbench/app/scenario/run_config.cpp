#include "testbench/app/scenario/run_config.h"

#include <fmt/core.h>

namespace tactus {
namespace {

class Faults {
 public:
  void require(bool holds, const char* key, std::string message) {
    if (!holds) list_.push_back({key, std::move(message)});
  }
  std::vector<ConfigFault> take() { return std::move(list_); }

 private:
  std::vector<ConfigFault> list_;
};

}  // namespace

std::vector<ConfigFault> validate(const RunConfig& run, const MachineConfig& machine) {
  Faults faults;
  // Routers and NICs stand still for a few cycles before they move a flit, and the end is noticed within 64.
  faults.require(run.watchdog >= machine.clock * 128, "run.watchdog", "must be at least 128 clocks");
  faults.require(!run.max_time || *run.max_time >= machine.clock, "run.max_time", "must be at least one clock");
  faults.require(run.sample_interval >= machine.clock, "run.sample_interval", "must be at least one clock");
  const std::string empty_window = "recording would end before it begins (see from)";
  faults.require(!run.waves.to || *run.waves.to > run.waves.from, "waves.to", empty_window);
  faults.require(!run.trace.to || *run.trace.to > run.trace.from, "trace.to", empty_window);
  const TorusShape& torus = machine.torus;
  for (const Coordinate node : run.waves.nodes.list) {
    faults.require(node.x < torus.width && node.y < torus.height, "waves.nodes",
                   fmt::format("node [{}, {}] is outside the torus of {} x {} nodes (numbered from 0)", node.x, node.y,
                               torus.width, torus.height));
  }
  return faults.take();
}

}  // namespace tactus
