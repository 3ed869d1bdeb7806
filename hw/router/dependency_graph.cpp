#include "hw/router/dependency_graph.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "hw/router/class_routes.h"
#include "hw/router/network_follower.h"

namespace tactus {
namespace {

/// The channels of one ring or row by number, with those of it that a packet holding them can wait for.
class RingGraph {
 public:
  /// That of dimension `dimension` through the node at (0, 0, ...).
  RingGraph(const NetworkShape& shape, int dimension, int vcs)
      : shape_(shape),
        dimension_(dimension),
        vcs_(vcs),
        next_vcs_(static_cast<std::size_t>(shape.size(dimension) * kWays * vcs)),
        guarded_vcs_(next_vcs_.size()) {}

  [[nodiscard]] int dimension() const { return dimension_; }
  [[nodiscard]] int nodes() const { return shape_.size(dimension_); }
  [[nodiscard]] int vcs() const { return vcs_; }
  [[nodiscard]] const NetworkShape& shape() const { return shape_; }
  /// Node number `place` of the ring.
  [[nodiscard]] Coordinate node(int place) const {
    Coordinate node;
    node.set(dimension_, place);
    return node;
  }
  [[nodiscard]] bool has_link(int out_port) const { return out_port / kWays == dimension_; }

  /// A packet from elsewhere can wait for what `next` says.
  void enter(const RouteDecision& next) { unguarded_ |= next.vc_mask & ~(next.rooms == 0 ? 0U : next.bubble_vcs); }
  /// A packet in `held` can wait for what `next` says.
  void add(const Channel& held, const RouteDecision& next) {
    const auto way = static_cast<std::size_t>(next.out_port % kWays);
    const bool goes_on = next.out_port == static_cast<int>(held.direction) && next.rooms != 0;
    const unsigned held_vc = 1U << static_cast<unsigned>(held.vc) & ~unsigned{next.bubble_vcs};
    const auto same = static_cast<std::uint8_t>(goes_on ? next.vc_mask & held_vc : 0U);
    const auto others = static_cast<std::uint8_t>(next.vc_mask & ~same);
    guarded_vcs_[number(held)][way] |= same;
    next_vcs_[number(held)][way] |= others;
    enter({next.out_port, others, next.rooms, next.bubble_vcs});
  }

  /// A shortest cycle.
  [[nodiscard]] std::optional<std::vector<Channel>> find_cycle() const {
    const auto successors = [this](int of, std::vector<int>& list) {
      for_each_successor(of, [&list](int successor) { list.push_back(successor); });
    };
    return find_channel_cycle(static_cast<int>(next_vcs_.size()), successors, [this](int of) { return channel(of); });
  }

 private:
  static constexpr int kWays = 2;
  /// By way of the next link, the VCs of it that can be waited for.
  using NextVcs = std::array<std::uint8_t, kWays>;

  [[nodiscard]] std::size_t number(const Channel& c) const {
    return static_cast<std::size_t>((c.node[dimension_] * kWays + static_cast<int>(c.direction) % kWays) * vcs_ + c.vc);
  }
  [[nodiscard]] Channel channel(int number) const {
    const int link = number / vcs_;
    return {node(link / kWays), direction_of(dimension_, link % kWays != 0), number % vcs_};
  }

  /// Calls `visit(successor)` in ascending order of way and VC.
  template <class Visit>
  void for_each_successor(int of, Visit visit) const {
    const Channel held = channel(of);
    const Coordinate next_node = shape_.neighbour(held.node, held.direction);
    for (int way = 0; way < kWays; ++way) {
      const auto place = static_cast<std::size_t>(way);
      const unsigned guarded = guarded_vcs_[static_cast<std::size_t>(of)][place];
      for (unsigned mask = next_vcs_[static_cast<std::size_t>(of)][place] | (guarded & unguarded_); mask != 0;
           mask &= mask - 1) {
        visit(static_cast<int>(number({next_node, direction_of(dimension_, way != 0), __builtin_ctz(mask)})));
      }
    }
  }

  const NetworkShape& shape_;
  int dimension_;
  int vcs_;
  std::vector<NextVcs> next_vcs_;
  /// Those that go on on the VC that the packet holds, and wait for one room: nobody waits for ever if `unguarded_` has
  /// not that VC.
  std::vector<NextVcs> guarded_vcs_;
  unsigned unguarded_ = 0;  ///< VCs that a packet can enter, or change to, without leaving room for another one
};

/// Follows packets through a ring and notes in its graph what they hold and wait for.
class RouteFollower {
 public:
  /// Packets turn into the ring from the dimensions `before`.
  RouteFollower(const RouteRule& rule, const DimensionList<int>& before, RingGraph& graph)
      : rule_(rule), before_(before), graph_(graph), followed_(static_cast<std::size_t>(graph.nodes())) {}

  /// Packets of either sign that come into the ring anywhere and stay in it as far as its node `destination`.
  void follow_to(int destination) {
    for (const bool negative : {false, true}) {
      std::fill(followed_.begin(), followed_.end(), Masks{});
      for (int source = 0; source < graph_.nodes(); ++source) {
        RouteHeader header;
        header.source = graph_.node(source);
        header.destination = graph_.node(destination);
        header.negative = OffsetSigns(negative ? 0xFU : 0U);
        follow(header);
      }
    }
  }

 private:
  using Masks = std::array<std::uint8_t, kMaxDirections>;

  /// Goes on until another packet to the same node has been followed from where this one is.
  void follow(const RouteHeader& header) {
    Coordinate here = header.source;
    RouteDecision granted = enter_ring(header);
    while (graph_.has_link(granted.out_port)) {
      const Channel link{here, static_cast<Direction>(granted.out_port)};
      std::uint8_t& followed = followed_[static_cast<std::size_t>(here[graph_.dimension()])][granted.out_port];
      const auto fresh = static_cast<std::uint8_t>(granted.vc_mask & ~followed);
      if (fresh == 0) return;
      followed |= fresh;
      here = graph_.shape().neighbour(here, link.direction);
      granted = wait(link, fresh, here, header);
    }
  }

  /// First link in the ring, with the VCs permitted to packets from a NIC and to those that turn into it.
  [[nodiscard]] RouteDecision enter_ring(const RouteHeader& header) const {
    RouteDecision entry = rule_(header.source, graph_.shape().directions(), 0, header);
    if (graph_.has_link(entry.out_port)) graph_.enter(entry);
    for (const int dimension : before_) {
      for (const bool negative : {false, true}) {
        const int side = static_cast<int>(direction_of(dimension, negative));
        for (int vc = 0; vc < graph_.vcs(); ++vc) {
          const RouteDecision turn = rule_(header.source, side, vc, header);
          if (graph_.has_link(turn.out_port)) graph_.enter(turn);
          entry.vc_mask |= turn.vc_mask;
        }
      }
    }
    return entry;
  }

  /// The packet has arrived at `here` by `link`, on any of the VCs `held`. Answers what it can wait for there.
  RouteDecision wait(const Channel& link, std::uint8_t held, Coordinate here, const RouteHeader& header) {
    RouteDecision waited_for{0, 0};
    const int in_port = static_cast<int>(opposite(link.direction));
    for (unsigned mask = held; mask != 0; mask &= mask - 1) {
      const int vc = __builtin_ctz(mask);
      const RouteDecision next = rule_(here, in_port, vc, header);
      if (graph_.has_link(next.out_port)) graph_.add({link.node, link.direction, vc}, next);
      waited_for.out_port = next.out_port;
      waited_for.vc_mask |= next.vc_mask;
    }
    return waited_for;
  }

  const RouteRule& rule_;
  const DimensionList<int>& before_;
  RingGraph& graph_;
  std::vector<Masks> followed_;  ///< by node and direction of a link, the VCs of it
};

}  // namespace

// Which routes have to be followed. A packet that has turned out of a dimension never returns to it, and its way
// through a ring does not reverse: a cycle lies within one ring, and only dependencies inside a ring can be part of
// one. The rings of a dimension are alike: one stands for all. All pairs of nodes in it, with every way of entering,
// are all the parts of routes inside a ring. Following these is exact. A decision does not depend on the source: of the
// packets to one node each link is followed once, n^2 links per dimension instead of the routes of all pairs. A NIC
// always takes what arrives, so ejection adds no dependency.
//
// With bubble flow control packets of a ring do wait for each other all the way round, and yet one of them can always
// move: docs/reference/routing.md, ROUTE-53. What that proof rests on is what is followed here: whoever comes to a VC
// of the ring needs two rooms, and whoever goes on in the ring keeps its VC and needs one. Only then these waits count
// for nothing.
std::optional<std::vector<Channel>> find_dependency_cycle(const NetworkShape& shape, const DimensionList<int>& order,
                                                          int virtual_channels, const RouteRule& rule) {
  DimensionList<int> before;
  std::optional<std::vector<Channel>> shortest;
  for (const int dimension : order) {
    RingGraph graph(shape, dimension, virtual_channels);
    RouteFollower follower(rule, before, graph);
    for (int to = 0; to < shape.size(dimension); ++to) follower.follow_to(to);
    take_shorter(shortest, graph.find_cycle());
    before.push_back(dimension);
  }
  return shortest;
}

namespace {

/// No packet goes from the VCs of one class to those of another: a circle lies within one class.
std::optional<std::vector<Channel>> cycle_of_classes(const MachineConfig& config) {
  std::optional<std::vector<Channel>> shortest;
  for (int number = 0; number < static_cast<int>(config.router.classes.size()); ++number) {
    auto cycle = find_dependency_cycle(machine_of_class(config, number));
    if (!cycle) continue;
    for (Channel& channel : *cycle) channel.vc += config.router.first_vc(number);
    take_shorter(shortest, std::move(cycle));
  }
  return shortest;
}

}  // namespace

std::optional<std::vector<Channel>> find_dependency_cycle(const MachineConfig& config) {
  if (config.router.has_classes()) return cycle_of_classes(config);
  const RoutingPolicy& routing = policy(config.router.routing);
  if (routing.find_cycle != nullptr && routing.plugin.empty()) return routing.find_cycle(config);
  return follow_network(config, *make_route_function(config)).cycle;
}

}  // namespace tactus
