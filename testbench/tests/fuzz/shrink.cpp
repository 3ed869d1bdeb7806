#include "testbench/tests/fuzz/shrink.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "testbench/app/kinds/torus/phase_rules.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/tests/fuzz/random_parts.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/fuzz/scenario_file.h"
#include "testbench/tests/support/drawn_schedule.h"
#include "tlm_models/traffic/algorithm.h"

namespace tactus {
namespace {

/// A scenario made simpler in one respect; what makes no difference is not tried.
using Step = std::function<void(Scenario&)>;

template <class Access>
void to_default(std::vector<Step>& steps, Access access) {
  steps.push_back([access](Scenario& s) {
    Scenario defaults;
    access(s) = access(defaults);
  });
}

template <class Access>
void halve(std::vector<Step>& steps, Access access) {
  using Value = std::decay_t<decltype(access(std::declval<Scenario&>()))>;
  steps.push_back([access](Scenario& s) { access(s) = Value{access(s).count() / 2}; });
}

/// One step for each.
template <class... Access>
void to_defaults(std::vector<Step>& steps, Access... access) {
  (to_default(steps, access), ...);
}
template <class... Access>
void halve_all(std::vector<Step>& steps, Access... access) {
  (halve(steps, access), ...);
}

/// Makes `scenario` one with fewer ranks than `before`: whatever names a rank names the one to which it wraps, and an
/// algorithm may have fewer sequences.
void rename_ranks(Scenario& scenario, const RankShape& before) {
  const RankShape after = scenario.ranks();
  WorkloadConfig& workload = scenario.workload;
  if (!workload.sequence_bias.empty()) {
    workload.sequence_bias.resize(static_cast<std::size_t>(sequence_count(workload, after)));
  }
  const auto renamed = [&](int rank) {
    const int node = after.nodes.node(after.nodes.wrapped({}, before.coordinate(rank)));
    return after.rank(node, before.place(rank) % after.per_node);
  };
  if (workload.schedule) {
    workload.schedule = part_of(
        *workload.schedule, after.nics(), [&after](int rank, const Operation&) { return rank < after.ranks(); },
        workload.exchanges);
  }
  for (ReplayMessage& message : workload.messages) {
    message.source = renamed(message.source);
    message.destination = renamed(message.destination);
    if (message.destination == message.source) message.destination = (message.source + 1) % after.ranks();
  }
  for (ReplayMessage& message : workload.messages) {
    const auto not_received = [&](std::size_t other) { return workload.messages[other].destination != message.source; };
    auto& waits = message.wait_for;
    waits.erase(std::remove_if(waits.begin(), waits.end(), not_received), waits.end());
  }
}

/// Makes the network `smaller`; nodes that are named move to where they wrap to.
void make_smaller(Scenario& scenario, const NetworkShape& smaller) {
  if (smaller.is_graph()) return;
  const RankShape before = scenario.ranks();
  NetworkShape& network = scenario.machine.network;
  network = smaller;
  const auto moved = [&](Coordinate node) { return network.wrapped({}, node); };
  for (int& node : scenario.noise.nodes) node = network.node(moved(before.nodes.coordinate(node)));
  std::vector<Coordinate> on_pins;
  for (const Coordinate node : scenario.cycle.nodes) {
    if (std::find(on_pins.begin(), on_pins.end(), moved(node)) == on_pins.end()) on_pins.push_back(moved(node));
  }
  scenario.cycle.nodes = on_pins;
  scenario.workload.hot_spot = moved(scenario.workload.hot_spot);
  scenario.workload.ping_pong_peer = moved(scenario.workload.ping_pong_peer);
  rename_ranks(scenario, before);
}

/// Takes `less` nodes from each of `dimensions` (bits) that the network has.
void take_nodes(Scenario& scenario, unsigned dimensions, int less) {
  NetworkShape smaller = scenario.machine.network;
  for (int d = 0; d < smaller.dimensions(); ++d) {
    int& size = smaller.sizes.of[static_cast<std::size_t>(d)];
    if ((dimensions >> d & 1U) != 0) size = std::max(2, size - less);
  }
  make_smaller(scenario, smaller);
}

/// Takes the last dimension, of several.
void take_dimension(Scenario& scenario) {
  NetworkShape smaller = scenario.machine.network;
  if (smaller.dimensions() == 1) return;
  scenario.machine.nic.count = scenario.machine.nics();
  scenario.machine.router.dimension_order = {};
  smaller.sizes.of[static_cast<std::size_t>(--smaller.sizes.count)] = 0;
  if (smaller.wrap.count > 0) --smaller.wrap.count;
  make_smaller(scenario, smaller);
}

void take_half(std::vector<Coordinate>& nodes, bool first_half) {
  const auto middle = nodes.begin() + static_cast<std::ptrdiff_t>(nodes.size() / 2);
  first_half ? nodes.erase(nodes.begin(), middle) : nodes.erase(middle, nodes.end());
}

/// Leaves `ranks` on each node, if there are more.
void take_ranks(Scenario& scenario, int ranks) {
  const RankShape before = scenario.ranks();
  scenario.workload.ranks_per_node = std::min(before.per_node, std::max(1, ranks));
  rename_ranks(scenario, before);
}

// A lambda that reaches a member of a Scenario: C++17 has no pointer to a nested member.
#define AT(member) \
  [](Scenario & s) -> auto& { return s.member; }  // NOLINT(bugprone-macro-parentheses): a member's name

void add_machine_steps(std::vector<Step>& steps) {
  for (const int less : {2, 1}) {
    constexpr unsigned kAll = (1U << kMaxDimensions) - 1;
    steps.push_back([less](Scenario& s) { take_nodes(s, kAll, less); });
    for (int d = 0; d < kMaxDimensions; ++d) {
      steps.push_back([less, d](Scenario& s) { take_nodes(s, 1U << d, less); });
    }
  }
  steps.push_back(take_dimension);
  steps.push_back(leave_out_classes);
  to_defaults(steps, AT(machine.network.wrap), AT(cycle.nodes));
  for (const bool first_half : {true, false}) {
    steps.push_back([first_half](Scenario& s) { take_half(s.cycle.nodes, first_half); });
  }
  steps.push_back([](Scenario& s) { take_ranks(s, 1); });
  steps.push_back([](Scenario& s) { take_ranks(s, s.workload.ranks_per_node - 1); });
  to_defaults(steps, AT(workload.copy), AT(node.copies), AT(node.nic_gathers), AT(lone_node.message),
              AT(lone_node.cores), AT(lone_node.cores.quantum), AT(lone_node.copy));
  steps.push_back([](Scenario& s) {
    s.machine.clock = MachineConfig{}.clock;
    s.machine.link = LinkConfig{};
  });
  steps.push_back([](Scenario& s) {
    s.machine.faults.routers.clear();
    s.workload.idle_nodes = s.machine.idle_nodes();
  });
  steps.push_back([](Scenario& s) {
    s.machine.faults.breaks.clear();
    s.workload.idle_nodes = s.machine.idle_nodes();
  });
  to_defaults(steps, AT(machine.memory), AT(node), AT(node.numa), AT(node.memory), AT(node.receive_memory),
              AT(machine.nic), AT(machine.nic.count), AT(machine.nic.mtu), AT(machine.nic.dma_rate),
              AT(machine.nic.outstanding_reads), AT(machine.nic.packet_buffers), AT(machine.nic.receive_buffer),
              AT(machine.nic.class_queues), AT(machine.router), AT(machine.router.vc_buffer),
              AT(machine.router.arbiter), AT(machine.router.dimension_order), AT(machine.router.input_queue),
              AT(machine.router.input_nomination), AT(machine.router.turnaround), AT(machine.router.input_transfers),
              AT(machine.router.routing), AT(machine.faults.cables), AT(machine.faults.switches),
              AT(machine.link.overrides), AT(machine.faults.outages), AT(machine.faults.replay_buffer),
              AT(machine.faults.bit_error_rate), AT(machine.router.flow_control), AT(machine.router.dateline),
              AT(machine.router.tie_break), AT(machine.router.virtual_channels));
}

void add_workload_steps(std::vector<Step>& steps) {
  to_defaults(steps, AT(seed), AT(pacing), AT(pacing.control), AT(phase), AT(counter));
  steps.push_back([](Scenario& s) {
    s.noise = {};
    s.noise_file.clear();
  });
  to_defaults(steps, AT(noise.nodes), AT(run.max_time), AT(workload.call_overhead), AT(workload.return_overhead),
              AT(workload.imbalance), AT(workload.combine_time), AT(workload.middle_rounds), AT(workload.final_rounds),
              AT(workload.sequence_barrier), AT(workload.sequence_bias));
  halve_all(steps, AT(workload.message_size), AT(workload.packet_size), AT(workload.measure), AT(workload.warmup),
            AT(workload.drain));
  steps.push_back([](Scenario& s) { s.workload.load /= 2; });
  steps.push_back([](Scenario& s) { s.workload.engines = std::max(1, s.workload.engines - 1); });
  steps.push_back([](Scenario& s) { s.workload.repetitions = std::max(1, s.workload.repetitions - 1); });
  steps.push_back([](Scenario& s) { s.workload.sequences = {1}; });
  steps.push_back([](Scenario& s) {
    if (s.workload.sequences.size() > 1) s.workload.sequences.pop_back();
  });
}

#undef AT

/// Takes out the messages from `first` to before `end`; nothing waits for them any more.
void remove_messages(std::vector<ReplayMessage>& messages, std::size_t first, std::size_t end) {
  std::vector<ReplayMessage> kept;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (i >= first && i < end) continue;
    ReplayMessage message = messages[i];
    std::vector<std::size_t> waits;
    for (const std::size_t other : message.wait_for) {
      if (other < first) waits.push_back(other);
      if (other >= end) waits.push_back(other - (end - first));
    }
    message.wait_for = waits;
    kept.push_back(message);
  }
  messages = kept;
}

void add_message_steps(const std::vector<ReplayMessage>& messages, std::vector<Step>& steps) {
  for (std::size_t part = messages.size() / 2; part > 0; part /= 2) {
    for (std::size_t first = 0; first < messages.size(); first += part) {
      const std::size_t end = std::min(first + part, messages.size());
      steps.push_back([first, end](Scenario& s) { remove_messages(s.workload.messages, first, end); });
    }
  }
  for (std::size_t i = 0; i < messages.size(); ++i) {
    steps.push_back(
        [i](Scenario& s) { s.workload.messages[i].bytes = Bytes{s.workload.messages[i].bytes.count() / 2}; });
    steps.push_back([i](Scenario& s) { s.workload.messages[i].delay = Cycles{0}; });
    steps.push_back([i](Scenario& s) { s.workload.messages[i].wait_for.clear(); });
  }
}

/// Takes out parts of the operations, by their places.
void add_schedule_steps(const std::shared_ptr<const Schedule>& schedule, std::vector<Step>& steps) {
  if (schedule == nullptr) return;
  std::uint32_t last = 0;
  for (int rank = 0; rank < schedule->ranks(); ++rank) {
    for (const Operation& each : schedule->program(rank).operations) last = std::max(last, each.place);
  }
  for (std::uint32_t part = last / 2 + 1; part > 0; part /= 2) {
    for (std::uint32_t first = 0; first <= last; first += part) {
      steps.push_back([first, part](Scenario& s) {
        const auto keeps = [&](int, const Operation& each) { return each.place < first || each.place >= first + part; };
        s.workload.schedule = part_of(*s.workload.schedule, s.machine.nics(), keeps, s.workload.exchanges);
      });
    }
  }
}

void take_job(Scenario& scenario, std::size_t job) {
  const auto at = static_cast<std::ptrdiff_t>(job);
  scenario.workload.jobs.erase(scenario.workload.jobs.begin() + at);
  scenario.jobs.erase(scenario.jobs.begin() + at);
}

/// Takes out jobs, and makes others simpler.
void add_job_steps(const std::vector<JobConfig>& jobs, std::vector<Step>& steps) {
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto program = [i](Scenario& s) -> WorkloadConfig& { return s.workload.jobs[i].program; };
    steps.push_back([i](Scenario& s) { take_job(s, i); });
    steps.push_back([i](Scenario& s) { s.workload.jobs[i].start = Cycles{0}; });
    steps.push_back([i](Scenario& s) { s.workload.jobs[i].ranks /= 2; });
    steps.push_back([program](Scenario& s) { program(s).imbalance = Cycles{0}; });
    steps.push_back([program](Scenario& s) { program(s).placement = "ordered"; });
    steps.push_back([program](Scenario& s) { program(s).repetitions = 1; });
    steps.push_back([program](Scenario& s) { program(s).message_size = Bytes{program(s).message_size.count() / 2}; });
  }
}

std::string signature(const Scenario& scenario) {
  return to_yaml(scenario, "messages") + to_message_file(scenario.workload.messages) +
         (scenario.workload.schedule ? to_goal(*scenario.workload.schedule) : "");
}

/// The first step from `scenario` to a simpler one that fails.
std::optional<Scenario> simpler(const Scenario& scenario, const std::function<bool(const Scenario&)>& fails,
                                int& attempts) {
  std::vector<Step> steps;
  add_message_steps(scenario.workload.messages, steps);
  add_schedule_steps(scenario.workload.schedule, steps);
  add_job_steps(scenario.workload.jobs, steps);
  add_machine_steps(steps);
  add_workload_steps(steps);
  const std::string before = signature(scenario);
  for (const Step& step : steps) {
    Scenario changed = scenario;
    step(changed);
    if (changed.workload.schedule) changed.workload.clock = changed.machine.clock;
    if (!changed.cores_have_work()) changed.node.copies = CopiesKind::kRate;
    if (!prepare_phases(changed).empty() || !is_executable(changed) || signature(changed) == before) continue;
    if (attempts-- <= 0) return std::nullopt;
    if (fails(changed)) return changed;
  }
  return std::nullopt;
}

}  // namespace

Scenario shrink(const Scenario& scenario, const std::function<bool(const Scenario&)>& fails, int attempts) {
  Scenario best = scenario;
  while (std::optional<Scenario> next = simpler(best, fails, attempts)) best = *next;
  return best;
}

}  // namespace tactus
