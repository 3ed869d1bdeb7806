#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "hw/nic/injection_control.h"
#include "hw/nic/pacer_decisions.h"
#include "hw/router/route_function.h"
#include "testbench/app/kinds/torus/fabric_execution.h"
#include "testbench/app/kinds/torus/flow_execution.h"
#include "testbench/app/kinds/torus/torus_kind.h"
#include "testbench/app/results/attribution_file.h"
#include "testbench/app/results/operation_file.h"
#include "testbench/app/results/time_text.h"
#include "testbench/app/run/machine_kind.h"
#include "testbench/app/run/rtl_twins.h"
#include "testbench/app/run/run_files.h"
#include "testbench/app/run/software.h"
#include "testbench/app/scenario/value_codec.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/schedule.h"
#include "tlm_models/traffic/start_offset.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
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

/// Why a processor of a plug-in cannot have a rank with this program; empty if it can.
std::string fault_of_program(RankProgram& program, int rank) {
  while (const std::optional<Op> op = program.next_step(0)) {
    program.step_ended(*op);
    if (op->kind == OpKind::kCancel) return "cancels receives";
    if (op->kind == OpKind::kIrecv && op->grouped) return "receives from any rank, and its account knows no RX_MET";
    if (is_post(op->kind) && op->peer == rank) return "has a message to itself";
  }
  if (!program.ended()) return "goes on when messages are complete, which its account cannot follow";
  return {};
}

void check_processors(const Scenario& scenario, std::vector<KeyFault>& faults) {
  if (scenario.run.attribution.critical_path) {
    faults.push_back({"attribution.critical_path",
                      "needs processors of our own, whose programs say what a rank waits for: leave parts.processor "
                      "out, or run without the critical path (attribution.critical_path: false)"});
  }
  const Software software(scenario, scenario.machine.network.without_switches());
  const RankMap& map = software.map();
  for (int node = 0; node < scenario.machine.network.hosts(); ++node) {
    const PlacedPart* part = scenario.parts.processor.at(scenario.machine.network.coordinate(node));
    if (part == nullptr) continue;
    const int rank = map.rank(node, 0);
    const std::string fault = fault_of_program(*software.setup(rank).program, rank);
    if (fault.empty()) continue;
    return faults.push_back({"parts.processor", fmt::format("{}: a processor of a plug-in cannot have rank {}, whose "
                                                            "program {}: leave its node out",
                                                            part->name, map.name(rank), fault)});
  }
}

void check_parts(Level level, const Scenario& scenario, std::vector<KeyFault>& faults) {
  const PartsConfig& parts = scenario.parts;
  const auto refuse = [&](const auto& placed, const char* key, const char* why) {
    if (!placed.empty()) faults.push_back({key, why});
  };
  if (level == Level::kFlow) {
    const char* why = "the flow level has no parts in its nodes: use --level cycle, or --level packet";
    refuse(parts.router, "parts.router", why);
    refuse(parts.nic, "parts.nic", why);
    refuse(parts.memory, "parts.memory", why);
    refuse(parts.processor, "parts.processor", why);
    return;
  }
  if (!parts.processor.empty()) check_processors(scenario, faults);
  if (!scenario.run.attribution.enabled || (parts.router.empty() && parts.nic.empty())) return;
  faults.push_back(
      {"attribution.enabled",
       "needs routers and NICs of our own, whose rules say what a packet waits for: leave parts.router and "
       "parts.nic out, or use attribution.enabled: false"});
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
  if (!scenario.machine.faults.cables.empty()) {
    faults.push_back({"faults.cables", fmt::format("the flow level has no dead cables: {}", instead)});
  }
  if (!scenario.machine.faults.switches.empty()) {
    faults.push_back({"faults.switches", fmt::format("the flow level has no dead switches: {}", instead)});
  }
  if (!scenario.machine.faults.routers.empty()) {
    faults.push_back({"faults.routers", fmt::format("the flow level has no dead routers: {}", instead)});
  }
  if (!scenario.machine.faults.breaks.empty()) {
    faults.push_back({"faults.breaks", fmt::format("the flow level has no dead cables: {}", instead)});
  }
  if (scenario.machine.faults.interrupt_links()) {
    const char* key = scenario.machine.faults.outages.empty() ? "faults.bit_error_rate" : "faults.outages";
    faults.push_back({key, fmt::format("links of the flow level are never interrupted: {}", instead)});
  }
  if (scenario.machine.router.has_classes()) {
    faults.push_back({"classes", fmt::format("the flow level has no turns at outputs: {}", instead)});
  }
  if (!scenario.machine.link.overrides.empty() && !scenario.flow.of_machine()) {
    faults.push_back(
        {"link.overrides", fmt::format("the flow level has them on the machine's own network only: {}", instead)});
  }
  const RoutingName& routing = scenario.machine.router.routing;
  const bool of_torus = scenario.flow.topology == FlowTopologyKind::kTorus && scenario.flow.dimensions.sizes.empty();
  const bool other_ways =
      of_torus ? !policy(routing).flow_level : scenario.flow.of_graph && policy(routing).ways_differ();
  if (other_ways) {
    faults.push_back(
        {"router.routing", fmt::format("{}: routes that the flow level does not have: {}", routing.name(), instead)});
  }
  if (scenario.pacing.window != 0) {
    faults.push_back({"pacing.window", fmt::format("counts packets, which the flow level does not have: {}", instead)});
  }
  const PaceModeName& mode = scenario.pacing.mode;
  if (!policy(mode).flow_level) {
    faults.push_back({"pacing.mode", fmt::format("{}: follows packets, which the flow level does not have: {}",
                                                 mode.name(), instead)});
  }
  const ControlName& control = scenario.pacing.control.kind;
  if (policy(control).make != nullptr) {
    faults.push_back({"pacing.control", fmt::format("{}: holds packets, which the flow level does not have: {}",
                                                    control.name(), instead)});
  }
}

double in_seconds(const Scenario& scenario, Cycles cycles) {
  return static_cast<double>(cycles.count()) * scenario.machine.clock.picoseconds() * 1e-12;
}

/// All-to-all exchanges have messages within a node, one copy after the other.
void take_copies(const Scenario& scenario, LeastTime& longest) {
  const WorkloadConfig& workload = scenario.workload;
  const bool everybody = has_sequences(policy(workload.algorithm));
  if (!everybody || scenario.node.copies != CopiesKind::kRate) return;
  const double copies = workload.ranks_per_node - 1;
  longest.take("node.copy_latency", copies * seconds(workload.copy.latency));
  const auto bytes = static_cast<double>(workload.message_size.count());
  longest.take("node.copy_rate", copies * bytes / static_cast<double>(workload.copy.rate.count()));
}

/// Of all processors of ranks, that which computes longest.
Picoseconds longest_computing(const Schedule& schedule) {
  std::uint64_t longest = 0;
  for (int rank = 0; rank < schedule.ranks(); ++rank) {
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(schedule.program(rank).processors));
    for (const Operation& operation : schedule.program(rank).operations) {
      if (operation.kind == OperationKind::kCompute) sums[operation.processor] += operation.amount;
    }
    longest = std::max(longest, *std::max_element(sums.begin(), sums.end()));
  }
  return Picoseconds{longest};
}

void take_programs(const Scenario& scenario, LeastTime& longest) {
  const WorkloadConfig& workload = scenario.workload;
  const int ranks = scenario.ranks().ranks();
  const auto programs = Workload::make(workload, scenario.nodes(), scenario.seed, scenario.machine.nics());
  const double messages_each = static_cast<double>(programs->messages()) / ranks;  // of the busiest rank at the least
  const double call = in_seconds(scenario, workload.call_overhead + workload.return_overhead);
  longest.take(
      workload.call_overhead < workload.return_overhead ? "processor.return_overhead" : "processor.call_overhead",
      std::max(1.0, 2 * messages_each) * call);
  if (workload.ranks_per_node == 1 && scenario.node.kind == NodeKind::kPlain) {
    const auto bytes = static_cast<double>(programs->bytes().count());
    const double bytes_each = bytes / std::min(static_cast<double>(ranks), static_cast<double>(programs->messages()));
    const MachineConfig& machine = scenario.machine;
    longest.take("memory.bandwidth", bytes_each / static_cast<double>(machine.memory_bandwidth().count()));
    longest.take("nic.dma_rate", bytes_each / machine.nics() / static_cast<double>(machine.dma_rate().count()));
    // Each engine has so many reads under way at a time, and the last packet is written as well.
    const double packets_each = std::ceil(bytes_each / static_cast<double>(machine.max_payload().count()));
    const double rounds = std::ceil(packets_each / (machine.nics() * machine.nic.outstanding_reads));
    const double accesses = bytes > 0 ? rounds + 1 : 0;
    longest.take("memory.latency", accesses * seconds(machine.memory.latency));
  }
  take_copies(scenario, longest);
  longest.take("workload.combine_time", in_seconds(scenario, workload.combine_time));
  Cycles late;
  for (int processor = 0; processor < ranks && workload.imbalance > Cycles{0}; ++processor) {
    late = std::max(late, start_offset(workload.imbalance, scenario.seed, processor));
  }
  longest.take("workload.imbalance", in_seconds(scenario, late));
  for (const ReplayMessage& message : workload.messages) {
    longest.take("workload.messages", in_seconds(scenario, message.delay));
  }
  if (workload.schedule) longest.take("workload.schedule", seconds(longest_computing(*workload.schedule)));
  for (const JobConfig& job : workload.jobs) {
    const Picoseconds computing = job.program.schedule ? longest_computing(*job.program.schedule) : Picoseconds{0};
    if (job.enabled) longest.take("workload.jobs", in_seconds(scenario, job.start) + seconds(computing));
  }
}

}  // namespace

std::vector<KeyFault> fabric_level_faults(Level level, const Scenario& scenario) {
  std::vector<KeyFault> faults;
  if (level != Level::kPacket) check_cycle_nodes(scenario.cycle, faults);
  check_rtl(level, scenario, faults);
  check_parts(level, scenario, faults);
  if (level == Level::kFlow) {
    check_flow_level(scenario, faults);
    return faults;
  }
  if (level == Level::kPacket) check_packet_level(scenario.machine, faults);
  check_attribution(scenario, faults);
  if (!scenario.machine.network.is_graph()) check_network(scenario.flow, faults);
  check_unexpected(scenario, faults);
  return faults;
}

namespace {

std::unique_ptr<Execution> execution(const Scenario& scenario, const ExecutionOptions& options,
                                     TrafficObserver& observer) {
  if (options.level == Level::kFlow) return std::make_unique<FlowExecution>(scenario, options, observer);
  return std::make_unique<FabricExecution>(scenario, options, observer);
}

std::vector<std::string> files(const Scenario& scenario, Level level) {
  std::vector<std::string> names;
  if (level != Level::kFlow) names = {"links.csv", "vc_occupancy.csv"};
  if (level != Level::kFlow && scenario.run.trace.enabled) names.emplace_back("trace.json");
  if (scenario.run.attribution.enabled) names.emplace_back(kAttributionFile);
  if (has_message_file(scenario)) names.emplace_back("messages.csv");
  if (has_operation_file(scenario)) {
    names.emplace_back("operations.csv");
    names.emplace_back(kOperationArrays);
  }
  return names;
}

/// What the busiest rank's calls, reads from memory and computing take one after the other, or the measurement of an
/// open loop; `run.max_time` cuts it.
LeastTime least_time_of_fabric(const Scenario& scenario) {
  LeastTime least;
  least.take("link.cable_delay", in_seconds(scenario, scenario.machine.longest_link_delay()));
  if (is_open_loop(scenario.workload.algorithm)) {
    least.take("workload.measure", in_seconds(scenario, scenario.workload.warmup + scenario.workload.measure));
  } else {
    take_programs(scenario, least);
  }
  if (scenario.run.max_time) least.seconds = std::min(least.seconds, seconds(*scenario.run.max_time));
  return least;
}

std::string no_waves(const Scenario& scenario, Level level) {
  const Clock clock = scenario.machine.clock;
  if (scenario.has_cores() && clock.edge(Cycles{1}) >= WaveRecording::kLongestLane) {
    return fmt::format(
        "node.copies: cores: cores can be recorded beside cycles below 4.29 ms, and those of link.bandwidth "
        "take {:.2f} ms",
        clock.picoseconds() * 1e-9);
  }
  if (level == Level::kCycle) return {};
  const std::vector<Coordinate> pins = scenario.on_pins();
  if (level != Level::kPacket || pins.empty()) {
    return fmt::format("only the cycle level has signals: use --level cycle{}",
                       level == Level::kPacket ? ", or name nodes in cycle.nodes" : "");
  }
  if (scenario.run.waves.nodes.all) return {};  // that have signals
  for (const Coordinate node : scenario.run.waves.nodes.list) {
    if (std::find(pins.begin(), pins.end(), node) != pins.end()) continue;
    return fmt::format("node [{}] of waves.nodes is not on pins (cycle.nodes) and has no signals",
                       scenario.machine.network.joined(node, ", "));
  }
  return {};
}

}  // namespace

MachineKind fabric_kind(const char* name, const char* summary, decltype(MachineKind::level_faults) level_faults) {
  MachineKind kind;
  kind.name = name;
  kind.summary = summary;
  kind.level_faults = level_faults;
  kind.execution = execution;
  kind.files = files;
  kind.least_time = least_time_of_fabric;
  kind.no_waves = no_waves;
  kind.has_network = true;
  return kind;
}

namespace {

const Registered<MachineKindKind> kTorus{fabric_kind(
    kTorusName, "A torus or mesh runs at every level; level flow has other networks too.", fabric_level_faults)};

}  // namespace
}  // namespace tactus
