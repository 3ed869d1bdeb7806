#include <fmt/core.h>

#include "testbench/app/scenario/numa_codecs.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/settle.h"

namespace tactus {
namespace {

constexpr char kNetworkKey[] = "network.kind";
constexpr char kNodeKey[] = "node.kind";
constexpr char kCopiesKey[] = "node.copies";
constexpr char kSendKey[] = "message.send";
constexpr char kSizeKey[] = "workload.message_size";

bool unreadable(const ScenarioSource& source) {
  const auto bad = [&](const char* key) { return source.bad.count(key) > 0; };
  return bad(kNetworkKey) || bad(kNodeKey) || bad(kCopiesKey);
}

/// What `machine` has in place of `owner`, as `choice_for` has named it.
std::string present_choice(const std::string& owner, const MachineKind& machine) {
  if (machine.network != NetworkKind::kTorus || owner.rfind(kNetworkKey, 0) == 0) {
    return Codec<NetworkKind>::show(machine.network);
  }
  return owner.rfind(kCopiesKey, 0) == 0 ? Codec<CopiesKind>::show(machine.copies)
                                         : Codec<NodeKind>::show(machine.node);
}

void check_keys(const ScenarioSource& source, const MachineKind& machine, DiagnosticList& diagnostics) {
  const bool rails = machine.network == NetworkKind::kRails;
  for (const auto& [number, entry] : source.entries.list()) {
    const KeySpec& key = scenario_keys()[static_cast<std::size_t>(number)];
    const std::string owner = choice_for(key.machines, machine);
    if (owner.empty()) continue;
    diagnostics.add(entry.key_place,
                    fmt::format("{} belongs to {}, not to {}", key.path, owner, present_choice(owner, machine)));
  }
  const Entry* node = source.entries.find(kNodeKey);
  if (rails && node != nullptr && source.scenario.node.kind == NodeKind::kPlain) {
    diagnostics.add(node->value.place, "node.kind: rails join NUMA nodes; leave the key out, or write numa");
  }
}

}  // namespace

Clock clock_of(const std::string& key, const Scenario& scenario) {
  const bool of_cores = key.compare(0, 9, "manycore.") == 0;
  const Clock clock = of_cores ? Clock{scenario.lone_node.cores.cycle} : scenario.machine.clock;
  return clock.attoseconds() > 0 ? clock : MachineConfig{}.clock;
}

void settle_link_rate(ScenarioSource& file, const ScenarioSource& options) {
  const bool clock = options.entries.find(kClockKey) != nullptr;
  const bool rate = options.entries.find(kLinkRateKey) != nullptr;
  if (clock == rate) return;
  file.entries.erase(find_key(clock ? kLinkRateKey : kClockKey));
}

void complete_link_rate(const ScenarioEntries& entries, MachineConfig& machine) {
  const bool clock = entries.find(kClockKey) != nullptr;
  const bool rate = entries.find(kLinkRateKey) != nullptr;
  if (clock && !rate && machine.clock.attoseconds() > 0) machine.link.bandwidth = machine.clock.rate_of(kFlitBytes);
  if (rate && !clock && machine.link.bandwidth.count() > 0) {
    machine.clock = Clock::moving(kFlitBytes, machine.link.bandwidth);
  }
}

void settle_message_size(const ScenarioSource& file, const ScenarioSource& options, ScenarioSource& whole) {
  Scenario& scenario = whole.scenario;
  if (!scenario.has_cores() || !scenario.lone_node.message.send || whole.bad.count(kSendKey) > 0) return;
  const bool in_options = options.entries.find(kSizeKey) != nullptr;
  const bool in_file = file.entries.find(kSizeKey) != nullptr && options.entries.find(kSendKey) == nullptr;
  if (in_options || in_file) return;
  scenario.workload.message_size = data_size(scenario.lone_node.message);
}

MachineKind settle_machine(ScenarioSource& file, const ScenarioSource& options, DiagnosticList& diagnostics) {
  const MachineKind in_file = machine_kind(file.scenario);
  if (unreadable(file) || unreadable(options)) return in_file;
  MachineKind machine = in_file;
  if (options.entries.find(kNetworkKey) != nullptr) machine.network = options.scenario.network.kind;
  if (options.entries.find(kNodeKey) != nullptr) machine.node = options.scenario.node.kind;
  if (options.entries.find(kCopiesKey) != nullptr) machine.copies = options.scenario.node.copies;
  check_keys(options, machine, diagnostics);
  check_keys(file, in_file, diagnostics);
  std::vector<int> idle;
  for (const auto& entry : file.entries.list()) {
    if (!scenario_keys()[static_cast<std::size_t>(entry.first)].belongs_to(machine)) idle.push_back(entry.first);
  }
  for (const int number : idle) file.entries.erase(number);
  if (machine.network == NetworkKind::kRails) machine.node = NodeKind::kNuma;
  if (machine.network == NetworkKind::kNone) machine.node = NodeKind::kPlain;
  if (machine.network != NetworkKind::kTorus) machine.copies = CopiesKind::kRate;
  return machine;
}

}  // namespace tactus
