#include "testbench/app/scenario/run_config.h"

#include <algorithm>

#include "testbench/app/files/printable.h"
#include "testbench/app/scenario/rtl_config.h"

namespace tactus {

std::vector<ConfigFault> validate(const RunConfig& run, const MachineConfig& machine) {
  ConfigFaults faults;
  // Routers and NICs stand still for a few cycles before they move a flit, and the end is noticed within 64.
  faults.require(run.watchdog >= machine.clock.edge(Cycles{128}), "watchdog", "must be at least 128 clocks");
  faults.require(!run.max_time || *run.max_time >= machine.clock.edge(Cycles{1}), "max_time",
                 "must be at least one clock");
  faults.require(run.sample_interval >= machine.clock.edge(Cycles{1}), "sample_interval", "must be at least one clock");
  constexpr char kEmptyWindow[] = "recording would end before it begins (see from)";
  faults.require(!run.waves.to || *run.waves.to > run.waves.from, "waves.to", kEmptyWindow);
  faults.require(!run.trace.to || *run.trace.to > run.trace.from, "trace.to", kEmptyWindow);
  faults.require(!run.attribution.critical_path || run.attribution.enabled, "attribution.critical_path",
                 "needs attribution.enabled");
  check_nodes(run.waves.nodes.list, "waves.nodes", machine.network, faults);
  return faults.take();
}

std::vector<ConfigFault> validate_name(const std::string& name) {
  constexpr std::size_t kLongest = 200;  // file systems allow 255, and some names get an ending
  ConfigFaults faults;
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  const bool plain = name.find('/') == std::string::npos && std::none_of(name.begin(), name.end(), control);
  faults.require(is_utf8(name), "name", "the name of the file, which names the run, is not UTF-8: give a name");
  faults.require(plain && !name.empty() && name != "." && name != ".." && name.size() <= kLongest, "name",
                 "results go to a folder of this name: 1 to {} bytes without '/' and line ends, not '.' and not '..'",
                 kLongest);
  return faults.take();
}

}  // namespace tactus
