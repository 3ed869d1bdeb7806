#include "testbench/app/scenario/rtl_config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "hw/nic/injection_control.h"
#include "hw/nic/pacer_decisions.h"
#include "rtl/twin/rtl_straps.h"
#include "rtl/twin/rtl_support.h"
#include "testbench/app/scenario/value_codec.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {
namespace {

/// Nodes of a network that may be RTL as a whole: a router of two dimensions and its NICs take 0.8 MB of memory.
constexpr int kMostNodes = 4096;

void check_selection(const NodeSelection& nodes, const char* member, const NetworkShape& network,
                     ConfigFaults& faults) {
  faults.require(!nodes.all || network.nodes() <= kMostNodes, member,
                 "all: in networks of up to {} nodes; of these {} name some, as in [[0, 0]]", kMostNodes,
                 network.nodes());
  check_nodes(nodes.list, member, network, faults);
}

void check_replacement(const RtlReplacement& replacement, const RtlConfig& rtl, ConfigFaults& faults) {
  const std::string part = Codec<RtlPart>::show(replacement.part);
  const bool of_nics = is_of_nics(replacement.part);
  faults.require(!(of_nics ? rtl.nics : rtl.routers).empty(), "replace",
                 "{}: no {} of this machine is RTL; name nodes in rtl.{}", part, of_nics ? "NIC" : "router",
                 of_nics ? "nics" : "routers");
  const bool decides = replacement.part == RtlPart::kPacer || replacement.part == RtlPart::kArbiter;
  faults.require(replacement.lockstep || decides, "replace",
                 "{}: lockstep: false is for pacer and arbiter; nothing else could say what a whole {} holds", part,
                 of_nics ? "NIC" : "router");
}

}  // namespace

void check_nodes(const std::vector<Coordinate>& nodes, const char* member, const NetworkShape& network,
                 ConfigFaults& faults) {
  for (auto node = nodes.begin(); node != nodes.end(); ++node) {
    faults.require(network.contains(*node), member, "node [{}] is outside the network of {} nodes (numbered from 0)",
                   network.joined(*node, ", "), network.text());
    faults.require(std::find(nodes.begin(), node, *node) == node, member, "node [{}] is given twice",
                   network.joined(*node, ", "));
  }
}

std::vector<ConfigFault> validate(const CycleConfig& cycle, const MachineConfig& machine) {
  ConfigFaults faults;
  check_nodes(cycle.nodes, "nodes", machine.network, faults);
  return faults.take();
}

const char* module_of(RtlPart part) {
  switch (part) {
    case RtlPart::kPacer:
      return "pacer";
    case RtlPart::kArbiter:
      return "output_arbiter";
    case RtlPart::kRouter:
      return "vc_router";
    case RtlPart::kNic:
      return "nic_top";
  }
  return "";
}

const RtlReplacement* with_model(const RtlConfig& rtl, RtlPart part) {
  const auto found = std::find_if(rtl.replace.begin(), rtl.replace.end(), [part](const RtlReplacement& replacement) {
    return replacement.part == part && !replacement.model.empty();
  });
  return found == rtl.replace.end() ? nullptr : &*found;
}

std::vector<ConfigFault> validate(const RtlConfig& rtl, const MachineConfig& machine) {
  ConfigFaults faults;
  check_selection(rtl.routers, "routers", machine.network, faults);
  check_selection(rtl.nics, "nics", machine.network, faults);
  for (const RtlReplacement& replacement : rtl.replace) check_replacement(replacement, rtl, faults);
  return faults.take();
}

std::vector<ConfigFault> rtl_faults(const RtlConfig& rtl, const MachineConfig& machine) {
  // What has something of somebody else's in it is Verilated for the machine.
  const auto source = [&rtl](bool of_nics) {
    const bool ours = std::none_of(rtl.replace.begin(), rtl.replace.end(),
                                   [of_nics](const RtlReplacement& r) { return is_of_nics(r.part) == of_nics; });
    return ours ? RtlSource::kProgram : RtlSource::kMachine;
  };
  std::vector<ConfigFault> faults;
  if (!rtl.routers.empty()) {
    // A user's arbiter that has a model decides by that; whether it can is a matter of `part_model_faults`.
    const bool has_model = with_model(rtl, RtlPart::kArbiter) != nullptr;
    faults = rtl_router_faults(has_model ? with_rtl_arbiter(machine) : machine, source(false));
    const bool replaced = std::any_of(rtl.replace.begin(), rtl.replace.end(),
                                      [](const RtlReplacement& each) { return each.part == RtlPart::kArbiter; });
    ConfigFaults of_arbiter;
    of_arbiter.require(!replaced || has_model || strap_of(machine.router.arbiter, kRtlOutputArbiters).has_value(),
                       "router.arbiter", "{}: an arbiter of yours (rtl.replace) decides by {}",
                       machine.router.arbiter.name(), fmt::join(kRtlOutputArbiters, " or "));
    for (ConfigFault& fault : of_arbiter.take()) faults.push_back(std::move(fault));
  }
  if (!rtl.nics.empty()) {
    for (ConfigFault& fault : rtl_nic_faults(machine, source(true))) faults.push_back(std::move(fault));
  }
  return faults;
}

std::vector<ConfigFault> rtl_message_faults(const WorkloadConfig& workload, const RtlConfig& rtl,
                                            const MachineConfig& machine) {
  if (rtl.nics.empty()) return {};
  const Bytes most = rtl_nic_longest_message(machine);
  ConfigFaults faults;
  const auto check = [&faults, most](const std::string& member, Bytes size) {
    faults.require(size <= most, member, "{} B: a NIC in RTL (rtl.nics) sends messages of at most {} B", size.count(),
                   most.count());
  };
  const AlgorithmPolicy& algorithm = policy(workload.algorithm);
  if (!algorithm.message_list && !algorithm.schedule && !algorithm.jobs) check("message_size", workload.message_size);
  for (std::size_t i = 0; i < workload.messages.size(); ++i) {
    if (workload.messages[i].bytes > most) check(fmt::format("messages[{}]", i), workload.messages[i].bytes);
  }
  for (std::size_t i = 0; i < workload.jobs.size(); ++i) {
    faults.add(fmt::format("jobs[{}]", i), rtl_message_faults(workload.jobs[i].program, rtl, machine));
  }
  return faults.take();
}

std::vector<ConfigFault> rtl_control_faults(const PacingConfig& pacing, const RtlConfig& rtl) {
  ConfigFaults faults;
  std::vector<std::string> modes;
  for (const PaceModePolicy* mode : all_policies<PaceModeKind>()) {
    if (mode->number) modes.push_back(mode->name);
  }
  const bool has_model = with_model(rtl, RtlPart::kPacer) != nullptr;
  faults.require(policy(pacing.mode).number || rtl.nics.empty() || has_model, "mode",
                 "{}: a NIC in RTL (rtl.nics) has {}", pacing.mode.name(), fmt::join(modes, ", "));
  const ControlPolicy& control = policy(pacing.control.kind);
  faults.require(control.make == nullptr || rtl.nics.empty(), "control.kind",
                 "{}: a NIC in RTL (rtl.nics) has no injection control", control.name);
  faults.require(!control.router_room || rtl.routers.empty(), "control.kind",
                 "{}: a router in RTL (rtl.routers) does not show its credits to the NIC", control.name);
  return faults.take();
}

}  // namespace tactus
