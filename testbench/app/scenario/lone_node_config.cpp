#include "testbench/app/scenario/lone_node_config.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/common/config_faults.h"
#include "testbench/app/scenario/nearest.h"
#include "testbench/app/scenario/value_codec.h"
#include "tlm_models/copies/ddtbench.h"
#include "tlm_models/copies/layout.h"
#include "tlm_models/copies/node_workload.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {
namespace {

NodeWorkloadConfig common_part(const LoneNodeConfig& node, const WorkloadConfig& workload) {
  NodeWorkloadConfig config;
  config.kind = workload.algorithm.name();
  config.processes = workload.ranks_per_node;
  config.warm_up = node.warm_up;
  config.repetitions = workload.repetitions;
  config.matrix = node.matrix;
  config.nas_class = node.nas_class;
  config.instructions_per_flop = node.instructions_per_flop;
  return config;
}

std::vector<DdtCase> cases_of(const std::string& pattern, std::uint64_t seed) {
  std::vector<DdtCase> cases = ddtbench_cases(seed);
  const auto other = [&](const DdtCase& each) { return each.pattern != pattern; };
  cases.erase(std::remove_if(cases.begin(), cases.end(), other), cases.end());
  return cases;
}

bool has_size(const DdtCase& ddt, const PatternSize& size) {
  return !size.one || ddt.size() == static_cast<std::int64_t>(size.one->count());
}

std::vector<std::string> pattern_names(std::uint64_t seed) {
  std::vector<std::string> names;
  for (const DdtCase& ddt : ddtbench_cases(seed)) {
    if (names.empty() || names.back() != ddt.pattern) names.push_back(ddt.pattern);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// Each datatype has been checked where it was read; what is left is that the two go together.
void check_datatypes(const NodeMessageConfig& message, ConfigFaults& faults) {
  for (const ConfigFault& fault : validate(*datatypes_of(message))) {
    faults.require(false, message.receive ? "lone_node.message.receive" : "lone_node.message.send", "{}",
                   fault.message);
  }
}

void check_pattern(const NodeMessageConfig& message, std::uint64_t seed, ConfigFaults& faults) {
  const std::vector<DdtCase> cases = cases_of(message.pattern, seed);
  if (cases.empty()) {
    const std::vector<std::string> names = pattern_names(seed);
    faults.require(false, "lone_node.message.pattern", "'{}' is not one of {}{}", message.pattern,
                   enumeration(names, "and"), did_you_mean(message.pattern, names));
    return;
  }
  const auto fits = [&](const DdtCase& ddt) { return has_size(ddt, message.size); };
  std::vector<std::string> sizes;
  for (const DdtCase& ddt : cases) sizes.push_back(fmt::format("{} B", ddt.size()));
  faults.require(std::any_of(cases.begin(), cases.end(), fits), "lone_node.message.size", "{} has {}, or all",
                 message.pattern, enumeration(sizes, "and"));
}

void check_message(const NodeMessageConfig& message, std::uint64_t seed, ConfigFaults& faults) {
  const bool pattern = !message.pattern.empty();
  if (message.send) {
    faults.require(!pattern, "lone_node.message.send", "contradicts message.pattern; give one of them");
  } else {
    faults.require(!message.receive, "lone_node.message.receive", "needs message.send");
    faults.require(pattern, "lone_node.message.pattern", "ping_pong on a node alone needs it, or message.send");
  }
  faults.require(pattern || !message.size.one, "lone_node.message.size",
                 "chooses among the sizes of a message.pattern");
  if (!faults.empty()) return;
  if (pattern) return check_pattern(message, seed, faults);
  check_datatypes(message, faults);
}

/// The member of a Scenario that gives a member of a NodeWorkloadConfig.
std::string scenario_member(const std::string& field) {
  if (field == "processes") return "workload.ranks_per_node";
  if (field == "repetitions") return "workload.repetitions";
  return "lone_node." + field;
}

}  // namespace

std::optional<TransferConfig> datatypes_of(const NodeMessageConfig& message) {
  if (!message.send) return std::nullopt;
  return TransferConfig{{*message.send, 1}, {message.receive.value_or(*message.send), 1}};
}

Bytes data_size(const NodeMessageConfig& message) {
  return Bytes{static_cast<std::uint64_t>(Layout(*message.send).size())};
}

bool runs_on_lone_node(const AlgorithmName& algorithm) {
  return PolicyName<NodeWorkloadKind>(algorithm.name()).exists();
}

bool needs_lone_node(const AlgorithmPolicy& algorithm) {
  return algorithm.make == nullptr && algorithm.make_pattern == nullptr;
}

std::vector<NodeCase> node_cases(const LoneNodeConfig& node, const WorkloadConfig& workload, std::uint64_t seed) {
  NodeWorkloadConfig config = common_part(node, workload);
  if (!policy(config.kind).message) return {{workload.algorithm.name(), config}};
  if (node.message.pattern.empty()) {
    config.message = *datatypes_of(node.message);
    return {{"datatypes", config}};
  }
  std::vector<NodeCase> cases;
  for (const DdtCase& ddt : cases_of(node.message.pattern, seed)) {
    if (!has_size(ddt, node.message.size)) continue;
    config.message = ddt.message;
    config.send_offset = ddt.send_offset;
    config.receive_offset = ddt.receive_offset;
    cases.push_back({ddt.pattern, config});
  }
  return cases;
}

std::vector<ConfigFault> validate(const LoneNodeConfig& node, const WorkloadConfig& workload, std::uint64_t seed) {
  ConfigFaults faults;
  faults.add("lone_node.cores", validate(node.cores));
  faults.add("lone_node.copy", validate(node.copy));
  faults.require(runs_on_lone_node(workload.algorithm), "workload.algorithm", "{}: a node alone runs {}",
                 workload.algorithm.name(), enumeration(Codec<PolicyName<NodeWorkloadKind>>::words(), "and"));
  if (!faults.empty()) return faults.take();
  NodeWorkloadConfig config = common_part(node, workload);
  config.message.send.datatype = config.message.receive.datatype = basic_type(BasicType::kByte);
  for (const ConfigFault& fault : validate(config, node.cores.threads())) {
    faults.require(false, scenario_member(fault.field), "{}", fault.message);
  }
  if (policy(config.kind).message) {
    ConfigFaults of_message;
    check_message(node.message, seed, of_message);
    faults.add(of_message.take());
  }
  return faults.take();
}

std::vector<ConfigFault> validate_cores_of_torus(const LoneNodeConfig& node, const WorkloadConfig& workload) {
  ConfigFaults faults;
  const std::vector<ConfigFault> of_cores = validate(node.cores);
  faults.add("lone_node.cores", of_cores);
  faults.add("lone_node.copy", validate(node.copy));
  faults.require(!of_cores.empty() || workload.ranks_per_node <= node.cores.threads(), "workload.ranks_per_node",
                 "{}: a node has {} hardware threads, one for each rank", workload.ranks_per_node,
                 node.cores.threads());
  const NodeMessageConfig& message = node.message;
  faults.require(message.send || !message.receive, "lone_node.message.receive", "needs message.send");
  if (!message.send) return faults.take();
  check_datatypes(message, faults);
  const Bytes size = data_size(message);
  faults.require(workload.message_size == size, "workload.message_size",
                 "{} B, but message.send has {} B of data; leave the size out", workload.message_size.count(),
                 size.count());
  return faults.take();
}

}  // namespace tactus
