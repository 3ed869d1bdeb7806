#include "testbench/tests/fuzz/random_parts.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "hw/router/packet_order.h"
#include "hw/router/route_function.h"
#include "testbench/tests/support/drawn_schedule.h"
#include "testbench/tests/support/policies.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/algorithms/butterfly.h"
#include "tlm_models/traffic/jobs_workload.h"
#include "tlm_models/traffic/replay_check.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

constexpr double kFlitHops = 250'000;
/// Exchanges have as many messages as the square of this.
constexpr int kMostRanks = 100;

/// Receive slots of an engine.
constexpr int kSlots = 16;

/// Algorithms by how often they are drawn: those that fill the torus several times, so that most packets are not alone.
/// One that is not named here is drawn as often as a barrier; jobs are drawn by `with_jobs`.
std::vector<AlgorithmName> drawn_algorithms() {
  std::vector<AlgorithmName> list = {
      "ring",      "ring",      "barrier",     "ping_pong",         "replay",        "replay",  "replay",
      "schedule",  "schedule",  "schedule",    "neighbour",         "uniform",       "uniform", "hot_spot",
      "hot_spot",  "broadcast", "permutation", "nearest_neighbour", "a2at",          "a2at",    "a2at",
      "transpose", "transpose", "a2ass2d",     "a2ass2d",           "pwx",           "pwx",     "butterfly",
      "butterfly", "butterfly", "butterfly",   "tornado",           "bit_complement"};
  for (const AlgorithmName& name : test::policy_names<AlgorithmKind>()) {
    if (name == "alltoallv") continue;  // with_blocks draws it
    if (!policy(name).jobs && std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  }
  return list;
}

/// Half of the alltoalls become alltoallvs; whatever is drawn next stays as it is.
AlgorithmName with_blocks(Dice dice, const AlgorithmName& drawn) {
  return drawn == "alltoall" && dice.chance(50) ? AlgorithmName("alltoallv") : drawn;
}

/// What the torus can execute.
std::vector<AlgorithmName> executable_algorithms(const RankShape& ranks) {
  std::vector<AlgorithmName> list = drawn_algorithms();
  // On equal sides a2at loads all links alike.
  const auto transpose = std::find(list.begin(), list.end(), AlgorithmName("transpose"));
  if (policy(*transpose).misfit(ranks).empty()) list.insert(transpose, "a2at");
  const auto cannot = [&ranks](const AlgorithmName& name) {
    const AlgorithmPolicy& algorithm = policy(name);
    if (algorithm.make == nullptr && (algorithm.make_pattern == nullptr || ranks.per_node > 1)) return true;
    return algorithm.misfit != nullptr && !algorithm.misfit(ranks).empty();
  };
  list.erase(std::remove_if(list.begin(), list.end(), cannot), list.end());
  return list;
}

/// Sizes at which something changes: nothing, one byte, whole packets and one byte beside them, and any.
Bytes random_size(Dice& dice, const MachineConfig& machine) {
  const int payload = static_cast<int>(machine.max_payload().count());
  switch (dice.below(6)) {
    case 0:
      return Bytes{0};
    case 1:
      return Bytes{static_cast<std::uint64_t>(dice.between(1, 64))};
    case 2:
      return Bytes{static_cast<std::uint64_t>(dice.between(1, 8) * payload + dice.between(-1, 1))};
    default:
      return Bytes{static_cast<std::uint64_t>(dice.between(1, 40 * 1024))};
  }
}

double flit_hops(Bytes size, const MachineConfig& machine) {
  const auto bytes = static_cast<double>(size.count());
  const double packets = std::max(1.0, bytes / static_cast<double>(machine.max_payload().count()));
  const NetworkShape& network = machine.network;
  double hops = 0;
  for (int d = 0; d < network.dimensions(); ++d) hops += network.size(d) / (network.wraps(d) ? 4.0 : 3.0);
  return (bytes / 16 + packets * kHeaderFlits) * hops;
}

/// The longest message, up to `size`, of which a network moves `messages` in reasonable time.
Bytes affordable(Bytes size, std::uint64_t messages, const MachineConfig& machine) {
  while (flit_hops(size, machine) * static_cast<double>(messages) > kFlitHops && size > Bytes{1}) {
    size = Bytes{size.count() / 2};
  }
  return size;
}

std::vector<int> random_sequences(Dice& dice, const WorkloadConfig& workload, const RankShape& ranks) {
  const int count = sequence_count(workload, ranks);
  if (count == 0 || (ranks.per_node <= kSlots && dice.chance(50))) return {};
  std::vector<int> sequences(static_cast<std::size_t>(count));
  std::iota(sequences.begin(), sequences.end(), 1);
  for (std::size_t i = sequences.size(); i > 1; --i) {
    std::swap(sequences[i - 1], sequences[static_cast<std::size_t>(dice.below(static_cast<int>(i)))]);
  }
  sequences.resize(static_cast<std::size_t>(dice.between(1, std::min(count, 4))));
  return sequences;
}

/// A message that waits for one to three earlier ones which its source receives, where there are such.
void add_waits(Dice& dice, std::vector<ReplayMessage>& messages, ReplayMessage& message) {
  for (int i = 0; i < 3 && !messages.empty(); ++i) {
    const auto other = static_cast<std::size_t>(dice.below(static_cast<int>(messages.size())));
    const bool known = std::count(message.wait_for.begin(), message.wait_for.end(), other) != 0;
    if (messages[other].destination == message.source && !known) message.wait_for.push_back(other);
  }
}

std::vector<ReplayMessage> random_messages(Dice& dice, const MachineConfig& machine, const RankShape& shape) {
  const int ranks = shape.ranks();
  const int count = dice.between(1, 150);
  const int slowness = dice.below(4) * 400;
  const bool hot = dice.chance(25);
  std::vector<int> order(static_cast<std::size_t>(ranks), 0);
  std::vector<ReplayMessage> messages;
  for (int i = 0; i < count; ++i) {
    ReplayMessage message;
    message.source = dice.below(ranks);
    message.destination = hot && message.source != 0 ? 0 : (message.source + dice.between(1, ranks - 1)) % ranks;
    int& next = order[static_cast<std::size_t>(message.source)];
    if (dice.chance(30)) ++next;
    message.order = next;
    message.bytes = affordable(random_size(dice, machine), static_cast<std::uint64_t>(count), machine);
    if (slowness > 0 && dice.chance(40)) message.delay = Cycles{static_cast<std::uint64_t>(dice.below(slowness))};
    if (dice.chance(40)) add_waits(dice, messages, message);
    messages.push_back(message);
  }
  if (!replay_faults(messages, shape, max_message(machine)).empty()) {
    for (ReplayMessage& message : messages) message.wait_for.clear();
  }
  return messages;
}

/// Whether packets of some pair may overtake each other.
bool has_overtaking(const MachineConfig& machine) {
  const auto routes = make_route_function(machine);
  const NetworkShape& network = machine.network;
  for (int from = 0; from < network.hosts(); ++from) {
    for (int to = 0; to < network.hosts(); ++to) {
      RouteHeader header;
      header.source = network.coordinate(from);
      header.destination = network.coordinate(to);
      header.negative = OffsetSigns::of(network.coordinate(from), network.coordinate(to));
      if (find_overtaking(machine, *routes, header)) return true;
    }
  }
  return false;
}

/// Receives from any rank, which take messages of other nodes, and of each sender in order.
void draw_any_rank(Dice& dice, const MachineConfig& machine, const RankShape& shape, bool placed, ScheduleDraw& draw) {
  if (!dice.chance(40) || (placed && shape.per_node > 1)) return;
  draw.any_rank = dice.between(10, 90);
  draw.may_meet_any = [shape](int from, int to) { return shape.node(from) != shape.node(to); };
  draw.may_meet_again = [keeps_order = !has_overtaking(machine)](int, int) { return keeps_order; };
}

std::shared_ptr<const Schedule> random_schedule(Dice& dice, const MachineConfig& machine, const RankShape& shape,
                                                const MachineConfig* routed, bool placed) {
  ScheduleDraw draw;
  draw.ranks = shape.ranks();
  draw.processors = dice.chance(30) ? dice.between(2, 4) : 1;
  draw.messages = dice.between(1, 150);
  draw.nics = dice.chance(50) ? machine.nics() : 0;
  draw.most_picoseconds = machine.clock.edge(Cycles{static_cast<std::uint64_t>(dice.below(4) * 400)}).count();
  const Bytes most = affordable(random_size(dice, machine), static_cast<std::uint64_t>(draw.messages), machine);
  draw.most_bytes = most.count();
  if (routed != nullptr) draw_any_rank(dice, *routed, shape, placed, draw);
  auto schedule = drawn_schedule(draw, [&dice](int bound) { return dice.below(bound); });
  schedule->match(machine.nics(), 1);
  return schedule;
}

Coordinate random_node(Dice& dice, const NetworkShape& torus) { return torus.coordinate(dice.below(torus.nodes())); }

void fill_open_loop(Dice& dice, const MachineConfig& machine, WorkloadConfig& workload) {
  const auto cycles = [&dice](int first, int last) {
    return Cycles{static_cast<std::uint64_t>(dice.between(first, last))};
  };
  workload.engines = dice.between(1, machine.nics());
  workload.load = dice.between(20, 1000) / 1000.0;
  workload.packet_size = Bytes{static_cast<std::uint64_t>(dice.between(32, static_cast<int>(machine.nic.mtu.count())))};
  workload.warmup = cycles(0, 500);
  workload.measure = cycles(1, 3000);
  workload.drain = cycles(0, 4000);
  if (workload.algorithm != "hot_spot") return;
  workload.hot_spot = random_node(dice, machine.network);
  workload.hot_spot_share = dice.between(0, 100) / 100.0;
}

void fill_butterfly(Dice& dice, const MachineConfig& machine, WorkloadConfig& workload) {
  const int dimensions = butterfly_shape(workload, machine.network.nodes() * workload.ranks_per_node).dimensions;
  workload.middle_position = dice.between(1, dimensions);
  workload.combine_time = Cycles{static_cast<std::uint64_t>(dice.below(500))};
  workload.middle_rounds = dice.below(4);
  const int most = most_copies(machine.nics()) - workload.middle_rounds;
  workload.final_rounds = std::min(most, dice.below(dice.chance(20) ? 40 : 4));
}

/// `routed`: the machine whose routes messages take, on which schedules receive from any rank; null: they do not.
void fill_closed_loop(Dice& dice, const MachineConfig& machine, WorkloadConfig& workload, const MachineConfig* routed) {
  const RankShape ranks{machine.network, workload.ranks_per_node, machine.nics()};
  if (dice.chance(20)) workload.placement = "random";
  if (dice.chance(30)) workload.imbalance = Cycles{static_cast<std::uint64_t>(dice.below(1000))};
  const AlgorithmPolicy& algorithm = policy(workload.algorithm);
  if (algorithm.message_list) {
    workload.messages = random_messages(dice, machine, ranks);
    return;
  }
  if (algorithm.schedule) {
    workload.schedule = random_schedule(dice, machine, ranks, routed, workload.placement == "random");
    workload.clock = machine.clock;
    return;
  }
  workload.sequences = random_sequences(dice, workload, ranks);
  workload.sequence_barrier = sequence_count(workload, ranks) > 0 && dice.chance(30);
  const bool has_sequences = sequence_count(workload, ranks) > 0;
  workload.repetitions = has_sequences ? 1 : dice.between(1, 5);
  workload.wait_receives = !algorithm.wait_receives || workload.sequence_barrier || !dice.chance(30);
  if (workload.algorithm == "ping_pong") {
    workload.ping_pong_peer = machine.network.coordinate(dice.between(1, machine.network.nodes() - 1));
  }
  if (workload.algorithm == "butterfly") fill_butterfly(dice, machine, workload);
  if (!algorithm.message_size) return;
  const std::uint64_t messages = Workload::make(workload, machine.network, 1, machine.nics())->messages();
  workload.message_size = affordable(random_size(dice, machine), messages, machine);
}

/// A program of ranks as a job of a machine of that shape can have it. Ranks of several on a node know nothing of each
/// other's places, so that no schedule receives from any rank there.
WorkloadConfig random_program(Dice& dice, const MachineConfig& machine, const RankShape& shape, int per_node) {
  std::vector<AlgorithmName> names;
  for (const AlgorithmName& name : executable_algorithms(shape)) {
    const bool alone = name == "ping_pong" && shape.nodes.nodes() == 1;
    if (!alone && why_no_job(policy(name)).empty()) names.push_back(name);
  }
  MachineConfig seen = machine;
  seen.nic.count = machine.nics();
  seen.network = shape.nodes;
  WorkloadConfig program;
  program.ranks_per_node = shape.per_node;
  program.algorithm = names[static_cast<std::size_t>(dice.below(static_cast<int>(names.size())))];
  fill_closed_loop(dice, seen, program, per_node == 1 ? &machine : nullptr);
  return program;
}

/// A box of the torus, as the numbers of its nodes.
std::vector<int> random_box(Dice& dice, const NetworkShape& torus) {
  std::vector<int> nodes;
  Coordinate from;
  Coordinate to;
  for (int d = 0; d < torus.dimensions(); ++d) {
    from.set(d, dice.below(torus.size(d)));
    to.set(d, dice.between(from[d], torus.size(d) - 1));
  }
  for (int node = 0; node < torus.nodes(); ++node) {
    const Coordinate at = torus.coordinate(node);
    bool within = true;
    for (int d = 0; d < torus.dimensions(); ++d) within = within && at[d] >= from[d] && at[d] <= to[d];
    if (within) nodes.push_back(node);
  }
  return nodes;
}

/// One to four jobs, the first on a box in one case of two.
void fill_jobs(Dice& dice, const MachineConfig& machine, WorkloadConfig& workload) {
  const RankShape ranks{machine.network, workload.ranks_per_node, machine.nics()};
  const int most = dice.between(1, 4);
  int free = ranks.ranks();
  for (int i = 0; i < most && free >= 2; ++i) {
    JobConfig job;
    job.name = fmt::format("job_{}", i);
    if (i == 0 && dice.chance(50)) {
      job.nodes = random_box(dice, machine.network);
    } else {
      job.ranks = dice.chance(20) ? 0 : dice.between(2, free);
    }
    if (dice.chance(30)) job.start = Cycles{static_cast<std::uint64_t>(dice.below(5000))};
    job.enabled = !dice.chance(10);
    job.program.algorithm = "schedule";  // any: shapes do not depend on it
    workload.jobs.push_back(job);
    const RankShape shape = job_shapes(workload, ranks).back();
    if (shape.ranks() < 2) {
      workload.jobs.pop_back();
      continue;
    }
    workload.jobs.back().program = random_program(dice, machine, shape, ranks.per_node);
    free -= shape.ranks();
  }
}

/// Copies of any speed within nodes.
void vary_copy_rate(Dice& dice, const MachineConfig& machine, WorkloadConfig& workload) {
  workload.copy.latency = Picoseconds{1 + dice.bits() % machine.clock.edge(Cycles{300}).count()};
  const auto share = static_cast<std::uint64_t>(dice.between(1, 80));
  workload.copy.rate = BytesPerSecond{machine.link.bandwidth.count() / 8 * share};
}

/// One rank on most machines' nodes; sometimes several.
void vary_ranks(Dice& dice, const MachineConfig& machine, WorkloadConfig& workload) {
  if (dice.chance(70)) return;
  const std::array<int, 5> counts = {2, 2, 3, 3, 8};
  const int most = std::max(1, kMostRanks / machine.network.nodes());
  workload.ranks_per_node = std::min(most, counts[static_cast<std::size_t>(dice.below(5))]);
  vary_copy_rate(dice, machine, workload);
}

/// Something for the ranks of `workload` to do.
void fill(Dice& dice, const MachineConfig& machine, const MachineConfig& routed, WorkloadConfig& workload) {
  const std::vector<AlgorithmName> algorithms =
      executable_algorithms({machine.network, workload.ranks_per_node, machine.nics()});
  const auto drawn = static_cast<std::size_t>(dice.below(static_cast<int>(algorithms.size())));
  workload.algorithm = with_blocks(dice, algorithms[drawn]);
  workload.call_overhead = Cycles{static_cast<std::uint64_t>(dice.chance(25) ? dice.below(3) : dice.below(200))};
  if (is_open_loop(workload.algorithm)) {
    fill_open_loop(dice, machine, workload);
  } else {
    fill_closed_loop(dice, machine, workload, &routed);
  }
}

/// In some cases jobs in the place of a closed loop. They are drawn from a copy of the dice: everything behind them is
/// as it would be without.
WorkloadConfig with_jobs(Dice dice, const MachineConfig& machine, WorkloadConfig workload) {
  if (is_open_loop(workload.algorithm) || !dice.chance(6)) return workload;
  WorkloadConfig jobs;
  jobs.algorithm = "jobs";
  jobs.ranks_per_node = workload.ranks_per_node;
  jobs.copy = workload.copy;
  jobs.call_overhead = workload.call_overhead;
  fill_jobs(dice, machine, jobs);
  return jobs.jobs.empty() ? workload : jobs;
}

}  // namespace

MachineConfig as_ranks_see(const MachineConfig& machine) {
  MachineConfig seen = machine;
  seen.nic.count = machine.nics();
  seen.network = machine.network.without_switches();
  return seen;
}

WorkloadConfig random_workload(Dice& dice, const MachineConfig& machine) {
  const MachineConfig seen = as_ranks_see(machine);
  WorkloadConfig workload;
  vary_ranks(dice, seen, workload);
  fill(dice, seen, machine, workload);
  return with_jobs(dice, seen, std::move(workload));
}

std::optional<WorkloadConfig> crowded_workload(Dice& dice, const MachineConfig& machine) {
  const MachineConfig seen = as_ranks_see(machine);
  const int most = std::min(kMostRanksPerNode, 2 * kMostRanks / seen.network.nodes());
  if (most <= kSlots) return std::nullopt;
  WorkloadConfig workload;
  workload.ranks_per_node = dice.chance(30) && most >= 2 * kSlots ? 2 * kSlots : dice.between(kSlots + 1, most);
  vary_copy_rate(dice, seen, workload);
  fill(dice, seen, machine, workload);
  return with_jobs(dice, seen, std::move(workload));
}

void send_to_oneself(Dice& dice, WorkloadConfig& workload) {
  std::vector<ReplayMessage>& messages = workload.messages;
  std::vector<bool> awaited(messages.size());
  for (const ReplayMessage& message : messages) {
    for (const std::size_t other : message.wait_for) awaited[other] = true;
  }
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (!awaited[i] && dice.chance(20)) messages[i].destination = messages[i].source;
  }
}

void name_schedules_of_jobs(Scenario& scenario) {
  for (JobConfig& job : scenario.workload.jobs) {
    JobSettings& settings = scenario.jobs.emplace_back();
    job.program.clock = scenario.machine.clock;
    if (!job.program.schedule) continue;
    settings.schedule_file = fmt::format("{}_{}.goal", scenario.name, job.name);
    settings.schedule_reading.goal_unit = Picoseconds{1};
  }
}

}  // namespace tactus
