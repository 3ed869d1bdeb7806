#include "testbench/tests/fuzz/shrink.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "testbench/app/scenario/scenario_yaml.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/fuzz/scenario_file.h"
#include "tlm_models/traffic/all_to_all.h"

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

/// Makes `scenario` one with fewer ranks than `before`: whatever names a rank names the one to which it wraps, and an
/// algorithm may have fewer sequences.
void rename_ranks(Scenario& scenario, const RankShape& before) {
  const RankShape after = scenario.ranks();
  WorkloadConfig& workload = scenario.workload;
  if (!workload.sequence_bias.empty()) {
    workload.sequence_bias.resize(static_cast<std::size_t>(sequence_count(workload.algorithm, after)));
  }
  const auto renamed = [&](int rank) {
    const int node = after.nodes.node(after.nodes.wrapped(before.coordinate(rank), {0, 0}));
    return after.rank(node, before.place(rank) % after.per_node);
  };
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

/// Takes columns and rows from the torus; nodes that are named move to where they wrap to.
void make_smaller(Scenario& scenario, int columns, int rows) {
  const RankShape before = scenario.ranks();
  NetworkShape& torus = scenario.machine.network;
  torus = {std::max(2, torus.size(0) - columns), std::max(2, torus.size(1) - rows)};
  for (int& node : scenario.noise.nodes) node = torus.node(torus.wrapped(before.nodes.coordinate(node), {0, 0}));
  std::vector<Coordinate> on_pins;
  for (const Coordinate node : scenario.cycle.nodes) {
    const Coordinate moved = torus.wrapped(node, {0, 0});
    if (std::find(on_pins.begin(), on_pins.end(), moved) == on_pins.end()) on_pins.push_back(moved);
  }
  scenario.cycle.nodes = on_pins;
  scenario.workload.hot_spot = torus.wrapped(scenario.workload.hot_spot, {0, 0});
  scenario.workload.ping_pong_peer = torus.wrapped(scenario.workload.ping_pong_peer, {0, 0});
  rename_ranks(scenario, before);
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
    steps.push_back([less](Scenario& s) { make_smaller(s, less, less); });
    steps.push_back([less](Scenario& s) { make_smaller(s, less, 0); });
    steps.push_back([less](Scenario& s) { make_smaller(s, 0, less); });
  }
  to_default(steps, AT(cycle.nodes));
  for (const bool first_half : {true, false}) {
    steps.push_back([first_half](Scenario& s) { take_half(s.cycle.nodes, first_half); });
  }
  steps.push_back([](Scenario& s) { take_ranks(s, 1); });
  steps.push_back([](Scenario& s) { take_ranks(s, s.workload.ranks_per_node - 1); });
  to_default(steps, AT(workload.copy));
  to_default(steps, AT(node.copies));
  to_default(steps, AT(node.nic_gathers));
  to_default(steps, AT(lone_node.message));
  to_default(steps, AT(lone_node.cores));
  to_default(steps, AT(lone_node.cores.quantum));
  to_default(steps, AT(lone_node.copy));
  steps.push_back([](Scenario& s) {
    s.machine.clock = MachineConfig{}.clock;
    s.machine.link = LinkConfig{};
  });
  to_default(steps, AT(machine.memory));
  to_default(steps, AT(node));
  to_default(steps, AT(node.numa));
  to_default(steps, AT(node.memory));
  to_default(steps, AT(node.receive_memory));
  to_default(steps, AT(machine.nic));
  to_default(steps, AT(machine.nic.mtu));
  to_default(steps, AT(machine.nic.dma_rate));
  to_default(steps, AT(machine.nic.outstanding_reads));
  to_default(steps, AT(machine.nic.packet_buffers));
  to_default(steps, AT(machine.nic.receive_buffer));
  to_default(steps, AT(machine.router));
  to_default(steps, AT(machine.router.vc_buffer));
  to_default(steps, AT(machine.router.arbiter));
  to_default(steps, AT(machine.router.input_queue));
  to_default(steps, AT(machine.router.input_nomination));
  to_default(steps, AT(machine.router.turnaround));
  to_default(steps, AT(machine.router.input_transfers));
  to_default(steps, AT(machine.router.dateline));
  to_default(steps, AT(machine.router.tie_break));
  to_default(steps, AT(machine.router.virtual_channels));
}

void add_workload_steps(std::vector<Step>& steps) {
  to_default(steps, AT(seed));
  to_default(steps, AT(pacing));
  to_default(steps, AT(pacing.control));
  steps.push_back([](Scenario& s) {
    s.noise = {};
    s.noise_file.clear();
  });
  to_default(steps, AT(noise.nodes));
  to_default(steps, AT(run.max_time));
  to_default(steps, AT(workload.call_overhead));
  to_default(steps, AT(workload.return_overhead));
  to_default(steps, AT(workload.imbalance));
  to_default(steps, AT(workload.combine_time));
  to_default(steps, AT(workload.middle_rounds));
  to_default(steps, AT(workload.final_rounds));
  to_default(steps, AT(workload.sequence_barrier));
  to_default(steps, AT(workload.sequence_bias));
  halve(steps, AT(workload.message_size));
  halve(steps, AT(workload.packet_size));
  halve(steps, AT(workload.measure));
  halve(steps, AT(workload.warmup));
  halve(steps, AT(workload.drain));
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

std::string signature(const Scenario& scenario) {
  return to_yaml(scenario, "messages") + to_message_file(scenario.workload.messages);
}

/// The first step from `scenario` to a simpler one that fails.
std::optional<Scenario> simpler(const Scenario& scenario, const std::function<bool(const Scenario&)>& fails,
                                int& attempts) {
  std::vector<Step> steps;
  add_message_steps(scenario.workload.messages, steps);
  add_machine_steps(steps);
  add_workload_steps(steps);
  const std::string before = signature(scenario);
  for (const Step& step : steps) {
    Scenario changed = scenario;
    step(changed);
    if (!is_executable(changed) || signature(changed) == before) continue;
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
