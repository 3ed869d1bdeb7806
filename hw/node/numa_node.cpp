#include "hw/node/numa_node.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "hw/node/numa_routes.h"

namespace tactus {

NumaNode::NumaNode(const NumaNodeConfig& config, TimedEvents& events)
    : events_(events),
      outputs_(static_cast<std::size_t>(config.sockets)),
      local_memories_(static_cast<std::size_t>(config.sockets)) {
  for (std::size_t i = 0; i < config.memories.size(); ++i) {
    memories_.push_back(std::make_unique<MemoryController>(config.memories[i].controller));
    local_memories_[static_cast<std::size_t>(config.memories[i].socket)].push_back(static_cast<int>(i));
  }
  make_links(config);
  make_sockets(config);
  make_bridges(config);
}

NumaNode::Link NumaNode::add_link(Channel forth, Channel back, const LinkChannelConfig& forth_config,
                                  const LinkChannelConfig& back_config) {
  const auto first = static_cast<int>(channels_.size());
  forth.channel = std::make_unique<LinkChannel>(forth_config, events_);
  back.channel = std::make_unique<LinkChannel>(back_config, events_);
  channels_.push_back(std::move(forth));
  channels_.push_back(std::move(back));
  reverse_.insert(reverse_.end(), {first + 1, first});
  entries_.insert(entries_.end(), 2, {NumaSocket::kNowhere, NumaSocket::kNowhere, NumaSocket::kNowhere});
  return {first, first + 1};
}

void NumaNode::make_links(const NumaNodeConfig& config) {
  // A port of a socket is a place in its list of outputs; the channel in is the other direction of the same link.
  const auto port = [this](int socket, int in, int out) {
    std::vector<int>& outputs = outputs_[static_cast<std::size_t>(socket)];
    entries_[static_cast<std::size_t>(in)] = {in, socket, static_cast<int>(outputs.size())};
    outputs.push_back(out);
  };
  // Named forth and back, with the scopes of their signals.
  const auto named = [](const std::string& name, std::string scope, bool pcie, bool up) {
    return Channel{name, std::move(scope), pcie, up, nullptr};
  };
  for (const auto& link : config.socket_links) {
    const LinkChannelConfig channel = ht_channel(link.link, link.buffers);
    const std::string name = fmt::format("HT socket {} to {}", link.from, link.to);
    const std::string scope = fmt::format("link_{}.to_socket_", socket_links_.size());
    const Link made =
        add_link(named(name, scope + std::to_string(link.to), false, false),
                 named(name + ", back", scope + std::to_string(link.from), false, false), channel, channel);
    socket_links_.push_back(made);
    port(link.from, made.second, made.first);
    port(link.to, made.first, made.second);
  }
  for (std::size_t i = 0; i < config.bridges.size(); ++i) {
    const auto& bridge = config.bridges[i];
    const std::string name = fmt::format("HT bridge {} to socket {}", i, bridge.socket);
    const Link made =
        add_link(named(name, fmt::format("bridge_{}.ht_up", i), false, true),
                 named(name + ", back", fmt::format("bridge_{}.ht_down", i), false, false),
                 ht_channel(bridge.link, bridge.socket_buffers), ht_channel(bridge.link, bridge.bridge_buffers));
    bridge_links_.push_back(made);
    port(bridge.socket, made.first, made.second);
  }
  for (std::size_t i = 0; i < config.nics.size(); ++i) {
    const LinkChannelConfig channel = pcie_channel(config.slot_of(config.nics[i]));
    const std::string name = fmt::format("PCIe NIC {}", i);
    nic_links_.push_back(add_link(named(name, fmt::format("nic_{}.pcie_up", i), true, true),
                                  named(name + ", back", fmt::format("nic_{}.pcie_down", i), true, false), channel,
                                  channel));
  }
}

NumaSocket::Routes NumaNode::routes_of(int socket, const NumaNodeConfig& config) const {
  const NumaRoutes routes(config);
  const std::vector<int>& outputs = outputs_[static_cast<std::size_t>(socket)];
  const auto port_of = [&](int channel) {
    return static_cast<int>(std::find(outputs.begin(), outputs.end(), channel) - outputs.begin());
  };
  const auto port_to = [&](int there) {
    const int link = routes.link(socket, there);
    if (link == NumaRoutes::kNowhere) return NumaSocket::kNowhere;
    const Link& made = socket_links_[static_cast<std::size_t>(link)];
    return port_of(config.socket_links[static_cast<std::size_t>(link)].from == socket ? made.first : made.second);
  };
  NumaSocket::Routes result;
  auto local = static_cast<int>(outputs.size());
  for (const auto& memory : config.memories) {
    result.of_memory.push_back(memory.socket == socket ? local++ : port_to(memory.socket));
  }
  for (const auto& nic : config.nics) {
    const int there = config.socket_of(nic);
    const Link& bridge = bridge_links_[static_cast<std::size_t>(nic.bridge)];
    result.of_nic.push_back(there == socket ? port_of(bridge.second) : port_to(there));
  }
  return result;
}

void NumaNode::make_sockets(const NumaNodeConfig& config) {
  for (int socket = 0; socket < config.sockets; ++socket) {
    std::vector<NumaSocket::Port> ports;
    for (const int out : outputs_[static_cast<std::size_t>(socket)]) {
      ports.push_back({&channel(reverse_[static_cast<std::size_t>(out)]), &channel(out)});
    }
    std::vector<MemoryController*> memories;
    for (const int memory : local_memories_[static_cast<std::size_t>(socket)]) {
      memories.push_back(memories_[static_cast<std::size_t>(memory)].get());
    }
    sockets_.push_back(std::make_unique<NumaSocket>(ports, memories, routes_of(socket, config), *this, events_));
  }
  for (const Link& link : socket_links_) {
    const Entry& to = entries_[static_cast<std::size_t>(link.first)];
    const Entry& from = entries_[static_cast<std::size_t>(link.second)];
    NumaSocket& there = *sockets_[static_cast<std::size_t>(to.socket)];
    NumaSocket& here = *sockets_[static_cast<std::size_t>(from.socket)];
    connect(link.first, here, from.port, there, to.port);
    connect(link.second, there, to.port, here, from.port);
  }
}

void NumaNode::make_bridges(const NumaNodeConfig& config) {
  for (std::size_t i = 0; i < config.nics.size(); ++i) {
    const Link& link = nic_links_[i];
    endpoints_.push_back(std::make_unique<PcieEndpoint>(config.slot_of(config.nics[i]), static_cast<int>(i),
                                                        channel(link.first), channel(link.second), events_));
    bridge_of_nic_.push_back(config.nics[i].bridge);
  }
  for (std::size_t i = 0; i < config.bridges.size(); ++i) {
    std::vector<PcieBridge::Slot> slots(config.bridges[i].slots.size(), {nullptr, nullptr, -1});
    for (std::size_t nic = 0; nic < config.nics.size(); ++nic) {
      if (config.nics[nic].bridge != static_cast<int>(i)) continue;
      const Link& link = nic_links_[nic];
      slots[static_cast<std::size_t>(config.nics[nic].slot)] = {&channel(link.first), &channel(link.second),
                                                                static_cast<int>(nic)};
    }
    const Link& link = bridge_links_[i];
    bridges_.push_back(
        std::make_unique<PcieBridge>(config.bridges[i], channel(link.first), channel(link.second), slots));
    PcieBridge& bridge = *bridges_.back();
    const Entry& entry = entries_[static_cast<std::size_t>(link.first)];
    NumaSocket& socket = *sockets_[static_cast<std::size_t>(entry.socket)];
    connect(link.first, bridge, bridge.socket_port(), socket, entry.port);
    connect(link.second, socket, entry.port, bridge, bridge.socket_port());
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      if (slots[slot].nic < 0) continue;
      const Link& pcie = nic_links_[static_cast<std::size_t>(slots[slot].nic)];
      PcieEndpoint& endpoint = *endpoints_[static_cast<std::size_t>(slots[slot].nic)];
      connect(pcie.first, endpoint, 0, bridge, static_cast<int>(slot));
      connect(pcie.second, bridge, static_cast<int>(slot), endpoint, 0);
    }
  }
}

void NumaNode::connect(int number, LinkSender& sender, int sender_port, LinkReceiver& receiver, int receiver_port) {
  channel(number).connect(sender, sender_port, receiver, receiver_port,
                          &channel(reverse_[static_cast<std::size_t>(number)]));
}

void NumaNode::add_bridge_probes(ProbeList& probes, const std::string& scope) const {
  for (std::size_t i = 0; i < bridges_.size(); ++i) {
    bridges_[i]->add_probes(probes, fmt::format("{}.bridge_{}", scope, i));
  }
}

bool NumaNode::idle() const {
  return std::all_of(channels_.begin(), channels_.end(), [](const Channel& c) { return c.channel->idle(); }) &&
         std::all_of(memories_.begin(), memories_.end(), [](const auto& memory) { return memory->idle(); }) &&
         std::all_of(sockets_.begin(), sockets_.end(), [](const auto& socket) { return socket->idle(); }) &&
         std::all_of(bridges_.begin(), bridges_.end(), [](const auto& bridge) { return bridge->idle(); }) &&
         std::all_of(endpoints_.begin(), endpoints_.end(), [](const auto& nic) { return nic->idle(); });
}

}  // namespace tactus
