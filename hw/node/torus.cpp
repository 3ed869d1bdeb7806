#include "hw/node/torus.h"

#include <fmt/core.h>

#include <numeric>
#include <utility>

namespace tactus {
namespace {

std::vector<int> all_nodes(const NetworkShape& shape) {
  std::vector<int> numbers(static_cast<std::size_t>(shape.nodes()));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

Torus::Torus(const sc_core::sc_module_name& name, const MachineConfig& config, NodeParts parts)
    : sc_module(name),
      config_(config),
      domain_("clock", config.clock),
      nodes_(domain_, config_, std::move(parts), all_nodes(config_.network)),
      irqs_("irq", static_cast<std::size_t>(config.network.nodes())) {
  for (const int number : nodes_.numbers()) node(number).irq_o(irqs_[static_cast<std::size_t>(number)]);
}

tlm::tlm_target_socket<32>& Torus::csr_tsock(int node) { return this->node(node).nic().register_socket(); }

std::uint64_t Torus::link_flits(int node, Direction direction) const {
  return nodes_.node(node).router().flits_sent(static_cast<int>(direction));
}

int Torus::vc_occupancy(int node, int port, int vc) const { return nodes_.node(node).router().occupancy(port, vc); }

std::uint64_t Torus::nic_counter(std::uint64_t engine_register) const { return nodes_.nic_counter(engine_register); }
std::uint64_t Torus::movements() const { return nodes_.movements(); }
bool Torus::something_due() const { return nodes_.something_due(); }

std::uint64_t Torus::flits_in_flight() const {
  return nodes_.flits_sent() - nodes_.flits_received() + nodes_.flits_in_receive_buffers();
}

bool Torus::drained() const { return flits_in_flight() == 0 && nodes_.settled(); }
ProbeList Torus::probes(int number) const { return nodes_.probes(number, name()); }

std::vector<WaitingPacket> Torus::waiting() const {
  std::vector<WaitingPacket> all;
  for (const int number : nodes_.numbers()) {
    const auto list = nodes_.node(number).router().waiting();
    all.insert(all.end(), list.begin(), list.end());
  }
  return all;
}

std::vector<std::string> Torus::conservation_faults() const {
  const std::uint64_t sent = nodes_.flits_sent();
  const std::uint64_t taken = nodes_.flits_received();
  const std::uint64_t present = nodes_.flits_present();
  if (sent == taken + present) return {};
  return {fmt::format("{} flits were sent, {} taken and {} are in the network", sent, taken, present)};
}

std::vector<std::string> Torus::final_faults() const {
  std::vector<std::string> faults = nodes_.final_faults();
  const std::uint64_t injected = packets_injected();
  const std::uint64_t delivered = packets_delivered();
  if (injected != delivered) {
    faults.push_back(fmt::format("{} packets were injected, {} delivered", injected, delivered));
  }
  return faults;
}

}  // namespace tactus
