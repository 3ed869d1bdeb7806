#include "testbench/app/compare/observable_sampler.h"

#include "hw/common/sc_time_conversion.h"
#include "hw/nic/nic_register_map.h"
#include "testbench/app/results/content_hash.h"
#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

constexpr std::uint64_t kFirstGap = 61;  // cycles; a prime, so that no beat of a workload hides between samples
constexpr std::uint64_t kGapGrowth = 64;

std::uint64_t links_of(const Fabric& fabric) {
  ContentHash digest;
  const NetworkShape& network = fabric.config().network;
  for (int node = 0; node < network.nodes(); ++node) {
    for (int link = 0; link < network.directions(); ++link)
      digest.add(fabric.link_flits(node, static_cast<Direction>(link)));
  }
  return digest.value();
}

std::uint64_t buffers_of(const Fabric& fabric) {
  ContentHash digest;
  const RouterPorts ports = fabric.config().ports();
  for (int node = 0; node < fabric.config().network.nodes(); ++node) {
    for (int port = 0; port < ports.count(); ++port) {
      const int vcs = ports.is_nic(port) ? 1 : fabric.config().router.virtual_channels;
      for (int vc = 0; vc < vcs; ++vc) digest.add(static_cast<std::uint64_t>(fabric.vc_occupancy(node, port, vc)));
    }
  }
  return digest.value();
}

std::uint64_t moving_in(const Fabric& fabric) {
  ContentHash digest;
  digest.add(fabric.movements());
  digest.add(std::uint64_t{fabric.flits_in_flight()});
  return digest.value();
}

template <class Registers>
void add_counters(const Fabric& fabric, const Registers& registers, std::uint64_t base, ContentHash& digest) {
  constexpr std::uint64_t kCounterBytes = 8;
  for (const nic_reg::Register& each : registers) {
    if (each.bytes == kCounterBytes) digest.add(fabric.nic_counter(base + each.offset));
  }
}

std::uint64_t counters_of(const Fabric& fabric) {
  ContentHash digest;
  add_counters(fabric, nic_reg::kEngineRegisters, 0, digest);
  add_counters(fabric, nic_reg::kControlRegisters, nic_reg::kControlBase, digest);
  return digest.value();
}

}  // namespace

ObservableSampler::ObservableSampler(const sc_core::sc_module_name& name, const Fabric& fabric)
    : sc_module(name), fabric_(fabric), clock_(fabric.config().clock) {
  SC_HAS_PROCESS(ObservableSampler);
  SC_METHOD(on_sample);
}

void ObservableSampler::on_sample() {
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  if (now == Picoseconds{}) {  // initialisation
    next_trigger(to_sc_time(clock_.middle(Cycles{kFirstGap})));
    return;
  }
  const std::uint64_t cycle = clock_.cycle_at(now).count();
  samples_.push_back(sample(cycle));
  next_trigger(until(clock_.middle(Cycles{cycle + kFirstGap + cycle / kGapGrowth})));
}

ObservableSample ObservableSampler::sample(std::uint64_t cycle) const {
  return {cycle, links_of(fabric_), buffers_of(fabric_), moving_in(fabric_), counters_of(fabric_)};
}

}  // namespace tactus
