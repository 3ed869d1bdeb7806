#include "tlm_models/packet/packet_torus.h"

#include <fmt/core.h>

#include "hw/common/sc_time_conversion.h"
#include "hw/memory/memory.h"
#include "hw/router/missing_credits.h"

namespace tactus {

PacketTorus::PacketTorus(const sc_core::sc_module_name& name, const MachineConfig& config, const Threading& threading,
                         const PacketTimings& timings, const MemoryFactory& memories)
    : sc_module(name),
      config_(config),
      network_(config_, threading, timings, memories ? memories : memories_of(config_)),
      irqs_("irq", static_cast<std::size_t>(config.torus.nodes())) {
  for (int node = 0; node < config_.torus.nodes(); ++node) {
    sockets_.push_back(std::make_unique<Socket>(fmt::format("csr_tsock_{}", node).c_str()));
    sockets_.back()->register_b_transport(this, &PacketTorus::b_transport, node);
    sockets_.back()->register_transport_dbg(this, &PacketTorus::transport_dbg, node);
  }
  SC_HAS_PROCESS(PacketTorus);
  SC_METHOD(advance);
}

std::uint64_t PacketTorus::cycle_now() const { return tactus::cycle_now(config_.clock).count(); }

std::uint64_t PacketTorus::limit() const {
  if (!sc_core::sc_pending_activity()) return PacketWheel::kNever;
  const std::uint64_t clock = config_.clock.count();
  const std::uint64_t now = to_picoseconds(sc_core::sc_time_stamp()).count();
  const std::uint64_t idle = to_picoseconds(sc_core::sc_time_to_pending_activity()).count();
  // Where the rest of the simulation has something to do at the very time of an edge, it may be its end.
  return std::max(ceil_div(now + idle, clock), now / clock + 1);
}

void PacketTorus::advance() {
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  const auto time_of_edge = [this](std::uint64_t edge) { return config_.clock * edge; };
  const std::uint64_t limit = this->limit();
  network_.run(limit);
  const std::uint64_t interrupt = network_.interrupt_edge();
  if (interrupt < limit) {
    if (time_of_edge(interrupt) > now) return next_trigger(to_sc_time(time_of_edge(interrupt) - now));
    // Its edge has come: software sees the lines in the middle of this cycle.
    for (const int node : network_.take_interrupts()) {
      irqs_[static_cast<std::size_t>(node)].write(network_.nic(node).interrupt());
    }
    // Whatever it then does is over, and its next action is known, three quarters into the cycle.
    return next_trigger(to_sc_time(Picoseconds{config_.clock.count() * 3 / 4}));
  }
  if (limit == PacketWheel::kNever) return next_trigger(software_acted_);
  // Even if nothing is due then. The order of processes that act at one moment depends on all that is pending, and that
  // must not depend on how far the regions have come.
  sleep_until(limit);
}

void PacketTorus::sleep_until(std::uint64_t edge) {
  next_trigger(to_sc_time(config_.clock * edge) - sc_core::sc_time_stamp(), software_acted_);
}

void PacketTorus::b_transport(int node, tlm::tlm_generic_payload& access, sc_core::sc_time& /*delay*/) {
  network_.registers_accessed(node, cycle_now());
  // Not before everything has been done that software does at this moment.
  software_acted_.notify(to_sc_time(Picoseconds{config_.clock.count() / 4}));
  network_.nic(node).registers().transport(access, Cycles{cycle_now()});
}

unsigned PacketTorus::transport_dbg(int node, tlm::tlm_generic_payload& access) {
  return network_.nic(node).registers().debug(access, Cycles{cycle_now()});
}

std::uint64_t PacketTorus::link_flits(int node, Direction direction) const {
  return network_.router(node).flits_sent(static_cast<int>(direction), cycle_now());
}

int PacketTorus::vc_occupancy(int node, int port, int vc) const {
  return network_.router(node).occupancy(port, vc, cycle_now());
}

std::uint64_t PacketTorus::nic_counter(std::uint64_t engine_register) const {
  std::uint64_t sum = 0;
  for (int node = 0; node < config_.torus.nodes(); ++node) {
    sum += network_.nic(node).counter(engine_register, cycle_now());
  }
  return sum;
}

std::uint64_t PacketTorus::movements() const {
  const Cycles now{cycle_now()};
  std::uint64_t sum = 0;
  for (int node = 0; node < config_.torus.nodes(); ++node) {
    sum += network_.nic(node).engines().flits_sent(now);
    for (int port = 0; port < kRouterPorts; ++port) sum += network_.router(node).flits_sent(port, now.count());
  }
  return sum;
}

std::uint64_t PacketTorus::flits_in_flight() const {
  const Cycles now{cycle_now()};
  std::uint64_t sum = 0;
  for (int node = 0; node < config_.torus.nodes(); ++node) {
    const DmaEngines& engines = network_.nic(node).engines();
    sum += engines.flits_sent(now) - engines.flits_received() + engines.flits_in_receive_buffers();
  }
  return sum;
}

bool PacketTorus::something_due() const {
  for (int node = 0; node < config_.torus.nodes(); ++node) {
    if (network_.nic(node).something_due()) return true;
  }
  return false;
}

bool PacketTorus::drained() const {
  if (network_.packets_in_flight() != 0 || flits_in_flight() != 0) return false;
  for (int node = 0; node < config_.torus.nodes(); ++node) {
    for (int port = 0; port < kRouterPorts; ++port) {
      for (int vc = 0; vc < config_.router.virtual_channels; ++vc) {
        if (network_.router(node).credits_away(port, vc, cycle_now()) != 0) return false;
      }
    }
    if (network_.nic(node).credits_away(cycle_now()) || network_.nic(node).writes_pending()) return false;
  }
  return true;
}

ProbeList PacketTorus::probes(int /*node*/) const { return {}; }

std::vector<WaitingPacket> PacketTorus::waiting() const {
  std::vector<WaitingPacket> all;
  for (int node = 0; node < config_.torus.nodes(); ++node) {
    const auto list = network_.router(node).waiting(cycle_now());
    all.insert(all.end(), list.begin(), list.end());
  }
  return all;
}

std::vector<std::string> PacketTorus::conservation_faults() const {
  const std::uint64_t gone = packets_injected() - packets_delivered();
  const std::uint64_t present = network_.packets_in_flight();
  if (gone == present) return {};
  return {fmt::format("{} packets are under way, {} are in the network", gone, present)};
}

std::vector<std::string> PacketTorus::final_faults() const {
  std::vector<std::string> faults = conservation_faults();
  for (int node = 0; node < config_.torus.nodes(); ++node) {
    const auto nic_faults = network_.nic(node).final_faults();
    faults.insert(faults.end(), nic_faults.begin(), nic_faults.end());
    const std::string router = std::string(name()) + "." + node_name(config_.torus.coordinate(node)) + ".router";
    for (int port = 0; port < kRouterPorts; ++port) {
      for (int vc = 0; vc < config_.router.virtual_channels; ++vc) {
        const int missing = network_.router(node).credits_away(port, vc, cycle_now());
        if (missing != 0) faults.push_back(missing_credits(router, missing, port, vc));
      }
    }
  }
  return faults;
}

}  // namespace tactus
