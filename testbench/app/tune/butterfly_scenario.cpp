#include "testbench/app/tune/butterfly_scenario.h"

#include <algorithm>

#include "testbench/app/scenario/flow_config.h"
#include "tlm_models/flow/flow_port.h"
#include "tlm_models/flow/maxmin_solver.h"
#include "tlm_models/traffic/algorithms/butterfly.h"

namespace tactus {
namespace {

/// The network of a scenario, for one message at a time.
class LoneMessages {
 public:
  explicit LoneMessages(const Scenario& scenario)
      : topology_(make_flow_topology(topology_of(scenario.flow, scenario.machine))),
        solver_(*topology_),
        network_(*topology_, solver_, timing_of(scenario.flow, scenario.machine)),
        limit_(engine_limit(scenario.flow, scenario.machine)),
        bytes_(static_cast<double>(
            FlowPort::wire_bytes(scenario.workload.message_size, scenario.machine.max_payload()).count())),
        copy_(scenario.workload.copy.latency +
              transfer_time(scenario.workload.message_size, scenario.workload.copy.rate)) {}

  /// 0 within a node.
  [[nodiscard]] int hops(int from, int to) const { return from == to ? 0 : topology_->hops({from, 0, 0}, {to, 0, 0}); }

  Picoseconds time(int from, int to) {
    if (from == to) return copy_;
    const Picoseconds start = network_.now();
    network_.start({{from, 0, 0}, {to, 0, 0}, bytes_, limit_, 0});
    std::vector<FlowEvent> events;
    while (!network_.idle()) network_.advance_to(network_.next_event(), events);
    return network_.now() - start;
  }

 private:
  std::unique_ptr<FlowTopology> topology_;
  MaxMinSolver solver_;
  FlowNetwork network_;
  double limit_;
  double bytes_;
  Picoseconds copy_;  ///< within a node
};

std::vector<int> nodes_of_ranks(const Scenario& scenario) {
  const RankMap map = scenario.rank_map();
  std::vector<int> nodes;
  for (int rank = 0; rank < map.ranks(); ++rank) nodes.push_back(map.node(rank));
  return nodes;
}

}  // namespace

int butterfly_dimensions(const Scenario& scenario) {
  return butterfly_shape(scenario.workload, scenario.ranks().ranks()).dimensions;
}

ButterflyCosts butterfly_costs(const Scenario& scenario) {
  const WorkloadConfig& workload = scenario.workload;
  const Picoseconds call = scenario.machine.clock.edge(workload.call_overhead);
  const Picoseconds returned = scenario.machine.clock.edge(workload.return_overhead);
  const Picoseconds posts = (call + returned) * 2;
  const std::vector<int> node = nodes_of_ranks(scenario);
  LoneMessages messages(scenario);
  ButterflyCosts costs;
  costs.compute = scenario.machine.clock.edge(workload.combine_time);
  costs.redundant_compute = posts;
  for (std::size_t distance = 1; distance < node.size(); distance *= 2) {
    const auto hops = [&](std::size_t rank) { return messages.hops(node[rank], node[rank ^ distance]); };
    std::size_t farthest = 0;
    for (std::size_t rank = 1; rank < node.size(); ++rank) {
      if (hops(rank) > hops(farthest)) farthest = rank;
    }
    const Picoseconds message = messages.time(node[farthest], node[farthest ^ distance]);
    costs.messages.push_back(posts + std::max(call, message) + returned);
  }
  return costs;
}

Scenario with_rounds(Scenario scenario, const ButterflyChoice& choice) {
  scenario.name.clear();  // its file's
  scenario.title += scenario.title.empty() ? "Redundant rounds tuned" : ", redundant rounds tuned";
  scenario.workload.middle_rounds = choice.middle_rounds;
  scenario.workload.middle_position = choice.middle_position;
  scenario.workload.final_rounds = choice.final_rounds;
  return scenario;
}

}  // namespace tactus
