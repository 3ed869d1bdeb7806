#include "tlm_models/flow/ported_topology.h"

#include <fmt/core.h>

#include <algorithm>

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

void PortedTopology::take_own_speeds(const FlowTopologyConfig& config, const std::vector<LinkGroup>& groups,
                                     const std::vector<LinkId>& own) {
  const auto is_late = [](const FlowLinkSpeed& each) { return each.extra_delay != Picoseconds{0}; };
  std::vector<Picoseconds> delays;
  if (!config.extra_delays.empty() || std::any_of(config.own_links.begin(), config.own_links.end(), is_late)) {
    delays.resize(static_cast<std::size_t>(links()));
  }
  for (const LinkGroup& group : groups) {
    if (config.extra_delays.empty()) break;
    std::fill_n(delays.begin() + group.first, group.count, config.extra_delays[group.dimension]);
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto link = static_cast<std::size_t>(own[i]);
    bandwidth_[link] = bytes_per_picosecond(config.own_links[i].bandwidth);
    if (!delays.empty()) delays[link] = config.own_links[i].extra_delay;
  }
  if (delays.empty()) return;
  delay_before_.push_back(Picoseconds{0});
  for (const Picoseconds delay : delays) delay_before_.push_back(delay_before_.back() + delay);
}

}  // namespace tactus
