#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/clock.h"
#include "hw/common/network_shape.h"
#include "hw/common/nic_config.h"
#include "hw/common/node_counter.h"
#include "hw/common/router_config.h"
#include "hw/common/units.h"

namespace tactus {

/// Delays of the cables: one for all, or one for each dimension.
struct CableDelays : DimensionList<Picoseconds> {
  constexpr CableDelays(Picoseconds of_all = {}) : DimensionList<Picoseconds>{of_all} {}
  constexpr CableDelays(const DimensionList<Picoseconds>& by_dimension) : DimensionList<Picoseconds>(by_dimension) {}
  [[nodiscard]] constexpr Picoseconds in(int dimension) const {
    return of[count == 1 ? 0 : static_cast<std::size_t>(dimension)];
  }
};

/// One direction of a cable. The sum of the delays takes whole cycles, rounded up (nsim, Table 1: 78 ns + 10 ns = 22
/// cycles of 4 ns).
struct LinkConfig {
  BytesPerSecond bandwidth{4'000'000'000};  ///< one flit per cycle: 16 B / clock, to 0.1 %
  Picoseconds switch_delay{78'000};
  CableDelays cable_delay{Picoseconds{10'000}};
};

/// The cable between two neighbours: all links between them, in both directions.
struct Cable {
  Coordinate from;
  Coordinate to;
  /// Whether it joins `a` and `b`.
  [[nodiscard]] bool joins(Coordinate a, Coordinate b) const {
    return (from == a && to == b) || (from == b && to == a);
  }
};

/// Parts that a machine lacks from its beginning.
struct FaultsConfig {
  std::vector<Cable> cables;  ///< that carry nothing
};

/// Memory of a node: one rate for reading and the same for writing, at the same time.
struct MemoryConfig {
  std::optional<BytesPerSecond> bandwidth;  ///< none: `MachineConfig::memory_bandwidth`
  Picoseconds latency{0};
  Bytes access{1};  ///< block that the memory moves at a time, aligned: a power of two, up to 4 KiB
};

/// The machine that every level executes. Defaults are nsim's Table 1 on a 4x4 torus.
struct MachineConfig {
  Clock clock{Picoseconds{4000}};  ///< its period, 4 ps or more, is the time of a flit on a link
  NetworkShape network;            ///< 2 to `most_nodes_along` nodes in each dimension, 2^20 in all
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
  [[nodiscard]] int nics() const { return nic.count.value_or(std::min(network.directions(), kMaxNics)); }
  [[nodiscard]] RouterPorts ports() const { return {network.dimensions(), nics()}; }
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
  /// Delay of the links of a dimension.
  [[nodiscard]] Cycles link_delay(int dimension) const {
    return clock.covering(link.switch_delay + link.cable_delay.in(dimension));
  }
  /// In cycles, of the link at each of a router's ports that lead to others.
  [[nodiscard]] std::array<std::uint64_t, kMaxDirections> link_delays() const;
  [[nodiscard]] Cycles shortest_link_delay() const;
  [[nodiscard]] Cycles longest_link_delay() const;
  [[nodiscard]] int vc_buffer_flits() const { return static_cast<int>(router.vc_buffer.count() / kFlitBytes.count()); }
  [[nodiscard]] int receive_buffer_flits() const {
    return static_cast<int>(nic.receive_buffer.count() / kFlitBytes.count());
  }
  /// Flits in the buffer behind each VC of a router's output `port`: a neighbour's, or an engine's.
  [[nodiscard]] int flits_behind(int port) const {
    return ports().is_nic(port) ? receive_buffer_flits() : vc_buffer_flits();
  }
  [[nodiscard]] int max_packet_flits() const { return static_cast<int>(ceil_div(nic.mtu.count(), kFlitBytes.count())); }
  [[nodiscard]] Bytes max_payload() const { return nic.mtu - kHeaderBytes; }
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
