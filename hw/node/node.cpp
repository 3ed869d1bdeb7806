#include "hw/node/node.h"

namespace tactus {

Node::Node(const sc_core::sc_module_name& name, const NodeSite& site, const NodeParts& parts)
    : sc_module(name),
      flit_i("flit_i", kTorusPorts),
      credit_o("credit_o", kTorusPorts),
      flit_o("flit_o", kTorusPorts),
      credit_i("credit_i", kTorusPorts),
      irq_o("irq_o"),
      memory_(parts.memory(site.config.network.node(site.position))),
      nic_(parts.nic("nic", site, *memory_)),
      router_(parts.router("router", site)),
      first_output_(*router_, site.config, site.position),
      inject_("inject", kNicPorts, wires_of<Flit>(site.domain)),
      inject_credit_("inject_credit", kNicPorts, wires_of<CreditReturn>(site.domain)),
      eject_("eject", kNicPorts, wires_of<Flit>(site.domain)),
      eject_credit_("eject_credit", kNicPorts, wires_of<CreditReturn>(site.domain)) {
  nic_->irq_o(irq_o);
  nic_->see(first_output_);
  bind_torus_ports();
  bind_nic_ports();
}

void Node::bind_torus_ports() {
  for (std::size_t port = 0; port < kTorusPorts; ++port) {
    router_->flit_i[port](flit_i[port]);
    router_->credit_o[port](credit_o[port]);
    router_->flit_o[port](flit_o[port]);
    router_->credit_i[port](credit_i[port]);
  }
}

void Node::bind_nic_ports() {
  for (std::size_t engine = 0; engine < kNicPorts; ++engine) {
    const std::size_t port = kTorusPorts + engine;
    nic_->flit_o[engine](inject_[engine]);
    router_->flit_i[port](inject_[engine]);
    router_->credit_o[port](inject_credit_[engine]);
    nic_->credit_i[engine](inject_credit_[engine]);
    router_->flit_o[port](eject_[engine]);
    nic_->flit_i[engine](eject_[engine]);
    nic_->credit_o[engine](eject_credit_[engine]);
    router_->credit_i[port](eject_credit_[engine]);
  }
}

std::uint64_t Node::flits_present() const {
  std::uint64_t flits = 0;
  for (int port = 0; port < kRouterPorts; ++port) {
    for (int vc = 0; vc < router_->virtual_channels(); ++vc) {
      flits += static_cast<std::uint64_t>(router_->occupancy(port, vc));
    }
  }
  for (std::size_t engine = 0; engine < kNicPorts; ++engine) {
    flits += inject_[engine].under_way() + eject_[engine].under_way();
  }
  return flits;
}

bool Node::credits_under_way() const {
  for (std::size_t engine = 0; engine < kNicPorts; ++engine) {
    if (inject_credit_[engine].under_way() != 0 || eject_credit_[engine].under_way() != 0) return true;
  }
  return false;
}

}  // namespace tactus
