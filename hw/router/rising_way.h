#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/router/live_network.h"
#include "hw/router/route_draw.h"
#include "hw/router/route_function.h"
#include "hw/router/two_sets.h"

namespace tactus {

/// Shortest ways through a graph, from link to link between switches on the next VC. Whoever derives from it says how
/// far a packet goes towards another host before it turns to its destination.
class RisingWay : public RouteFunction {
 public:
  explicit RisingWay(const MachineConfig& config)
      : shape_(config.network),
        ports_(config.ports()),
        all_vcs_(config.router.all_vcs()),
        network_(live_network(config)),
        distances_(network_->distances()) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override;

  /// Virtual channels that the longest of the shortest ways needs: its links between switches, at least 1.
  [[nodiscard]] static int vcs_needed(const MachineConfig& config);

 protected:
  [[nodiscard]] const NetworkShape& shape() const { return shape_; }
  [[nodiscard]] const HostDistances& distances() const { return distances_; }
  /// The host that a packet goes towards at a switch after so many links between switches.
  [[nodiscard]] virtual int target(int links, const RouteHeader& header) const = 0;
  /// A packet that comes in by `in_port` has not been on a link between switches.
  [[nodiscard]] bool is_new(int node, int in_port) const {
    return ports_.is_nic(in_port) || network_->links().neighbour(node, in_port) < shape_.hosts();
  }
  /// The next link towards host `target` for a packet to host `to`, on this VC; the last link on any.
  [[nodiscard]] RouteDecision towards(int node, int target, int to, int vc) const;

 private:
  NetworkShape shape_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  std::shared_ptr<const LiveNetwork> network_;
  const HostDistances& distances_;
};

/// Towards the switch of a host that is drawn for each packet, and from there to the destination (Valiant, Brebner:
/// Universal schemes for parallel communication, STOC 1981).
class GraphValiant : public RisingWay {
 public:
  using RisingWay::RisingWay;

  /// Why `config` has no such ways; empty if it has.
  [[nodiscard]] static std::string refusal(const MachineConfig& config);

 protected:
  [[nodiscard]] int target(int links, const RouteHeader& header) const override;
  /// The host that is drawn for a packet.
  [[nodiscard]] int drawn(const RouteHeader& header) const {
    return RouteDraw(shape(), header).below(0, shape().hosts());
  }
};

/// Straight, or as GraphValiant, whichever has the lower product of queue and links at the first switch (Kim, Dally,
/// Scott, Abts: Technology-driven, highly-scalable dragonfly topology, ISCA 2008). Ways by a drawn host begin on VC 0.
/// Straight ways begin on the VC after those by which ways to drawn hosts lead, so that the VC tells them apart.
class GraphUgal final : public GraphValiant {
 public:
  explicit GraphUgal(const MachineConfig& config) : GraphValiant(config), straight_vc_(vcs_needed(config)) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override;
  [[nodiscard]] RouteChoices choices(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override;

 private:
  /// A packet is at its first switch, and may still go either way.
  [[nodiscard]] bool chooses(Coordinate here, int in_port, const RouteHeader& header) const;

  int straight_vc_;
};

/// `torus` with the routes of `GraphRoutes`, a GraphValiant, on graphs.
template <class GraphRoutes, class TorusRoutes>
RoutingPolicy with_graphs(RoutingPolicy torus) {
  torus.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    if (config.network.is_graph()) return std::make_unique<GraphRoutes>(config);
    return std::make_unique<TorusRoutes>(config);
  };
  torus.refuses = [](const MachineConfig& config) {
    return config.network.is_graph() ? GraphValiant::refusal(config) : in_two_sets().refuses(config);
  };
  // VCs of a way through a graph only rise, and there are enough of them: no circle closes.
  torus.find_cycle = [](const MachineConfig& config) -> std::optional<std::vector<Channel>> {
    if (config.network.is_graph()) return std::nullopt;
    return TorusRoutes::find_cycle(config);
  };
  torus.graphs = true;
  return torus;
}

/// Why a graph has no ways on rising VCs of so many links between switches; empty if it has.
std::string rising_refusal(const MachineConfig& config, int links_in_longest);

}  // namespace tactus
