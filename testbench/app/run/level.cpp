#include "testbench/app/run/level.h"

#include <fmt/core.h>

#include "testbench/app/run/rtl_twins.h"
#include "testbench/app/scenario/scenario.h"
#include "testbench/app/scenario/value_codec.h"
#include "tlm_models/traffic/early_messages.h"

namespace tactus {

const char* to_string(Level level) {
  switch (level) {
    case Level::kCycle:
      return "cycle";
    case Level::kPacket:
      return "packet";
    case Level::kFlow:
      return "flow";
  }
  return "";
}

namespace {

void check_packet_level(const MachineConfig& machine, std::vector<KeyFault>& faults) {
  if (machine.router.switch_hold == SwitchHold::kFlit) {
    faults.push_back({"router.switch_hold",
                      "the packet level is exact only where a packet holds the switch until its tail has passed: use "
                      "switch_hold: packet, or --level cycle"});
  }
}

void check_cycle_nodes(const CycleConfig& cycle, std::vector<KeyFault>& faults) {
  if (cycle.nodes.empty()) return;
  faults.push_back({"cycle.nodes", "only the packet level has single nodes on pins: use --level packet"});
}

/// A NIC in RTL has few entries, with which most of the machines that it is for never need the bound: it is judged by
/// what happens.
void check_unexpected(const Scenario& scenario, std::vector<KeyFault>& faults) {
  if (!scenario.rtl.nics.empty()) return;
  const auto entries = static_cast<std::uint64_t>(scenario.machine.nic.unexpected_entries);
  if (entries == 0) return;
  const std::uint64_t early = early_messages(scenario.workload, scenario.machine);
  if (early <= entries) return;
  faults.push_back(
      {"nic.unexpected_entries",
       fmt::format("{}: up to {} messages of this workload may wait at a DMA engine for their receives: use "
                   "{}, or 0 for any number",
                   entries, early, early)});
}

/// Where there are packets, what they wait for is found from whole ones.
void check_attribution(const Scenario& scenario, std::vector<KeyFault>& faults) {
  if (!scenario.run.attribution.enabled || scenario.machine.router.switch_hold == SwitchHold::kPacket) return;
  faults.push_back({"attribution.enabled",
                    "needs a switch that is held per packet (see router.switch_hold): use switch_hold: packet, or "
                    "--level flow"});
}

/// Networks that only the flow level has.
void check_network(const FlowConfig& flow, std::vector<KeyFault>& faults) {
  const char* instead = "only the flow level has it: use --level flow";
  if (flow.topology != FlowTopologyKind::kTorus) {
    faults.push_back({"flow.topology", fmt::format("a {}: {}", Codec<FlowTopologyKind>::show(flow.topology), instead)});
    return;
  }
  if (!flow.dimensions.sizes.empty()) {
    faults.push_back({"flow.dimensions", fmt::format("another network than network.shape: {}", instead)});
  }
  if (!flow.bandwidth.rates.empty()) {
    faults.push_back({"flow.bandwidth", fmt::format("another bandwidth than link.bandwidth: {}", instead)});
  }
}

void check_rtl(Level level, const Scenario& scenario, std::vector<KeyFault>& faults) {
  const RtlConfig& rtl = scenario.rtl;
  const auto refuse = [&](const NodeSelection& nodes, const char* key, const std::string& why) {
    if (!nodes.empty()) faults.push_back({key, why});
  };
  if (level == Level::kFlow) {
    const std::string why = "the flow level has no pins that RTL could stand on: use --level cycle, or --level packet";
    refuse(rtl.routers, "rtl.routers", why);
    refuse(rtl.nics, "rtl.nics", why);
    return;
  }
  if (scenario.has_cores() && scenario.node.nic_gathers && !rtl.nics.empty()) {
    faults.push_back({"nic.gather", "true: NICs in RTL know no datatypes: leave rtl.nics out"});
  }
  if (rtl_twins() != nullptr) return;
  const char* without = "this program was built without RTL: start it as ./tactus, or build tactus_rtl";
  refuse(rtl.routers, "rtl.routers", without);
  refuse(rtl.nics, "rtl.nics", without);
}

void check_flow_level(const Scenario& scenario, std::vector<KeyFault>& faults) {
  const char* instead = "use --level packet, or --level cycle";
  if (scenario.node.kind == NodeKind::kNuma) {
    faults.push_back({"node.kind", fmt::format("numa: the flow level has no inside of nodes: {}", instead)});
  }
  if (scenario.has_cores()) {
    faults.push_back({"node.copies", fmt::format("cores: the flow level has no caches: {}", instead)});
  }
  if (is_open_loop(scenario.workload.algorithm)) {
    faults.push_back({"workload.algorithm", fmt::format("{} is an open loop of single packets, which the flow level "
                                                        "does not have: {}",
                                                        scenario.workload.algorithm.name(), instead)});
  }
  if (scenario.pacing.window != 0) {
    faults.push_back({"pacing.window", fmt::format("counts packets, which the flow level does not have: {}", instead)});
  }
  if (scenario.pacing.control.kind != ControlKind::kNone) {
    faults.push_back({"pacing.control", fmt::format("{}: holds packets, which the flow level does not have: {}",
                                                    Codec<ControlKind>::show(scenario.pacing.control.kind), instead)});
  }
}

}  // namespace

Level default_level(const Scenario& scenario) {
  return scenario.network.kind == NetworkKind::kRails ? Level::kPacket : Level::kCycle;
}

std::vector<KeyFault> level_faults(Level level, const Scenario& scenario) {
  std::vector<KeyFault> faults;
  if (scenario.network.kind == NetworkKind::kRails) {
    if (level != Level::kPacket) {
      faults.push_back({"network.kind", "rails: only the packet level has them: use --level packet"});
    }
    return faults;
  }
  if (scenario.is_lone_node()) {
    if (level == Level::kFlow) {
      faults.push_back({"network.kind",
                        "none: the flow level has links, and a node alone has none: use --level packet, "
                        "or --level cycle"});
    }
    return faults;
  }
  if (level != Level::kPacket) check_cycle_nodes(scenario.cycle, faults);
  check_rtl(level, scenario, faults);
  if (level == Level::kFlow) {
    check_flow_level(scenario, faults);
    return faults;
  }
  if (level == Level::kPacket) check_packet_level(scenario.machine, faults);
  check_attribution(scenario, faults);
  check_network(scenario.flow, faults);
  check_unexpected(scenario, faults);
  return faults;
}

}  // namespace tactus
