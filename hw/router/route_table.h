#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/common/router_ports.h"

namespace tactus {

/// An entry of a route table: packets that come to the router of some node by these inputs go on by `out_port`.
struct RouteEntry {
  static constexpr PortSet kNic = port_bit(kMaxDirections);  ///< in `in_ports`: packets from any NIC of the node
  static constexpr PortSet kAllPorts = 2 * kNic - 1;

  PortSet in_ports = kAllPorts;  ///< bit p: packets that come in by direction p
  std::uint8_t in_vcs = 0xFF;    ///< bit v: on VC v; of packets from links only
  std::uint8_t out_port = 0;     ///< a direction
  std::uint8_t vc_mask = 1;      ///< bit v: VC v of that link may be taken
  int line = 0;                  ///< line of the file that has the entry
  int column = 1;

  [[nodiscard]] bool takes_all() const { return in_ports == kAllPorts && in_vcs == 0xFF; }
  /// Packets that come in by `in_port`, a direction or a NIC's port of a router with `directions` of them, on `in_vc`.
  [[nodiscard]] bool takes(int in_port, int in_vc, int directions) const {
    if (in_port >= directions) return (in_ports & kNic) != 0;
    return (in_ports >> in_port & 1U) != 0 && (in_vcs >> in_vc & 1U) != 0;
  }
};

/// Next links by node and destination: the entries of a file, of which the first that takes a packet decides.
/// Contract: docs/reference/routing.md, "Tables".
class RouteTable {
 public:
  static constexpr int kMostNodes = 4096;

  /// A table without entries for such a network of at most `kMostNodes` nodes.
  RouteTable(const NetworkShape& shape, int virtual_channels);

  [[nodiscard]] const NetworkShape& shape() const { return shape_; }
  [[nodiscard]] int virtual_channels() const { return virtual_channels_; }
  [[nodiscard]] const std::vector<RouteEntry>& entries() const { return entries_; }

  /// Adds an entry, and answers its number. It takes nothing yet.
  int add(const RouteEntry& entry);
  /// Gives packets from `node` to another node, the host `destination`, to entry number `entry`, if entries before
  /// leave it any. False if they have all of them.
  bool give(int node, int destination, int entry);

  /// The entry that decides at `node`; null if there is none. `in_port` and `in_vc` as in RouteFunction::route.
  [[nodiscard]] const RouteEntry* find(int node, int destination, int in_port, int in_vc) const {
    for (std::uint32_t at = heads_[pair(node, destination)]; at != 0; at = links_[at].next) {
      const RouteEntry& entry = entries_[links_[at].entry];
      if (entry.takes(in_port, in_vc, shape_.directions())) return &entry;
    }
    return nullptr;
  }
  /// The first of the entries of a pair; null if there is none.
  [[nodiscard]] const RouteEntry* first(int node, int destination) const {
    const std::uint32_t at = heads_[pair(node, destination)];
    return at == 0 ? nullptr : &entries_[links_[at].entry];
  }

 private:
  /// An entry of a pair of nodes, and the next one.
  struct Link {
    std::uint32_t entry = 0;
    std::uint32_t next = 0;  ///< 0: none
  };

  [[nodiscard]] std::size_t pair(int node, int destination) const {
    return static_cast<std::size_t>(destination) * static_cast<std::size_t>(nodes_) + static_cast<std::size_t>(node);
  }

  NetworkShape shape_;
  int nodes_;
  int virtual_channels_;
  std::vector<PortSet> inputs_;  ///< by node: bits of the directions that packets can come from, and of the NIC
  std::vector<RouteEntry> entries_;
  std::vector<std::uint32_t> heads_;  ///< by pair: its first link, or 0
  std::vector<Link> links_;           ///< the first one is not used
};

}  // namespace tactus
