#include "tlm_models/flow/ported_topology.h"

#include <fmt/core.h>

namespace tactus {

void PortedTopology::route(Endpoint from, Endpoint to, std::vector<LinkRun>& runs) const {
  if (injection_ != kNone) runs.push_back({injection_ + from.node * ports_ + from.port, 1});
  network_route(from, to, runs);
  if (ejection_ != kNone) runs.push_back({ejection_ + to.node * ports_ + to.port, 1});
}

std::string PortedTopology::link_name(LinkId link) const {
  const auto port_name = [&](const char* what, LinkId first) {
    return fmt::format("{} of node {} port {}", what, (link - first) / ports_, (link - first) % ports_);
  };
  if (ejection_ != kNone && link >= ejection_) return port_name("ejection", ejection_);
  if (injection_ != kNone && link >= injection_) return port_name("injection", injection_);
  return network_link_name(link);
}

void PortedTopology::add_links(LinkId count, BytesPerSecond bandwidth) {
  bandwidth_.insert(bandwidth_.end(), static_cast<std::size_t>(count), bytes_per_picosecond(bandwidth));
}

void PortedTopology::add_ports(const FlowPortConfig& config) {
  ports_ = config.ports;
  if (config.injection_bandwidth.count() > 0) {
    injection_ = links();
    add_links(nodes() * ports_, config.injection_bandwidth);
  }
  if (config.ejection_bandwidth.count() > 0) {
    ejection_ = links();
    add_links(nodes() * ports_, config.ejection_bandwidth);
  }
}

}  // namespace tactus
