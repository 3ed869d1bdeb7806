#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/common/nic_config.h"
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

/// One direction of a cable. Only the sum of the delays has to be a whole number of cycles
/// (nsim, Table 1: 78 ns + 10 ns = 22 cycles of 4 ns).
struct LinkConfig {
  BytesPerSecond bandwidth{4'000'000'000};  ///< one flit per cycle: must equal 16 B / clock
  Picoseconds switch_delay{78'000};
  CableDelays cable_delay{Picoseconds{10'000}};
};

/// Memory of a node: one rate for reading and the same for writing, at the same time.
struct MemoryConfig {
  BytesPerSecond bandwidth{16'000'000'000};
  Picoseconds latency{0};
  Bytes access{1};  ///< what it moves at a time, aligned: a power of two, up to 4 KiB
};

/// The machine that every level executes. Defaults are nsim's Table 1 on a 4x4 torus.
struct MachineConfig {
  Picoseconds clock{4000};
  NetworkShape network;  ///< of 2 to 256 nodes in each dimension, 2^20 in all
  LinkConfig link;
  RouterConfig router;
  NicConfig nic;
  MemoryConfig memory;

  /// NICs of each node.
  [[nodiscard]] int nics() const { return nic.count.value_or(network.directions()); }
  [[nodiscard]] RouterPorts ports() const { return {network.dimensions(), nics()}; }
  /// Of the links of a dimension.
  [[nodiscard]] Cycles link_delay(int dimension) const {
    return cycles_covering(link.switch_delay + link.cable_delay.in(dimension), clock);
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
  std::string message;  ///< what is wrong and what would be right
};

/// Every fault of `config`, in the order of its members; empty if the machine can be built. Deadlock freedom is
/// checked apart, by `find_dependency_cycle` (hw/router/dependency_graph.h).
std::vector<ConfigFault> validate(const MachineConfig& config);
/// What the registers cannot hold; the types of the other settings see to themselves.
std::vector<ConfigFault> validate(const PacingConfig& pacing);

}  // namespace tactus
