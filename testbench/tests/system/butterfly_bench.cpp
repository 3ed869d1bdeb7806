#include "testbench/tests/system/butterfly_bench.h"

#include <fmt/core.h>

#include <systemc>

#include "hw/common/sc_time_conversion.h"
#include "testbench/app/run/fabric_factory.h"
#include "testbench/tests/system/delivery_book.h"

namespace tactus::test {

ButterflyBench::ButterflyBench(Level level, const MachineConfig& machine, const WorkloadConfig& workload,
                               CombineDelays delays)
    : machine_(machine),
      butterfly_(workload, RankShape{machine.network, 1}),
      account_(butterfly_, machine.network.nodes()),
      fabric_(make_fabric(level, machine_)),
      map_(RankShape{machine.network, 1}) {
  fabric_->observe(this);
  software_.clock = machine.clock;
  software_.call_overhead = workload.call_overhead;
  for (int node = 0; node < machine.network.nodes(); ++node) {
    const auto index = static_cast<std::size_t>(node);
    auto program = combining_late(butterfly_.program(node), std::move(delays[index]));
    std::vector<RankSetup> setups;
    setups.push_back({node, std::move(program)});
    processors_.push_back(std::make_unique<NodeProcessor>(fmt::format("processor_{}", node).c_str(), software_, map_,
                                                          node, std::move(setups), &account_));
    processors_.back()->csr_isock.bind(fabric_->csr_tsock(node));
    processors_.back()->irq_i(fabric_->irq(node));
  }
}

std::string ButterflyBench::run() {
  constexpr std::uint64_t kLongEnough = 1'000'000;  // cycles
  sc_core::sc_start(to_sc_time(machine_.clock.edge(Cycles{kLongEnough})));
  for (const auto& processor : processors_) {
    for (const std::string& fault : processor->rank(0).status().final_faults()) faults_ += fault + "\n";
  }
  if (!fabric_->drained()) faults_ += "something is still under way\n";
  for (const std::string& fault : fabric_->final_faults()) faults_ += fault + "\n";
  if (fabric_->packets_delivered() != butterfly_.messages()) {
    faults_ += fmt::format("{} messages of {} came\n", fabric_->packets_delivered(), butterfly_.messages());
  }
  return faults_ + account_.faults();
}

std::uint64_t ButterflyBench::dropped_packets() const { return fabric_->nic_counter(nic_reg::kRxDropped); }

void ButterflyBench::packet_delivered(const PacketHeader& header, Cycles cycle) {
  const std::uint64_t took = cycle.count() - header.route.inject_cycle;
  if (took != zero_load_latency(machine_, header.route.source, header.route.destination, header.route.flits)) {
    ++delayed_packets_;
  }
}

}  // namespace tactus::test
