#include "hw/node/node_group.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "hw/memory/memory.h"

namespace tactus {
// What is put at an edge is sampled by the cable at the next one, and `delay` later by the far side.
NodeGroup::Cable::Cable(const std::string& name, ClockDomain& domain, Cycles delay)
    : flit((name + "_flit").c_str(), domain, delay + Cycles{1}),
      credit((name + "_credit").c_str(), domain, delay + Cycles{1}) {}

NodeGroup::RepeatingCable::RepeatingCable(const std::string& name, ClockDomain& domain, const MachineConfig& config,
                                          Coordinate from, Direction direction)
    : link(name, domain, config, from, direction),
      credit((name + "_credit").c_str(), domain, Cycles{config.link_speed(from, direction).delay + 1}) {}

NodeGroup::NodeGroup(ClockDomain& domain, const MachineConfig& config, NodeParts parts, std::vector<int> numbers)
    : config_(config), numbers_(std::move(numbers)), nodes_(static_cast<std::size_t>(config.network.nodes())) {
  if (!parts.memory) parts.memory = memories_of(config_);
  for (const int number : numbers_) {
    const Coordinate position = config_.network.coordinate(number);
    nodes_[static_cast<std::size_t>(number)] =
        std::make_unique<Node>(config_.network.node_name(position).c_str(), NodeSite{domain, config_, position}, parts);
    if (number < config_.network.hosts()) hosts_.push_back(number);
  }
  for (const int number : numbers_) {
    const Coordinate from = config_.network.coordinate(number);
    for (int port = 0; port < config_.network.directions(); ++port) {
      const auto direction = static_cast<Direction>(port);
      config_.has_link(from, direction) ? connect(domain, from, direction) : close(domain, from, direction);
    }
  }
}

void NodeGroup::connect(ClockDomain& domain, Coordinate from, Direction direction) {
  const int to = config_.network.node(config_.network.neighbour(from, direction));
  if (!contains(to)) return;
  const std::string name = cable_name(from, direction);
  if (!config_.faults.repeat_packets()) {
    cables_.push_back(std::make_unique<Cable>(name, domain, Cycles{config_.link_speed(from, direction).delay}));
    Cable& cable = *cables_.back();
    return bind(from, direction, cable.flit, cable.flit, cable.credit);
  }
  repeating_.push_back(std::make_unique<RepeatingCable>(name, domain, config_, from, direction));
  RepeatingCable& cable = *repeating_.back();
  bind(from, direction, cable.link.from_router, cable.link.to_router, cable.credit);
  const int number = config_.network.node(from);
  node(number).router().wait_for_room(static_cast<int>(direction), cable.link.room);
  repeating_of_.resize(nodes_.size() * kMaxDirections);
  repeating_of_[static_cast<std::size_t>(number * kMaxDirections) + static_cast<std::size_t>(direction)] = &cable;
}

void NodeGroup::bind(Coordinate from, Direction direction, Wire<Flit>& near, Wire<Flit>& far,
                     Wire<CreditReturn>& credit) {
  const auto near_port = static_cast<std::size_t>(direction);
  const auto far_port = static_cast<std::size_t>(opposite(direction));
  Node& near_node = node(config_.network.node(from));
  Node& far_node = node(config_.network.node(config_.network.neighbour(from, direction)));
  near_node.flit_o[near_port](near);
  near_node.credit_i[near_port](credit);
  far_node.flit_i[far_port](far);
  far_node.credit_o[far_port](credit);
}

void NodeGroup::close(ClockDomain& domain, Coordinate from, Direction direction) {
  cables_.push_back(
      std::make_unique<Cable>(cable_name(from, direction), domain, Cycles{config_.link_speed(from, direction).delay}));
  Cable& cable = *cables_.back();
  const auto port = static_cast<std::size_t>(direction);
  Node& node = this->node(config_.network.node(from));
  node.flit_o[port](cable.flit);
  node.flit_i[port](cable.flit);
  node.credit_o[port](cable.credit);
  node.credit_i[port](cable.credit);
}

std::string NodeGroup::cable_name(Coordinate from, Direction direction) const {
  if (config_.network.is_graph()) {
    return "link_" + config_.network.node_name(from) + "_to_" +
           config_.network.side_name(from, static_cast<int>(direction));
  }
  return "link_" + config_.network.joined(from, "_") + "_" + config_.ports().name(static_cast<int>(direction));
}

void NodeGroup::observe(PacketObserver* observer) {
  for (const int number : hosts_) node(number).nic().observe(observer);
  for (const int number : numbers_) node(number).router().observe(observer);
}

template <class Measure>
std::uint64_t NodeGroup::sum(Measure measure) const {
  std::uint64_t total = 0;
  for (const int number : numbers_) total += measure(node(number));
  return total;
}

template <class Measure>
std::uint64_t NodeGroup::sum_nics(Measure measure) const {
  std::uint64_t total = 0;
  for (const int number : hosts_) total += measure(node(number).nic());
  return total;
}

std::uint64_t NodeGroup::nic_counter(std::uint64_t engine_register) const {
  return sum_nics([engine_register](const NicModule& nic) { return nic.counter(engine_register); });
}

std::uint64_t NodeGroup::movements() const {
  return flits_sent() + sum([ports = config_.ports().count()](const Node& node) {
           std::uint64_t flits = 0;
           for (int port = 0; port < ports; ++port) flits += node.router().flits_sent(port);
           return flits;
         });
}

std::uint64_t NodeGroup::flits_sent() const {
  return sum_nics([](const NicModule& nic) { return nic.flits_sent(); });
}
std::uint64_t NodeGroup::flits_received() const {
  return sum_nics([](const NicModule& nic) { return nic.flits_received(); });
}
std::uint64_t NodeGroup::flits_in_receive_buffers() const {
  return sum_nics([](const NicModule& nic) { return nic.flits_in_receive_buffer(); });
}

std::uint64_t NodeGroup::flits_present() const {
  std::uint64_t flits = sum([](const Node& node) { return node.flits_present(); });
  for (const auto& cable : cables_) flits += cable->flit.under_way();
  for (const auto& cable : repeating_) flits += cable->link.flits();
  return flits;
}

bool NodeGroup::something_due() const {
  const auto node_due = [this](int number) {
    const Node& one = node(number);
    return (!one.is_switch() && one.nic().something_due()) || one.router().something_due();
  };
  const auto flits_on = [](const auto& cable) { return cable->flit.under_way() != 0; };
  return std::any_of(numbers_.begin(), numbers_.end(), node_due) ||
         std::any_of(cables_.begin(), cables_.end(), flits_on) ||
         std::any_of(repeating_.begin(), repeating_.end(), [](const auto& cable) { return cable->link.busy(); }) ||
         credits_on_cables();
}

bool NodeGroup::credits_on_cables() const {
  const auto on = [](const auto& cable) { return cable->credit.under_way() != 0; };
  return std::any_of(cables_.begin(), cables_.end(), on) || std::any_of(repeating_.begin(), repeating_.end(), on);
}

bool NodeGroup::settled() const {
  const auto unsettled = [this](int number) {
    const Node& one = node(number);
    if (one.credits_under_way()) return true;
    return !one.is_switch() && (one.nic().writes_pending() || one.nic().control_pending());
  };
  return std::none_of(numbers_.begin(), numbers_.end(), unsettled) && !credits_on_cables();
}

ProbeList NodeGroup::probes(int number, const std::string& torus) const {
  ProbeList probes;
  const std::string scope = torus + "." + config_.network.node_name(config_.network.coordinate(number));
  if (!node(number).is_switch()) node(number).nic().add_probes(probes, scope + ".nic");
  node(number).router().add_probes(probes, scope + ".router");
  add_link_probes(number, scope + ".router", probes);
  return probes;
}

void NodeGroup::add_link_probes(int number, const std::string& scope, ProbeList& probes) const {
  if (repeating_.empty()) return;
  const Coordinate here = config_.network.coordinate(number);
  for (int port = 0; port < config_.network.directions(); ++port) {
    const std::string port_scope = scope + "." + config_.ports().name(port);
    if (const RetryLink* out = repeating(number, port)) out->add_sender_probes(probes, port_scope + ".link_o");
    if (!config_.has_link(here, static_cast<Direction>(port))) continue;
    const int other = config_.network.node(config_.network.neighbour(here, static_cast<Direction>(port)));
    const RetryLink* in = repeating(other, static_cast<int>(opposite(static_cast<Direction>(port))));
    if (in != nullptr) in->add_receiver_probes(probes, port_scope + ".link_i");
  }
}

RetryCounts NodeGroup::retries(int number, int port) const {
  const RetryLink* const link = repeating(number, port);
  RetryCounts counts = link == nullptr ? RetryCounts{} : link->counts();
  counts.full_cycles = node(number).router().closed_cycles(port);
  return counts;
}

std::vector<std::string> NodeGroup::final_faults() const {
  std::vector<std::string> faults;
  const auto append = [&faults](std::vector<std::string> more) {
    std::move(more.begin(), more.end(), std::back_inserter(faults));
  };
  for (const int number : numbers_) {
    if (!node(number).is_switch()) append(node(number).nic().final_faults());
    append(node(number).router().final_faults());
  }
  return faults;
}

}  // namespace tactus
