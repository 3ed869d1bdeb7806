#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/clock.h"
#include "hw/common/link_config.h"
#include "hw/common/network_shape.h"
#include "hw/common/nic_config.h"
#include "hw/common/node_counter.h"
#include "hw/common/router_config.h"
#include "hw/common/units.h"

namespace tactus {

/// Memory of a node: one rate for reading and the same for writing, at the same time.
struct MemoryConfig {
  std::optional<BytesPerSecond> bandwidth;  ///< none: `MachineConfig::memory_bandwidth`
  Picoseconds latency{0};
  Bytes access{1};  ///< block that the memory moves at a time, aligned: a power of two, up to 4 KiB
};

/// The machine that every level executes. Defaults are nsim's Table 1 on a 4x4 torus.
struct MachineConfig {
  Clock clock{Picoseconds{4000}};  ///< its period, 4 ps or more, is the time of a flit on a link
  NetworkShape network;            ///< 2 to `most_nodes_along` nodes in each dimension, 2^20 in all; of a graph 2^16
  LinkConfig link;
  FaultsConfig faults;
  RouterConfig router;
  NicConfig nic;
  MemoryConfig memory;
  std::shared_ptr<const std::vector<NodeCounter>> counters;  ///< by node; null: they show the edge's number

  /// Common counter of the node at `position`.
  [[nodiscard]] NodeCounter counter(Coordinate position) const {
    return counters == nullptr ? NodeCounter{} : counters->at(static_cast<std::size_t>(network.node(position)));
  }
  /// NICs of each node.
  [[nodiscard]] int nics() const {
    return nic.count.value_or(network.is_graph() ? 1 : std::min(network.directions(), kMaxNics));
  }
  [[nodiscard]] RouterPorts ports() const { return router_ports(network, nics()); }
  /// Send queues of each NIC: one, or one for each class of messages.
  [[nodiscard]] int send_queues() const {
    return nic.class_queues && router.has_classes() ? static_cast<int>(router.classes.size()) : 1;
  }
  /// Rate of each DMA engine, each way. Unless it is given it is 16 GB/s, four times the default link; if that is less
  /// than four times the link, it follows the link.
  [[nodiscard]] BytesPerSecond dma_rate() const {
    constexpr BytesPerSecond kLeast{16'000'000'000};
    return nic.dma_rate.value_or(std::max(kLeast, link.bandwidth * 4));
  }
  /// Bandwidth of a node's memory, each way. Unless it is given, all NICs of the node can send and receive at full
  /// speed.
  [[nodiscard]] BytesPerSecond memory_bandwidth() const {
    return memory.bandwidth.value_or(link.bandwidth * static_cast<std::uint64_t>(nics()));
  }
  /// A link that carries something leaves `node` in this direction.
  [[nodiscard]] bool has_link(Coordinate node, Direction direction) const;
  /// It has, and no break takes it away.
  [[nodiscard]] bool link_lasts(Coordinate node, Direction direction) const;
  /// Nodes whose routers are dead or break, by number, rising: their NICs and ranks do nothing.
  [[nodiscard]] std::vector<int> idle_nodes() const;
  /// Speed of the links of a dimension that no override names.
  [[nodiscard]] LinkSpeed link_speed(int dimension) const;
  /// Speed of the link that leaves `node` in this direction.
  [[nodiscard]] LinkSpeed link_speed(Coordinate node, Direction direction) const;
  /// Delay of the links of a dimension that no override names.
  [[nodiscard]] Cycles link_delay(int dimension) const { return Cycles{link_speed(dimension).delay}; }
  /// No link of the machine has a delay below the one or above the other.
  [[nodiscard]] Cycles shortest_link_delay() const { return link_delay_range().first; }
  [[nodiscard]] Cycles longest_link_delay() const { return link_delay_range().second; }
  [[nodiscard]] int vc_buffer_flits() const { return static_cast<int>(router.vc_buffer.count() / kFlitBytes.count()); }
  [[nodiscard]] int receive_buffer_flits() const {
    return static_cast<int>(nic.receive_buffer.count() / kFlitBytes.count());
  }
  /// Flits in the buffer behind each VC of a router's output `port`: a neighbour's, or an engine's.
  [[nodiscard]] int flits_behind(int port) const {
    return ports().is_nic(port) ? receive_buffer_flits() : vc_buffer_flits();
  }
  /// Credits of links between routers count packets, not flits: a packet takes the room of the largest one.
  [[nodiscard]] bool counts_packets() const { return router.flow_control == FlowControl::kBubble; }
  /// Credits of each VC of a router's output `port` when all are at home.
  [[nodiscard]] int credits_behind(int port) const {
    const int flits = flits_behind(port);
    return counts_packets() && !ports().is_nic(port) ? flits / max_packet_flits() : flits;
  }
  /// Flits in the replay buffer of a link that repeats packets. Unless it is given, a stream of packets is not held up
  /// on the machine's longest link: a round trip, the packet that is sent and the next one.
  [[nodiscard]] int replay_buffer_flits() const;
  [[nodiscard]] int max_packet_flits() const { return static_cast<int>(ceil_div(nic.mtu.count(), kFlitBytes.count())); }
  [[nodiscard]] Bytes max_payload() const { return nic.mtu - kHeaderBytes; }

 private:
  [[nodiscard]] std::pair<Cycles, Cycles> link_delay_range() const;
};

/// One thing that is wrong with a configuration.
struct ConfigFault {
  std::string field;    ///< member at fault, from the configuration that was checked: "router.vc_buffer"
  std::string message;  ///< the fault, and a value that would be right
};

/// Every fault of `config`, in the order of its members; empty if the machine can be built. Deadlock freedom is
/// checked apart, by `find_dependency_cycle` (hw/router/dependency_graph.h).
std::vector<ConfigFault> validate(const MachineConfig& config);

}  // namespace tactus
