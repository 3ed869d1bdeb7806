#include "hw/node/numa_config.h"

#include <fmt/ranges.h>

#include <set>
#include <utility>

#include "hw/common/config_faults.h"
#include "hw/memory/address_map.h"
#include "hw/node/numa_circles.h"
#include "hw/node/numa_routes.h"

namespace tactus {
namespace {

constexpr std::size_t kMaxMemories = AddressMap::kMaxMemories;
constexpr std::size_t kMaxNodeNics = 64;
constexpr int kMaxSockets = 64;
constexpr std::size_t kMaxPorts = 20;  // links and memories of a socket

std::string element(const char* list, std::size_t index) { return fmt::format("{}[{}]", list, index); }

void check_socket(ConfigFaults& faults, const NumaNodeConfig& config, const std::string& member, int socket) {
  faults.require(socket >= 0 && socket < config.sockets, member, "there is no socket {}: they are 0 to {}", socket,
                 config.sockets - 1);
}

void check_memories(ConfigFaults& faults, const NumaNodeConfig& config) {
  faults.require(!config.memories.empty() && config.memories.size() <= kMaxMemories, "memories",
                 "{} memories: a node has 1 to {}", config.memories.size(), kMaxMemories);
  for (std::size_t i = 0; i < config.memories.size(); ++i) {
    const std::string member = element("memories", i);
    check_socket(faults, config, member + ".socket", config.memories[i].socket);
    faults.add(member + ".controller", validate(config.memories[i].controller));
  }
}

void check_links(ConfigFaults& faults, const NumaNodeConfig& config) {
  for (std::size_t i = 0; i < config.socket_links.size(); ++i) {
    const NumaNodeConfig::SocketLink& link = config.socket_links[i];
    const std::string member = element("socket_links", i);
    check_socket(faults, config, member + ".from", link.from);
    check_socket(faults, config, member + ".to", link.to);
    faults.require(link.from != link.to, member + ".to", "a link joins two sockets, not socket {} with itself",
                   link.to);
    faults.add(member + ".link", validate(link.link));
    faults.add(member + ".buffers", validate(link.buffers));
  }
}

void check_bridges(ConfigFaults& faults, const NumaNodeConfig& config) {
  for (std::size_t i = 0; i < config.bridges.size(); ++i) {
    const NumaNodeConfig::Bridge& bridge = config.bridges[i];
    const std::string member = element("bridges", i);
    check_socket(faults, config, member + ".socket", bridge.socket);
    faults.add(member + ".link", validate(bridge.link));
    faults.add(member + ".socket_buffers", validate(bridge.socket_buffers));
    faults.add(member + ".bridge_buffers", validate(bridge.bridge_buffers));
    faults.require(bridge.reads > 0, member + ".reads", "a bridge that cannot ask cannot read; give at least 1");
    faults.require(bridge.completions > 0, member + ".completions", "must be at least 1");
    for (std::size_t slot = 0; slot < bridge.slots.size(); ++slot) {
      faults.add(element((member + ".slots").c_str(), slot), validate(bridge.slots[slot]));
    }
  }
}

void check_nics(ConfigFaults& faults, const NumaNodeConfig& config) {
  faults.require(!config.nics.empty() && config.nics.size() <= kMaxNodeNics, "nics", "{} NICs: a node has 1 to {}",
                 config.nics.size(), kMaxNodeNics);
  std::set<std::pair<int, int>> taken;
  for (std::size_t i = 0; i < config.nics.size(); ++i) {
    const NumaNodeConfig::Nic& nic = config.nics[i];
    const std::string member = element("nics", i);
    const bool bridge = nic.bridge >= 0 && nic.bridge < static_cast<int>(config.bridges.size());
    faults.require(bridge, member + ".bridge", "there is no bridge {}: there are {}", nic.bridge,
                   config.bridges.size());
    if (!bridge) continue;
    const std::size_t slots = config.bridges[static_cast<std::size_t>(nic.bridge)].slots.size();
    faults.require(nic.slot >= 0 && nic.slot < static_cast<int>(slots), member + ".slot",
                   "bridge {} has no slot {}: it has {}", nic.bridge, nic.slot, slots);
    faults.require(taken.insert({nic.bridge, nic.slot}).second, member + ".slot",
                   "slot {} of bridge {} is taken by another NIC", nic.slot, nic.bridge);
  }
}

void check_ports(ConfigFaults& faults, const NumaNodeConfig& config) {
  std::vector<std::size_t> ports(static_cast<std::size_t>(config.sockets));
  const auto count = [&](int socket) { ++ports[static_cast<std::size_t>(socket)]; };
  for (const auto& memory : config.memories) count(memory.socket);
  for (const auto& bridge : config.bridges) count(bridge.socket);
  for (const auto& link : config.socket_links) {
    count(link.from);
    count(link.to);
  }
  for (std::size_t i = 0; i < ports.size(); ++i) {
    faults.require(ports[i] <= kMaxPorts, "sockets", "socket {} has {} links, bridges and memories: at most {}", i,
                   ports[i], kMaxPorts);
  }
}

void check_reach(ConfigFaults& faults, const NumaNodeConfig& config) {
  const NumaRoutes routes(config);
  for (std::size_t nic = 0; nic < config.nics.size(); ++nic) {
    for (std::size_t memory = 0; memory < config.memories.size(); ++memory) {
      const int from = config.socket_of(config.nics[nic]);
      const int to = config.memories[memory].socket;
      faults.require(routes.distance(from, to) != NumaRoutes::kNowhere, element("memories", memory) + ".socket",
                     "NIC {} at socket {} has no way to socket {}: link the two, or sockets between them", nic, from,
                     to);
    }
  }
}

}  // namespace

std::vector<ConfigFault> validate(const NumaNodeConfig& config) {
  ConfigFaults faults;
  faults.require(config.sockets >= 1 && config.sockets <= kMaxSockets, "sockets", "{} is not from 1 to {}",
                 config.sockets, kMaxSockets);
  if (!faults.empty()) return faults.take();
  check_memories(faults, config);
  check_links(faults, config);
  check_bridges(faults, config);
  check_nics(faults, config);
  // What follows looks things up by numbers that must be right.
  if (!faults.empty()) return faults.take();
  check_ports(faults, config);
  check_reach(faults, config);
  if (!faults.empty()) return faults.take();
  const std::vector<int> circle = find_circle_of_links(config);
  faults.require(circle.empty(), "socket_links",
                 "full buffers of sockets {} can wait for each other in a circle; leave a link out, or link all pairs",
                 fmt::join(circle, ", "));
  return faults.take();
}

}  // namespace tactus
