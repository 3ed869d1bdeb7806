#include "tlm_models/packet/packet_torus.h"

#include <fmt/core.h>

#include <algorithm>

#include "hw/common/sc_time_conversion.h"
#include "hw/memory/memory.h"
#include "hw/router/missing_credits.h"

namespace tactus {
namespace {

NodeMask mask_of(const std::vector<int>& nodes, const NetworkShape& shape) {
  NodeMask mask;
  if (!nodes.empty()) mask.resize(static_cast<std::size_t>(shape.nodes()));
  for (const int node : nodes) mask[static_cast<std::size_t>(node)] = 1;
  return mask;
}

}  // namespace

PacketTorus::PacketTorus(const sc_core::sc_module_name& name, const MachineConfig& config, const Threading& threading,
                         const PacketTimings& timings, const MemoryFactory& memories, const IslandSetup& island)
    : sc_module(name),
      config_(config),
      quarter_(to_sc_time(config.clock.quarter(Cycles{0}, 1))),
      network_(config_, threading, timings, memories ? memories : memories_of(config_),
               mask_of(island.nodes, config.network)),
      sockets_(static_cast<std::size_t>(config.network.nodes())),
      irqs_("irq", static_cast<std::size_t>(config.network.nodes())) {
  if (!island.nodes.empty()) make_island(island);
  for (int node = 0; node < config_.network.nodes(); ++node) {
    if (on_pins(node)) continue;
    packet_nodes_.push_back(node);
    if (node >= config_.network.hosts()) continue;  // a switch
    packet_hosts_.push_back(node);
    auto& socket = sockets_[static_cast<std::size_t>(node)];
    socket = std::make_unique<Socket>(fmt::format("csr_tsock_{}", node).c_str());
    socket->register_b_transport(this, &PacketTorus::b_transport, node);
    socket->register_transport_dbg(this, &PacketTorus::transport_dbg, node);
  }
  if (island_) return;
  SC_HAS_PROCESS(PacketTorus);
  SC_METHOD(advance);
}

void PacketTorus::make_island(const IslandSetup& setup) {
  BorderSink& network = *this;
  island_ = std::make_unique<Island>(config_, setup, network);
  network_.connect(*island_);
  for (const int node : setup.nodes) island_->nodes().node(node).irq_o(irq(node));
  gate_ = std::make_unique<IslandGate>("gate", island_->domain(),
                                       [this](Cycles now) { return advance_beside_island(now); });
  SC_HAS_PROCESS(PacketTorus);
  SC_METHOD(island_interrupted);
  for (const int node : setup.nodes) sensitive << irq(node);
  dont_initialize();
}

tlm::tlm_target_socket<32>& PacketTorus::csr_tsock(int node) {
  if (on_pins(node)) return island_->nodes().node(node).nic().register_socket();
  return *sockets_[static_cast<std::size_t>(node)];
}

void PacketTorus::observe(PacketObserver* observer) {
  network_.observe(observer);
  if (!island_) return;
  if (observer != nullptr) island_observer_ = std::make_unique<IslandObserver>(network_, *observer);
  island_->nodes().observe(observer == nullptr ? nullptr : island_observer_.get());
}

PacketNic& PacketTorus::settled(int node, Cycles now) const {
  PacketNic& nic = network_.nic(node);
  nic.settle(now.count());
  return nic;
}

std::uint64_t PacketTorus::last_edge() const { return tactus::last_edge(config_.clock).count(); }

std::uint64_t PacketTorus::limit() const {
  if (!sc_core::sc_pending_activity()) return PacketWheel::kNever;
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  const Picoseconds idle = to_picoseconds(sc_core::sc_time_to_pending_activity());
  // Where the rest of the simulation has something to do at the very time of an edge, it may be its end.
  return std::max(config_.clock.covering(now + idle), config_.clock.cycle_at(now) + Cycles{1}).count();
}

void PacketTorus::advance() {
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  const auto time_of_edge = [this](std::uint64_t edge) { return config_.clock.edge(Cycles{edge}); };
  const std::uint64_t limit = this->limit();
  network_.run(limit);
  const std::uint64_t interrupt = network_.interrupt_edge();
  if (interrupt < limit) {
    if (time_of_edge(interrupt) > now) return next_trigger(to_sc_time(time_of_edge(interrupt) - now));
    // Its edge has come: software sees the lines in the middle of this cycle.
    write_interrupts();
    // Whatever it then does is over, and its next action is known, three quarters into the cycle.
    return next_trigger(to_sc_time(config_.clock.quarter(Cycles{0}, 3)));
  }
  // If nothing is due for long, others need not see an event before.
  const std::uint64_t next = std::max(limit, network_.idle_until());
  next == PacketWheel::kNever ? next_trigger(software_acted_) : sleep_until(next);
}

void PacketTorus::write_interrupts() {
  for (const int node : network_.take_interrupts()) irq(node).write(network_.nic(node).interrupt());
}

Cycles PacketTorus::advance_beside_island(Cycles now) {
  const std::uint64_t edge = now.count();
  const std::uint64_t limit = this->limit();
  // What a node on pins puts on a link at this edge reaches its neighbour `link_delay + 1` edges later, or more.
  const std::uint64_t end = std::min(limit, edge + config_.shortest_link_delay().count() + 1);
  network_.run(end);
  const std::uint64_t interrupt = network_.interrupt_edge();
  if (interrupt == edge) write_interrupts();
  network_.tell(edge + 1);
  gate_closed_ = limit == PacketWheel::kNever && interrupt != edge && network_.next_edge() == PacketWheel::kNever;
  if (gate_closed_) return Cycles::max();
  // In the last cycle before others may look, so that by then the observer has been told of all.
  return std::max(now + Cycles{1}, Cycles{std::min(interrupt, end - 1)});
}

void PacketTorus::island_interrupted() {
  network_.tell(cycle_now(config_.clock).count() + 1);
  // Software may now act in cycles that the gate would have slept through.
  gate_->open();
}

void PacketTorus::cross(const Crossing& crossing) {
  network_.enter(crossing);
  if (gate_closed_) gate_->open();
}

void PacketTorus::sleep_until(std::uint64_t edge) {
  next_trigger(until(config_.clock.edge(Cycles{edge})), software_acted_);
}

void PacketTorus::b_transport(int node, tlm::tlm_generic_payload& access, sc_core::sc_time& delay) {
  if (!network_.nic(node).registers().await(access, delay)) return;
  const std::uint64_t now = cycle_now(config_.clock).count();
  network_.register_accessed(node, access.get_address(), now);
  // Not before everything has been done that software does at this moment.
  if (island_) {
    gate_->open();
  } else {
    software_acted_.notify(quarter_);
  }
  if (access.is_read()) network_.nic(node).settle(last_edge());
  network_.nic(node).registers().transport(access, Cycles{now});
}

unsigned PacketTorus::transport_dbg(int node, tlm::tlm_generic_payload& access) {
  network_.nic(node).settle(last_edge());
  return network_.nic(node).registers().debug(access, cycle_now(config_.clock));
}

std::uint64_t PacketTorus::link_flits(int node, Direction direction) const {
  if (on_pins(node)) return island_->nodes().node(node).router().flits_sent(static_cast<int>(direction));
  return network_.router(node).flits_sent(static_cast<int>(direction), last_edge());
}

RetryCounts PacketTorus::link_retries(int node, Direction direction) const {
  return on_pins(node) ? island_->retries(node, direction, last_edge())
                       : network_.router(node).retries(static_cast<int>(direction), last_edge());
}

int PacketTorus::vc_occupancy(int node, int port, int vc) const {
  if (on_pins(node)) return island_->nodes().node(node).router().occupancy(port, vc);
  return network_.router(node).occupancy(port, vc, last_edge());
}

void PacketTorus::vc_occupancies(int node, std::vector<int>& of) const {
  if (on_pins(node)) return Fabric::vc_occupancies(node, of);
  network_.router(node).occupancies(last_edge(), of);
}

std::uint64_t PacketTorus::nic_counter(std::uint64_t engine_register) const {
  std::uint64_t sum = island_ ? island_->nodes().nic_counter(engine_register) : 0;
  for (const int node : packet_hosts_) sum += network_.nic(node).counter(engine_register, last_edge());
  return sum;
}

std::uint64_t PacketTorus::movements() const {
  const Cycles now{last_edge()};
  std::uint64_t sum = island_ ? island_->nodes().movements() : 0;
  for (const int node : packet_hosts_) sum += network_.nic(node).engines().flits_sent(now);
  for (const int node : packet_nodes_) {
    for (int port = 0; port < config_.ports().count(); ++port)
      sum += network_.router(node).flits_sent(port, now.count());
  }
  return sum;
}

std::uint64_t PacketTorus::flits_in_flight() const {
  const Cycles now{last_edge()};
  std::uint64_t sum = 0;
  if (island_) {
    const NodeGroup& nodes = island_->nodes();
    sum = nodes.flits_sent() - nodes.flits_received() + nodes.flits_in_receive_buffers();
  }
  for (const int node : packet_hosts_) {
    const DmaEngines& engines = settled(node, now).engines();
    sum += engines.flits_sent(now) - engines.flits_received() + engines.flits_in_receive_buffers();
  }
  return sum;
}

bool PacketTorus::something_due() const {
  if (island_ && (island_->nodes().something_due() || !island_->borders_empty())) return true;
  const std::uint64_t now = last_edge();
  const auto any = [](const std::vector<int>& nodes, auto&& holds) {
    return std::any_of(nodes.begin(), nodes.end(), holds);
  };
  // A flit or credit on a link has no event.
  return any(packet_hosts_, [&](int node) { return settled(node, Cycles{now}).something_due(); }) ||
         any(packet_nodes_, [&](int node) { return network_.router(node).changes_from(now) != PacketWheel::kNever; });
}

Cycles PacketTorus::changes_from(Cycles now) const {
  std::uint64_t next = network_.next_edge();
  for (const int node : packet_nodes_) {
    if (next <= now.count() + 1) break;
    next = std::min(next, network_.router(node).changes_from(now.count()));
  }
  for (const int node : packet_hosts_) {
    if (next <= now.count() + 1) break;
    next = std::min(next, settled(node, now).changes_from(now.count()));
  }
  return std::max(Cycles{next}, now + Cycles{1});
}

bool PacketTorus::drained() const {
  if (network_.packets_in_flight() != 0 || flits_in_flight() != 0) return false;
  if (island_ && !(island_->nodes().settled() && island_->borders_empty())) return false;
  const auto none = [](const std::vector<int>& nodes, auto&& holds) {
    return std::none_of(nodes.begin(), nodes.end(), holds);
  };
  // The NICs' own credits last: to count them is to give them to engines, which then have nothing to send.
  return none(packet_nodes_, [this](int node) { return credits_away(node); }) && none(packet_hosts_, [this](int node) {
           PacketNic& nic = settled(node, Cycles{last_edge()});
           return nic.writes_pending() || nic.control_pending() || nic.credits_away(last_edge());
         });
}

bool PacketTorus::credits_away(int node) const {
  for (int port = 0; port < config_.ports().count(); ++port) {
    for (int vc = 0; vc < config_.router.virtual_channels; ++vc) {
      if (network_.router(node).credits_away(port, vc, last_edge()) != 0) return true;
    }
  }
  return false;
}

ProbeList PacketTorus::probes(int node) const {
  return on_pins(node) ? island_->nodes().probes(node, name()) : ProbeList{};
}

std::vector<WaitingPacket> PacketTorus::waiting() const {
  std::vector<WaitingPacket> all;
  all.reserve(waiting_before_ + waiting_before_ / 4);
  for (int node = 0; node < config_.network.nodes(); ++node) {
    if (!on_pins(node)) {
      network_.router(node).waiting(last_edge(), all);
      continue;
    }
    const auto list = island_->nodes().node(node).router().waiting();
    all.insert(all.end(), list.begin(), list.end());
  }
  waiting_before_ = all.size();
  return all;
}

std::vector<std::string> PacketTorus::conservation_faults() const {
  std::vector<std::string> faults;
  const auto under_way = [](const auto& counters) {
    return counters.nic_counter(nic_reg::kTxPackets) +
           counters.nic_counter(nic_reg::control_address(nic_reg::kTxControl)) -
           counters.nic_counter(nic_reg::kRxPackets) -
           counters.nic_counter(nic_reg::control_address(nic_reg::kRxControl));
  };
  std::uint64_t gone = under_way(*this);
  if (island_) {
    faults = island_->conservation_faults();
    const NodeGroup& nodes = island_->nodes();
    gone -= under_way(nodes);
    gone += network_.entered() - network_.left();
  }
  const std::uint64_t present = network_.packets_in_flight();
  if (gone != present) {
    faults.push_back(fmt::format("{} packets are under way, {} are in the network", gone, present));
  }
  return faults;
}

std::vector<std::string> PacketTorus::final_faults() const {
  std::vector<std::string> faults = conservation_faults();
  if (island_) {
    if (packets_injected() != packets_delivered()) {
      faults.push_back(fmt::format("{} packets were injected, {} delivered", packets_injected(), packets_delivered()));
    }
    const auto of_island = island_->final_faults();
    faults.insert(faults.end(), of_island.begin(), of_island.end());
  }
  for (const int node : packet_nodes_) {
    if (node < config_.network.hosts()) {
      const auto nic_faults = settled(node, Cycles{last_edge()}).final_faults();
      faults.insert(faults.end(), nic_faults.begin(), nic_faults.end());
    }
    const std::string router =
        std::string(name()) + "." + config_.network.node_name(config_.network.coordinate(node)) + ".router";
    for (int port = 0; port < config_.ports().count(); ++port) {
      for (int vc = 0; vc < config_.router.virtual_channels; ++vc) {
        const int missing = network_.router(node).credits_away(port, vc, last_edge());
        if (missing != 0) faults.push_back(missing_credits(router, missing, config_.ports().name(port), vc));
      }
    }
  }
  return faults;
}

}  // namespace tactus
