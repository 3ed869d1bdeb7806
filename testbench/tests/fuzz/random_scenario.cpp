#include "testbench/tests/fuzz/random_scenario.h"

#include <algorithm>
#include <array>
#include <optional>

#include "hw/nic/pacing_settings.h"
#include "hw/router/route_function.h"
#include "testbench/app/kinds/torus/route_check.h"
#include "testbench/app/run/level.h"
#include "testbench/parts/dice.h"
#include "testbench/parts/random_links.h"
#include "testbench/tests/fuzz/random_parts.h"
#include "testbench/tests/support/policies.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {
namespace {

template <class Values>
auto one_of(Dice& dice, const Values& values) {
  return values[static_cast<std::size_t>(dice.below(static_cast<int>(values.size())))];
}

std::uint64_t count(int value) { return static_cast<std::uint64_t>(value); }

void fill_link(Dice& dice, MachineConfig& machine) {
  // Periods at which a flit per clock is a whole rate; a quarter of 10 ps is no whole time.
  const std::array<int, 8> periods = {4000, 4000, 4000, 2000, 1000, 3200, 10, 4};
  const int clock = one_of(dice, periods);
  machine.clock = Clock{Picoseconds{count(clock)}};
  machine.link.bandwidth = machine.clock.rate_of(kFlitBytes);
  const int delay = (dice.chance(25) ? dice.between(1, 3) : dice.between(1, 40)) * clock;
  machine.link.switch_delay = Picoseconds{count(dice.below(delay))};
  const Picoseconds shortest = Picoseconds{count(delay)} - machine.link.switch_delay;
  machine.link.cable_delay = shortest;
  if (dice.chance(70)) return;
  DimensionList<Picoseconds> by_dimension;
  for (int d = 0; d < machine.network.dimensions(); ++d) {
    by_dimension.push_back(shortest + machine.clock.edge(Cycles{count(dice.below(30))}));
  }
  machine.link.cable_delay = by_dimension;
}

/// One packet exactly, or up to eight and not necessarily whole ones.
Bytes random_buffer(Dice& dice, const MachineConfig& machine) {
  const int packet = machine.max_packet_flits();
  const int flits = dice.chance(35) ? packet : dice.between(packet, 8 * packet);
  return Bytes{count(flits) * kFlitBytes.count()};
}

void fill_nic(Dice& dice, MachineConfig& machine, bool long_packets) {
  const std::array<int, 6> mtus = {48, 64, 128, 512, 2048, 0};
  const std::array<int, 4> long_mtus = {4096, 9216, 16'368, 0};
  const int mtu = long_packets ? one_of(dice, long_mtus) : one_of(dice, mtus);
  const auto any = [&] { return long_packets ? dice.between(129, 1023) : dice.between(3, 128); };
  machine.nic.mtu = Bytes{count(mtu != 0 ? mtu : any() * 16)};
  machine.nic.packet_buffers = dice.between(1, 4);
  machine.nic.receive_buffer = random_buffer(dice, machine);
}

/// Bytes per second: `eighths` eighths of a link's.
BytesPerSecond share_of_link(const MachineConfig& machine, int eighths) {
  return BytesPerSecond{machine.link.bandwidth.count() / 8 * count(eighths)};
}

void fill_memory(Dice& dice, MachineConfig& machine) {
  const auto rate = [&] { return share_of_link(machine, dice.chance(30) ? dice.between(1, 8) : dice.between(8, 80)); };
  machine.nic.dma_rate = rate();
  machine.memory.bandwidth = rate();
  if (dice.chance(50)) {
    machine.memory.latency = machine.clock.edge(Cycles{count(dice.below(300))}) + Picoseconds{count(dice.below(3))};
  }
}

/// The name of a policy other than `usual`; modes of phases are drawn apart.
template <class Kind>
PolicyName<Kind> other_policy(Dice& dice, const PolicyName<Kind>& usual) {
  std::vector<PolicyName<Kind>> names = test::policy_names<Kind>();
  const auto is_out = [&usual](const PolicyName<Kind>& name) {
    if constexpr (std::is_same_v<Kind, PaceModeKind>) {
      if (policy(name).phases) return true;
    }
    return name == usual;
  };
  names.erase(std::remove_if(names.begin(), names.end(), is_out), names.end());
  return one_of(dice, names);
}

/// A number from `least` to `most` at which a policy is likely to act: mostly a small one.
std::int64_t setting_between(Dice& dice, std::int64_t least, std::int64_t most) {
  const int span = static_cast<int>(std::min<std::int64_t>(most - least, 4096));
  return least + dice.below(span <= 32 ? span + 1 : std::min(span, 1 << dice.between(1, 12)) + 1);
}

void fill_numbers(Dice& dice, const NumberKey& key, Numbers& numbers) {
  numbers[key.name] = key.least + (key.most - key.least) * dice.below(101) / 100;
}

PacingConfig random_pacing(Dice& dice) {
  PacingConfig pacing;
  pacing.mode = dice.chance(40) ? PaceModeName("off") : other_policy<PaceModeKind>(dice, "off");
  const PaceModePolicy& mode = policy(pacing.mode);
  if (mode.reads_gap) pacing.gap = PacketEighths{dice.chance(80) ? dice.between(0, 32) : dice.below(200)};
  if (mode.reads_bias) pacing.bias = PacketEighths{dice.between(-24, 40)};
  for (const NumberKey& key : mode.keys) fill_numbers(dice, key, pacing.numbers);
  return pacing;
}

/// One bias for each sequence instead of one for all.
void vary_bias(Dice& dice, Scenario& scenario) {
  const int sequences = sequence_count(scenario.workload, scenario.ranks());
  if (!policy(scenario.pacing.mode).reads_bias || sequences == 0 || dice.chance(50)) return;
  scenario.pacing.bias = {};
  for (int i = 0; i < sequences; ++i) {
    scenario.workload.sequence_bias.emplace_back(dice.between(-24, 40));
  }
}

/// An injection control in half the cases, with settings that hold packets back often.
void vary_control(Dice& dice, Scenario& scenario) {
  if (dice.chance(50) && validate(scenario.pacing).empty()) return;
  Dice own(dice.bits());  // the other draws do not depend on which controls there are
  PacingConfig pacing;
  do {
    pacing = scenario.pacing;
    ControlConfig& control = pacing.control;
    control.kind = other_policy<ControlKind>(own, "none");
    const ControlPolicy& chosen = policy(control.kind);
    for_registers(chosen.keys,
                  [&](const auto& key) { key.set(control, setting_between(own, key.lowest(), key.highest())); });
    for (const AnyControlKey& key : chosen.keys) {
      if (const auto* number = std::get_if<NumberKey>(&key)) fill_numbers(own, *number, control.numbers);
    }
  } while (!validate(pacing).empty());
  scenario.pacing = pacing;
}

/// Events of a recording of `period`, in cycles of `clock`, which leave the processor most of the time.
std::vector<NoiseEvent> random_recording(Dice& dice, Picoseconds period) {
  const int events = dice.between(1, 5);
  const Picoseconds share{period.count() / count(events)};
  std::vector<NoiseEvent> recording;
  for (int i = 0; i < events; ++i) {
    const std::uint64_t half = share.count() / 2;
    recording.push_back({share * count(i) + Picoseconds{dice.bits() % half}, Picoseconds{1 + dice.bits() % half}});
  }
  return recording;
}

/// Noise of every kind, some of it so dense that calls and events meet all the time; on all nodes or one.
void vary_noise(Dice& dice, Scenario& scenario) {
  if (is_open_loop(scenario.workload.algorithm) || dice.chance(70)) return;
  NoiseConfig& noise = scenario.noise.events;
  noise.kind = static_cast<NoiseKind>(dice.between(1, 3));
  const int cycles = dice.chance(50) ? dice.between(20, 500) : dice.between(500, 20'000);
  noise.period = scenario.machine.clock.edge(Cycles{count(cycles)}) + Picoseconds{count(dice.below(3))};
  noise.length = Picoseconds{1 + dice.bits() % (noise.period.count() / 2)};
  if (noise.kind == NoiseKind::kPoisson) noise.distribution = static_cast<NoiseLength>(dice.below(2));
  if (noise.kind == NoiseKind::kTrace) {
    noise.length = NoiseConfig{}.length;
    noise.trace = random_recording(dice, noise.period);
    scenario.noise_file = scenario.name + "_noise.txt";
  }
  if (dice.chance(25)) scenario.noise.nodes = {dice.below(scenario.machine.network.hosts())};
}

/// Several reads of an engine under way at a time, of a memory that is worth it or not.
void vary_reads(Dice& dice, Scenario& scenario) {
  if (dice.chance(50)) return;
  scenario.machine.nic.outstanding_reads = dice.chance(80) ? dice.between(2, 4) : dice.between(5, 16);
  if (dice.chance(50)) scenario.machine.nic.packet_buffers = dice.between(2, 8);
  NicConfig& nic = scenario.machine.nic;
  nic.packet_buffers = std::max(nic.packet_buffers, nic.outstanding_reads);  // others have no effect
}

/// More ranks per node than an engine has slots, on small machines.
void crowd(Dice& dice, Scenario& scenario) {
  if (scenario.has_cores()) return;
  if (const std::optional<WorkloadConfig> workload = crowded_workload(dice, scenario.machine)) {
    scenario.workload = *workload;
    scenario.pacing.window = 0;
  }
}

/// Leaves out pacing that has no effect in an open loop, where scenario files must not have it.
void leave_out_idle(Scenario& scenario) {
  if (!is_open_loop(scenario.workload.algorithm)) return;
  PacingConfig kept;
  if (policy(scenario.pacing.control.kind).single_packets) kept.control = scenario.pacing.control;
  scenario.pacing = kept;
}

/// Nodes on pins in half the cases: one, some anywhere, some in one piece, all but one, or all.
void choose_island(Dice& dice, Scenario& scenario) {
  if (dice.chance(50)) return;
  const NetworkShape& torus = scenario.machine.network;
  const int kind = dice.below(5);
  const int share = dice.between(10, 90);
  const Coordinate corner = torus.coordinate(dice.below(torus.nodes()));
  const int size = dice.between(1, 3);
  for (int node = 0; node < torus.nodes(); ++node) {
    const Coordinate at = torus.coordinate(node);
    const bool is_corner = at == corner;
    const Coordinate from_corner = torus.wrapped(at, -corner);
    const bool in_piece = *std::max_element(from_corner.at.begin(), from_corner.at.end()) < size;
    const std::array<bool, 5> chosen = {is_corner, dice.chance(share), in_piece, !is_corner, true};
    if (chosen[static_cast<std::size_t>(kind)]) scenario.cycle.nodes.push_back(at);
  }
}

/// A link rate whose clock is no whole number of picoseconds.
void vary_clock(Dice& dice, MachineConfig& machine) {
  if (!dice.chance(30)) return;
  machine.clock = Clock::of_attoseconds(machine.clock.attoseconds() + dice.bits() % 1'000'000);
  machine.link.bandwidth = machine.clock.rate_of(kFlitBytes);
}

/// More VCs than any dateline needs, if the machine can have them.
void vary_channels(Dice& dice, Scenario& scenario) {
  if (dice.chance(80)) return;
  const int before = scenario.machine.router.virtual_channels;
  scenario.machine.router.virtual_channels = dice.between(5, kMaxVirtualChannels);
  if (!is_executable(scenario)) scenario.machine.router.virtual_channels = before;
}

}  // namespace

namespace {

/// What a machine is beyond that of the papers' size.
struct Beyond {
  bool dimensions = false;
  bool packets = false;
};

void congest(Scenario& scenario) {
  MachineConfig& machine = scenario.machine;
  const Bytes packet = kFlitBytes * static_cast<std::uint64_t>(machine.max_packet_flits());
  machine.router.vc_buffer = machine.counts_packets() ? packet * 2 : packet;
  machine.nic.receive_buffer = packet;
  WorkloadConfig& workload = scenario.workload;
  workload.call_overhead = Cycles{1};
  workload.imbalance = Cycles{0};
  if (is_open_loop(workload.algorithm)) workload.load = std::max(workload.load, 0.8);
  scenario.pacing.mode = "off";
  if (workload.phased) workload.sequences.clear();  // numbers of its own sequences
  workload.phased = nullptr;
  scenario.pacing.numbers.clear();
  scenario.pacing.gap = {};
  scenario.pacing.bias = {};
  workload.sequence_bias.clear();
  scenario.noise = {};
  scenario.noise_file.clear();
  for (JobConfig& job : workload.jobs) {
    job.start = Cycles{0};
    job.enabled = true;
  }
  // All at once, and most of them to one rank.
  for (ReplayMessage& message : workload.messages) {
    message.delay = Cycles{0};
    message.order = 0;
    message.wait_for.clear();
    if (message.source > 1) message.destination = 0;
  }
}

/// A third of the machines have links unlike the others, a quarter links that are interrupted. From a copy of the dice:
/// other draws are as without.
void vary_links_of(Dice dice, MachineConfig& machine) {
  const auto place = [&] { return machine.network.coordinate(dice.below(machine.network.nodes())); };
  if (dice.chance(35)) vary_links(dice, machine, 4, 16, place);
  if (dice.chance(25)) interrupt_links(dice, machine, place);
  break_cables(dice, machine);
  break_switches(dice, machine);
}

Scenario drawn(std::uint64_t seed, Dice& dice, Beyond beyond) {
  Scenario scenario;
  scenario.name = "case_" + std::to_string(seed);
  scenario.seed = dice.bits() % 1'000'000;
  MachineConfig& machine = scenario.machine;
  beyond.dimensions ? choose_wide_shape(dice, machine) : choose_shape(dice, machine);
  // From a copy of the dice, as all that has come later.
  if (Dice own = dice; !beyond.dimensions && own.chance(15)) choose_graph(own, scenario);
  fill_link(dice, machine);
  fill_nic(dice, machine, beyond.packets);
  fill_memory(dice, machine);
  machine.router.vc_buffer = random_buffer(dice, machine);
  fill_router(dice, machine);
  vary_flow_control(dice, machine);
  if (machine.router.table) scenario.table_file = scenario.name + "_routes.txt";
  scenario.pacing = random_pacing(dice);
  scenario.workload = random_workload(dice, machine);
  vary_bias(dice, scenario);
  vary_window(dice, scenario);
  if (dice.chance(10)) {
    scenario.run.max_time =
        machine.clock.edge(Cycles{count(dice.between(1, 5000))}) + Picoseconds{count(dice.below(2))};
  }
  vary_noise(dice, scenario);
  vary_reads(dice, scenario);
  choose_island(dice, scenario);
  choose_node(dice, scenario);
  choose_copies(dice, scenario);
  vary_nomination(dice, machine);
  if (dice.chance(30)) scenario.workload.return_overhead = Cycles{count(dice.below(200))};
  if (scenario.node.kind == NodeKind::kPlain && dice.chance(20)) {
    machine.memory.access = Bytes{std::uint64_t{1} << dice.between(3, 8)};
  }
  vary_control(dice, scenario);
  if (policy(scenario.pacing.control.kind).router_room && policy(machine.router.routing).ways_differ()) {
    go_in_order(machine);
  }
  leave_out_idle(scenario);
  if (machine.router.switch_hold == SwitchHold::kPacket && dice.chance(20)) {
    machine.router.turnaround = Cycles{count(dice.between(1, 9))};
  }
  if (dice.chance(30)) send_to_oneself(dice, scenario.workload);
  if (dice.chance(90)) crowd(dice, scenario);
  scenario.run.attribution.enabled = machine.router.switch_hold == SwitchHold::kPacket && dice.chance(50);
  const bool closed_loop = !is_open_loop(scenario.workload.algorithm);
  scenario.run.attribution.critical_path = scenario.run.attribution.enabled && closed_loop && dice.chance(50);
  vary_clock(dice, machine);
  if (scenario.node.copies == CopiesKind::kCores && dice.chance(30)) {
    scenario.lone_node.copy.split = CopySplit::kPieces;
  }
  if (!scenario.cores_have_work()) scenario.node.copies = CopiesKind::kRate;
  vary_channels(dice, scenario);
  if (dice.chance(30)) {
    scenario.run.sample_interval =
        machine.clock.edge(Cycles{count(dice.between(3, 300))}) + Picoseconds{count(dice.below(2))};
  }
  if (scenario.workload.schedule) {
    scenario.schedule_reading.goal_unit = Picoseconds{1};
    scenario.workload.clock = machine.clock;
  }
  name_schedules_of_jobs(scenario);
  vary_schedule_window(dice, scenario);
  vary_phases(dice, scenario);
  if (scenario.pacing.mode.name() != "phase") vary_links_of(dice, machine);
  machine.faults.seed = scenario.seed;
  vary_classes(dice, scenario);
  kill_routers(dice, scenario);
  return scenario;
}

}  // namespace

Scenario random_scenario(std::uint64_t seed) {
  Dice dice(seed);
  Scenario scenario = drawn(seed, dice, {});
  const Beyond beyond{dice.chance(8), dice.chance(8)};
  return beyond.dimensions || beyond.packets ? drawn(seed, dice, beyond) : scenario;
}

Scenario random_scenario_of_flits(std::uint64_t seed) {
  Scenario scenario = random_scenario(seed);
  RouterConfig& router = scenario.machine.router;
  router.switch_hold = SwitchHold::kFlit;
  if (policy(router.routing).adaptive) go_in_order(scenario.machine);
  router.turnaround = Cycles{0};
  for (LinkOverride& entry : scenario.machine.link.overrides) {
    if (entry.bandwidth && !entry.cable_delay) entry.cable_delay = scenario.machine.link.cable_delay.in(0);
    entry.bandwidth.reset();
  }
  scenario.machine.faults.outages.clear();
  scenario.machine.faults.breaks.clear();
  scenario.workload.idle_nodes = scenario.machine.idle_nodes();
  scenario.machine.faults.bit_error_rate = 0;
  router.input_nomination = RouterConfig{}.input_nomination;
  scenario.run.attribution = {};
  scenario.cycle.nodes.clear();
  leave_out_classes(scenario);
  return scenario;
}

Scenario random_case(std::uint64_t seed) {
  if (seed % 16 == 5) return random_scenario_of_flits(seed);
  Scenario scenario = random_scenario(seed);
  if (seed % 2 == 0) congest(scenario);
  return scenario;
}

bool is_executable(const Scenario& scenario) {
  const MachineConfig& machine = scenario.machine;
  const NodeConfig& node = scenario.node;
  if (node.kind == NodeKind::kNuma && !validate(node.numa).empty()) return false;
  if (!validate(scenario.pacing).empty()) return false;
  if (scenario.has_cores() && !validate_cores_of_torus(scenario.lone_node, scenario.workload).empty()) return false;
  const Level level = machine.router.switch_hold == SwitchHold::kFlit ? Level::kCycle : Level::kPacket;
  const MachineConfig seen = as_ranks_see(machine);
  return validate(machine).empty() && level_faults(level, scenario).empty() && find_route_faults(machine).empty() &&
         validate(scenario.run, machine).empty() && validate(scenario.cycle, machine).empty() &&
         validate(scenario.noise, machine.network.hosts()).empty() && validate(scenario.workload, seen).empty() &&
         validate(scenario.pacing, scenario.workload, seen).empty() && has_groups_taken(scenario);
}

}  // namespace tactus
