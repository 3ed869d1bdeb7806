#include <fmt/core.h>

#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/settle.h"

namespace tactus {
namespace {

constexpr char kNetworkKey[] = "network.kind";
constexpr char kNodeKey[] = "node.kind";

bool unreadable(const ScenarioSource& source) {
  return source.bad.count(kNetworkKey) > 0 || source.bad.count(kNodeKey) > 0;
}

void check_keys(const ScenarioSource& source, const MachineKind& machine, DiagnosticList& diagnostics) {
  const bool rails = machine.network == NetworkKind::kRails;
  for (const auto& [number, entry] : source.entries.list()) {
    const KeySpec& key = scenario_keys()[static_cast<std::size_t>(number)];
    const std::string owner = choice_for(key.machines, machine);
    if (owner.empty()) continue;
    const bool of_network = machine.network != NetworkKind::kTorus || owner.rfind(kNetworkKey, 0) == 0;
    diagnostics.add(entry.key_place, fmt::format("{} belongs to {}, not to {}", key.path, owner,
                                                 of_network ? Codec<NetworkKind>::show(machine.network)
                                                            : (machine.node == NodeKind::kNuma ? "numa" : "plain")));
  }
  const Entry* node = source.entries.find(kNodeKey);
  if (rails && node != nullptr && source.scenario.node.kind == NodeKind::kPlain) {
    diagnostics.add(node->value.place, "node.kind: rails join NUMA nodes; leave the key out, or write numa");
  }
}

}  // namespace

MachineKind settle_machine(ScenarioSource& file, const ScenarioSource& options, DiagnosticList& diagnostics) {
  const MachineKind in_file = machine_kind(file.scenario);
  if (unreadable(file) || unreadable(options)) return in_file;
  MachineKind machine = in_file;
  if (options.entries.find(kNetworkKey) != nullptr) machine.network = options.scenario.network.kind;
  if (options.entries.find(kNodeKey) != nullptr) machine.node = options.scenario.node.kind;
  check_keys(options, machine, diagnostics);
  check_keys(file, in_file, diagnostics);
  std::vector<int> idle;
  for (const auto& entry : file.entries.list()) {
    if (!scenario_keys()[static_cast<std::size_t>(entry.first)].belongs_to(machine)) idle.push_back(entry.first);
  }
  for (const int number : idle) file.entries.erase(number);
  if (machine.network == NetworkKind::kRails) machine.node = NodeKind::kNuma;
  if (machine.network == NetworkKind::kNone) machine.node = NodeKind::kPlain;
  return machine;
}

}  // namespace tactus
