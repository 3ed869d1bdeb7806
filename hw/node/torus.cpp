#include "hw/node/torus.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "hw/memory/memory.h"

namespace tactus {
namespace {

constexpr std::array<Direction, kTorusPorts> kDirections = {Direction::kPlusX, Direction::kMinusX, Direction::kPlusY,
                                                            Direction::kMinusY};

}  // namespace

// What is put at an edge is sampled by the cable at the next one, and `delay` later by the far side.
Torus::Cable::Cable(const std::string& name, ClockDomain& domain, Cycles delay)
    : flit((name + "_flit").c_str(), domain, delay + Cycles{1}),
      credit((name + "_credit").c_str(), domain, delay + Cycles{1}) {}

Torus::Torus(const sc_core::sc_module_name& name, const MachineConfig& config, NodeParts parts)
    : sc_module(name),
      config_(config),
      domain_("clock", config.clock),
      irqs_("irq", static_cast<std::size_t>(config.torus.nodes())) {
  const TorusShape& shape = config_.torus;
  if (!parts.memory) parts.memory = memories_of(config_);
  for (int number = 0; number < shape.nodes(); ++number) {
    const Coordinate position = shape.coordinate(number);
    nodes_.push_back(std::make_unique<Node>(node_name(position).c_str(), NodeSite{domain_, config_, position}, parts));
    nodes_.back()->irq_o(irqs_[static_cast<std::size_t>(number)]);
  }
  for (int number = 0; number < shape.nodes(); ++number) {
    for (const Direction direction : kDirections) connect(shape.coordinate(number), direction);
  }
}

void Torus::connect(Coordinate from, Direction direction) {
  const Coordinate to = config_.torus.neighbour(from, direction);
  const std::string name =
      fmt::format("link_{}_{}_{}", from.x, from.y, kPortNames[static_cast<std::size_t>(direction)]);
  cables_.push_back(std::make_unique<Cable>(name, domain_, config_.link_delay()));
  Cable& cable = *cables_.back();

  const auto near_port = static_cast<std::size_t>(direction);
  const auto far_port = static_cast<std::size_t>(opposite(direction));
  Node& near_node = node(config_.torus.node(from));
  Node& far_node = node(config_.torus.node(to));
  near_node.flit_o[near_port](cable.flit);
  near_node.credit_i[near_port](cable.credit);
  far_node.flit_i[far_port](cable.flit);
  far_node.credit_o[far_port](cable.credit);
}

tlm::tlm_target_socket<32>& Torus::csr_tsock(int node) { return this->node(node).nic().register_socket(); }

void Torus::observe(PacketObserver* observer) {
  for (const auto& node : nodes_) {
    node->nic().observe(observer);
    node->router().observe(observer);
  }
}

std::uint64_t Torus::link_flits(int node, Direction direction) const {
  return nodes_[static_cast<std::size_t>(node)]->router().flits_sent(static_cast<int>(direction));
}

int Torus::vc_occupancy(int node, int port, int vc) const {
  return nodes_[static_cast<std::size_t>(node)]->router().occupancy(port, vc);
}

std::uint64_t Torus::nic_counter(std::uint64_t engine_register) const {
  std::uint64_t sum = 0;
  for (const auto& node : nodes_) sum += node->nic().counter(engine_register);
  return sum;
}

std::uint64_t Torus::movements() const {
  std::uint64_t sum = 0;
  for (const auto& node : nodes_) {
    sum += node->nic().flits_sent();
    for (int port = 0; port < kRouterPorts; ++port) sum += node->router().flits_sent(port);
  }
  return sum;
}

bool Torus::something_due() const {
  const auto nic_due = [](const auto& node) { return node->nic().something_due(); };
  const auto flits_on = [](const auto& cable) { return cable->flit.under_way() != 0; };
  return std::any_of(nodes_.begin(), nodes_.end(), nic_due) || std::any_of(cables_.begin(), cables_.end(), flits_on) ||
         credits_on_links();
}

bool Torus::credits_on_links() const {
  return std::any_of(cables_.begin(), cables_.end(), [](const auto& cable) { return cable->credit.under_way() != 0; });
}

std::uint64_t Torus::flits_in_flight() const {
  std::uint64_t sum = 0;
  for (const auto& node : nodes_) {
    sum += node->nic().flits_sent() - node->nic().flits_received() + node->nic().flits_in_receive_buffer();
  }
  return sum;
}

bool Torus::drained() const {
  if (flits_in_flight() != 0) return false;
  for (const auto& node : nodes_) {
    if (node->credits_under_way() || node->nic().writes_pending()) return false;
  }
  return !credits_on_links();
}

ProbeList Torus::probes(int number) const {
  ProbeList probes;
  const Node& node = *nodes_[static_cast<std::size_t>(number)];
  const std::string scope = std::string(name()) + "." + node_name(config_.torus.coordinate(number));
  node.nic().add_probes(probes, scope + ".nic");
  node.router().add_probes(probes, scope + ".router");
  return probes;
}

std::vector<WaitingPacket> Torus::waiting() const {
  std::vector<WaitingPacket> all;
  for (const auto& node : nodes_) {
    const auto list = node->router().waiting();
    all.insert(all.end(), list.begin(), list.end());
  }
  return all;
}

std::vector<std::string> Torus::conservation_faults() const {
  std::uint64_t sent = 0;
  std::uint64_t taken = 0;
  std::uint64_t present = 0;
  for (const auto& node : nodes_) {
    sent += node->nic().flits_sent();
    taken += node->nic().flits_received();
    present += node->flits_present();
  }
  for (const auto& cable : cables_) present += cable->flit.under_way();
  if (sent == taken + present) return {};
  return {fmt::format("{} flits were sent, {} taken and {} are in the network", sent, taken, present)};
}

std::vector<std::string> Torus::final_faults() const {
  std::vector<std::string> faults;
  const auto append = [&faults](std::vector<std::string> more) {
    std::move(more.begin(), more.end(), std::back_inserter(faults));
  };
  for (const auto& node : nodes_) {
    append(node->nic().final_faults());
    append(node->router().final_faults());
  }
  const std::uint64_t injected = packets_injected();
  const std::uint64_t delivered = packets_delivered();
  if (injected != delivered) {
    faults.push_back(fmt::format("{} packets were injected, {} delivered", injected, delivered));
  }
  return faults;
}

}  // namespace tactus
