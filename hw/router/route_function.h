#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/router_ports.h"
#include "hw/link/packet_header.h"
#include "hw/router/channel.h"

namespace tactus {

/// Where a packet goes next: the output port and the VCs of that output it may take (bit v: VC v).
struct RouteDecision {
  std::uint8_t out_port = 0;
  std::uint8_t vc_mask = 1;
  std::uint8_t rooms = 0;       ///< rooms for packets that it takes in the buffer behind; 0: credits count its flits
  std::uint8_t bubble_vcs = 0;  ///< VCs among these that it may take only where it leaves a room for another packet
  friend constexpr bool operator==(const RouteDecision& a, const RouteDecision& b) {
    return a.out_port == b.out_port && a.vc_mask == b.vc_mask && a.rooms == b.rooms && a.bubble_vcs == b.bubble_vcs;
  }
  /// Rooms that have to be there if it takes `vc`.
  [[nodiscard]] int rooms_on(int vc) const { return rooms + (bubble_vcs >> vc & 1); }
};

// In one register.
static_assert(sizeof(RouteDecision) == 4);

/// One of several decisions, with the length of the way that begins with it; any number if all are of one length.
struct RouteChoice : RouteDecision {
  std::uint16_t links = 1;
};

/// Several links by which a packet may go on, each by another output.
class RouteChoices {
 public:
  void push_back(RouteDecision decision, int links = 1) {
    RouteChoice& choice = of_[count_++];
    static_cast<RouteDecision&>(choice) = decision;
    choice.links = static_cast<std::uint16_t>(links);
  }
  [[nodiscard]] const RouteChoice* begin() const { return of_.data(); }
  [[nodiscard]] const RouteChoice* end() const { return of_.data() + count_; }

 private:
  std::array<RouteChoice, kMaxDirections> of_{};
  std::size_t count_ = 0;
};

/// Chooses the way of packets, a link at a time. Contract with drawings: docs/reference/routing.md.
class RouteFunction {
 public:
  virtual ~RouteFunction() = default;

  /// Decision at the router at `here`; a pure function of the arguments, and of the header only of the
  /// destination, the destination's NIC and the signs. If the policy `draws`, it may be one of the source, the source's
  /// NIC and the cycle of injection too.
  /// `in_port` is the side on which the packet arrives: one that travels in +x comes in by minus_x.
  /// `in_vc` is the VC that it arrived on; a packet that comes in by a NIC port starts afresh.
  [[nodiscard]] virtual RouteDecision route(Coordinate here, int in_port, int in_vc,
                                            const RouteHeader& header) const = 0;

  /// All that a packet may take there if the policy is `adaptive`, each output once: the decision of `route` is the
  /// first of them. A pure function as `route` is.
  [[nodiscard]] virtual RouteChoices choices(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const {
    RouteChoices one;
    one.push_back(route(here, in_port, in_vc, header));
    return one;
  }
};

/// Registration of a route function, in hw/router/routings/<name>.cpp.
struct RoutingPolicy : Policy {
  /// The route function of a valid machine.
  std::unique_ptr<const RouteFunction> (*make)(const MachineConfig& config) = nullptr;
  /// Why a valid machine has no routes of this kind: "a mesh of two dimensions is needed"; empty if it has. Null: every
  /// machine has.
  std::string (*refuses)(const MachineConfig& config) = nullptr;
  /// A faster proof than following every packet, for routes that are known to arrive: `find_dependency_cycle` of a
  /// valid machine. Null: every packet is followed through the network (hw/router/network_follower.h).
  std::optional<std::vector<Channel>> (*find_cycle)(const MachineConfig& config) = nullptr;
  /// Packets between two nodes may go different ways: chance, drawn from who injects a packet and when, decides
  /// (hw/router/route_draw.h). Such a policy has a proof of its own.
  bool draws = false;
  /// A router chooses among the `choices` of a packet by its credits (hw/router/output_choice.h). Such a policy has a
  /// proof of its own.
  bool adaptive = false;
  bool waits_for_best = false;   ///< if `adaptive`: a packet waits for its best output; else it takes the best free one
  bool goes_round = false;       ///< its ways lead round the cables that carry nothing (FaultsConfig)
  bool outlives_breaks = false;  ///< its ways need none of the cables that break (FaultsConfig::breaks)
  bool graphs = false;           ///< it has ways in graphs too (NetworkShape::graph)
  int sets = 1;                  ///< sets of VCs, each with the classes that the dateline rule needs
  bool flow_level = false;       ///< routes of the flow level's torus are these routes
  bool reads_dateline = false;   ///< `router.dateline` takes effect
  bool bubble = false;           ///< `router.flow_control` takes effect: its decisions say `rooms`
  bool reads_dimension_order = false;  ///< `router.dimension_order` takes effect
  bool reads_tie_break = false;        ///< `router.tie_break` takes effect
  bool reads_table = false;            ///< `router.table` takes effect

  /// Packets between two nodes may go different ways: nobody knows a packet's first output before its injection, and
  /// one may overtake another.
  [[nodiscard]] bool ways_differ() const { return draws || adaptive; }
};

/// Route function of a valid machine.
std::unique_ptr<const RouteFunction> make_route_function(const MachineConfig& config);

}  // namespace tactus
