#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "testbench/tests/unit/tlm_models/traffic/listed_steps.h"
#include "tlm_models/flow/flow_machine.h"
#include "tlm_models/flow/flow_topology_config.h"
#include "tlm_models/flow/mfs_solver.h"

namespace tactus {

inline constexpr NetworkShape kTorus{4, 2};

inline Op op(OpKind kind, Coordinate peer = {}, Bytes bytes = {}, std::uint32_t tag = 0, std::uint8_t nic = 0) {
  Op made;
  made.kind = kind;
  made.peer = kTorus.node(peer);
  made.bytes = bytes;
  made.tag = tag;
  made.nic = made.peer_nic = nic;
  return made;
}
inline Op send(Coordinate to, Bytes bytes, std::uint32_t tag = 0, std::uint8_t nic = 0) {
  return op(OpKind::kIsend, to, bytes, tag, nic);
}
inline Op receive(Coordinate from, Bytes bytes, std::uint32_t tag = 0, std::uint8_t nic = 0) {
  return op(OpKind::kIrecv, from, bytes, tag, nic);
}
inline Op compute(std::uint64_t cycles) {
  Op made;
  made.cycles = Cycles{cycles};
  return made;
}
inline const Op kWaitSends = op(OpKind::kWaitSends);
inline const Op kWaitReceives = op(OpKind::kWaitReceives);

/// Ranks with programs of their own, the others do nothing, on a 4 x 2 torus whose links and ports move 4 B/ns: a byte
/// takes 250 ps, a full packet of 2 KiB 512 ns.
class FlowBench {
 public:
  FlowMachineConfig config;
  FlowTiming timing;
  std::vector<std::vector<Op>> programs{8};
  const NoiseSource* noise = nullptr;  ///< of all processors
  TrafficObserver* observer = nullptr;
  FlowObserver* flow_observer = nullptr;
  ListedResults results;  ///< in messages to any rank

  FlowBench() : topology_(make_flow_topology(torus())) { config.software.call_overhead = Cycles{0}; }

  /// Until nothing happens any more; the time of the last program's end.
  Picoseconds run() {
    solver_ = std::make_unique<MfsSolver>(*topology_, MfsConfig{});
    network_ = std::make_unique<FlowNetwork>(*topology_, *solver_, timing);
    machine_ = std::make_unique<FlowMachine>(*network_, *topology_, config, map_, observer);
    if (flow_observer != nullptr) machine_->observe(flow_observer);
    for (int rank = 0; rank < kTorus.nodes(); ++rank) {
      const std::vector<Op>& program = programs[static_cast<std::size_t>(rank)];
      machine_->add({rank, std::make_unique<ListProgram>(program, results), noise});
    }
    while (machine_->next() != Picoseconds::max()) machine_->step();
    Picoseconds last;
    for (int rank = 0; rank < kTorus.nodes(); ++rank) last = std::max(last, machine_->rank_on(rank).end());
    return last;
  }
  /// Once it runs.
  [[nodiscard]] const FlowNetwork& network() const { return *network_; }
  [[nodiscard]] const FlowTopology& topology() const { return *topology_; }
  [[nodiscard]] const FlowMachine& machine() const { return *machine_; }
  [[nodiscard]] const FlowPort& port() const { return machine_->port(); }
  [[nodiscard]] const RankInterpreter& rank(int number) const { return machine_->rank_on(number); }

 private:
  static FlowTopologyConfig torus() {
    using namespace literals;
    FlowTopologyConfig config;
    config.dimensions = {kTorus.size(0), kTorus.size(1)};
    config.port = {kTorus.directions(), 4_GBps, 4_GBps};
    return config;
  }

  std::unique_ptr<FlowTopology> topology_;
  std::unique_ptr<FlowSolver> solver_;
  std::unique_ptr<FlowNetwork> network_;
  RankMap map_{RankShape{kTorus}};
  std::unique_ptr<FlowMachine> machine_;
};

}  // namespace tactus
