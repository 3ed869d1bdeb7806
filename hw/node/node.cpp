#include "hw/node/node.h"

namespace tactus {
namespace {

std::size_t directions(const NodeSite& site) { return static_cast<std::size_t>(site.config.network.directions()); }
std::size_t nics(const NodeSite& site) { return static_cast<std::size_t>(site.config.nics()); }
bool is_switch_at(const NodeSite& site) {
  return site.config.network.node(site.position) >= site.config.network.hosts();
}

}  // namespace

Node::Node(const sc_core::sc_module_name& name, const NodeSite& site, const NodeParts& parts)
    : sc_module(name),
      flit_i("flit_i", directions(site)),
      credit_o("credit_o", directions(site)),
      flit_o("flit_o", directions(site)),
      credit_i("credit_i", directions(site)),
      irq_o("irq_o"),
      ports_(site.config.ports()),
      memory_(is_switch_at(site) ? nullptr : parts.memory(site.config.network.node(site.position))),
      nic_(memory_ == nullptr ? nullptr : parts.nic("nic", site, *memory_)),
      router_(parts.router("router", site)),
      first_output_(*router_, site.config, site.position),
      inject_("inject", nics(site), wires_of<Flit>(site.domain)),
      inject_credit_("inject_credit", nics(site), wires_of<CreditReturn>(site.domain)),
      eject_("eject", nics(site), wires_of<Flit>(site.domain)),
      eject_credit_("eject_credit", nics(site), wires_of<CreditReturn>(site.domain)) {
  bind_links();
  bind_nic_ports();
  if (is_switch()) return;
  nic_->irq_o(irq_o);
  nic_->see(first_output_);
  bind_nics();
}

void Node::bind_links() {
  for (std::size_t port = 0; port < flit_i.size(); ++port) {
    router_->flit_i[port](flit_i[port]);
    router_->credit_o[port](credit_o[port]);
    router_->flit_o[port](flit_o[port]);
    router_->credit_i[port](credit_i[port]);
  }
}

void Node::bind_nic_ports() {
  for (std::size_t engine = 0; engine < inject_.size(); ++engine) {
    const std::size_t port = flit_i.size() + engine;
    router_->flit_i[port](inject_[engine]);
    router_->credit_o[port](inject_credit_[engine]);
    router_->flit_o[port](eject_[engine]);
    router_->credit_i[port](eject_credit_[engine]);
  }
}

void Node::bind_nics() {
  for (std::size_t engine = 0; engine < inject_.size(); ++engine) {
    nic_->flit_o[engine](inject_[engine]);
    nic_->credit_i[engine](inject_credit_[engine]);
    nic_->flit_i[engine](eject_[engine]);
    nic_->credit_o[engine](eject_credit_[engine]);
  }
}

std::uint64_t Node::flits_present() const {
  std::uint64_t flits = 0;
  for (int port = 0; port < ports_.count(); ++port) {
    for (int vc = 0; vc < router_->virtual_channels(); ++vc) {
      flits += static_cast<std::uint64_t>(router_->occupancy(port, vc));
    }
  }
  for (std::size_t engine = 0; engine < inject_.size(); ++engine) {
    flits += inject_[engine].under_way() + eject_[engine].under_way();
  }
  return flits;
}

bool Node::credits_under_way() const {
  for (std::size_t engine = 0; engine < inject_.size(); ++engine) {
    if (inject_credit_[engine].under_way() != 0 || eject_credit_[engine].under_way() != 0) return true;
  }
  return false;
}

}  // namespace tactus
