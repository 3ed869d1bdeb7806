#include "testbench/app/run/processors.h"

#include <fmt/core.h>

#include <algorithm>

#include "hw/common/sc_time_conversion.h"
#include "tlm_models/traffic/start_offset.h"

namespace tactus {

Processors::Processors(Fabric& fabric, const WorkloadSetup& setup, TrafficObserver* observer)
    : fabric_(fabric), clock_(fabric.config().clock), noise_(setup.noise, setup.seed) {
  if (is_open_loop(setup.workload.algorithm)) {
    make_sources(fabric, setup, observer);
  } else {
    make_ranks(fabric, setup, observer);
  }
}

void Processors::make_ranks(Fabric& fabric, const WorkloadSetup& setup, TrafficObserver* observer) {
  const TorusShape& torus = fabric.config().torus;
  workload_ = Workload::make(setup.workload, torus, setup.seed);
  RankProcessorConfig config{clock_, torus, setup.workload.call_overhead, setup.pacing, setup.workload.sequence_bias};
  for (int node = 0; node < torus.nodes(); ++node) {
    const Coordinate at = torus.coordinate(node);
    config.noise = noise_.of(node);
    ranks_.push_back(std::make_unique<RankProcessor>(fmt::format("processor_{}_{}", at.x, at.y).c_str(), config, at,
                                                     program(node, setup), observer));
    ranks_.back()->csr_isock.bind(fabric.csr_tsock(node));
    ranks_.back()->irq_i(fabric.irq(node));
  }
}

std::unique_ptr<RankProgram> Processors::program(int node, const WorkloadSetup& setup) const {
  return begun_late(workload_->program(node), start_offset(setup.workload.imbalance, setup.seed, node));
}

void Processors::make_sources(Fabric& fabric, const WorkloadSetup& setup, TrafficObserver* observer) {
  const MachineConfig& machine = fabric.config();
  pattern_ = make_traffic_pattern(setup.workload, machine.torus);
  meter_ = std::make_unique<OpenLoopMeter>(machine, setup.workload, setup.seed);
  for (int node = 0; node < machine.torus.nodes(); ++node) {
    const Coordinate at = machine.torus.coordinate(node);
    sources_.push_back(std::make_unique<OpenLoopSource>(fmt::format("source_{}_{}", at.x, at.y).c_str(), machine,
                                                        setup.workload, setup.pacing, setup.seed, at, *pattern_,
                                                        observer));
    sources_.back()->csr_isock.bind(fabric.csr_tsock(node));
    sources_.back()->irq_i(fabric.irq(node));
  }
}

bool Processors::finished() const {
  if (meter_) {
    return meter_->finished(Cycles{to_picoseconds(sc_core::sc_time_stamp()).count() / clock_.count()});
  }
  return std::all_of(ranks_.begin(), ranks_.end(), [](const auto& rank) { return rank->finished(); });
}

bool Processors::somebody_works() const {
  if (meter_) return fabric_.flits_in_flight() == 0;
  return std::any_of(ranks_.begin(), ranks_.end(), [](const auto& rank) { return rank->busy(); });
}

std::string Processors::describe_waiting(std::size_t limit) const {
  std::vector<RankStatus> all;
  for (const auto& rank : ranks_) all.push_back(rank->status());
  return waiting_lines(all, limit);
}

std::vector<std::string> Processors::final_faults() const {
  std::vector<std::string> all;
  for (const auto& rank : ranks_) {
    const auto faults = rank->status().final_faults();
    all.insert(all.end(), faults.begin(), faults.end());
  }
  return all;
}

void Processors::add_probes(int node, ProbeList& probes, const std::string& scope) const {
  if (!ranks_.empty()) ranks_[static_cast<std::size_t>(node)]->add_probes(probes, scope);
}

std::vector<Picoseconds> Processors::stolen() const {
  std::vector<Picoseconds> all;
  for (const auto& rank : ranks_) all.push_back(rank->stolen());
  return all;
}

}  // namespace tactus
