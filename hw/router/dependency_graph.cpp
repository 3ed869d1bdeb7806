#include "hw/router/dependency_graph.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace tactus {
namespace {

/// Channels by number, with the channels that a packet holding them can wait for.
class ChannelGraph {
 public:
  ChannelGraph(NetworkShape shape, int vcs)
      : shape_(shape), vcs_(vcs), next_vcs_(static_cast<std::size_t>(shape.nodes()) * kTorusPorts * vcs) {}

  [[nodiscard]] int vcs() const { return vcs_; }
  [[nodiscard]] const NetworkShape& shape() const { return shape_; }

  /// A packet in `held` can wait for the VCs `mask` of the link that follows in direction `out_port`.
  void add(const Channel& held, int out_port, std::uint8_t mask) { next_vcs_[number(held)][out_port] |= mask; }

  /// A cycle through the lowest-numbered channel that lies on one, as short as it can be.
  [[nodiscard]] std::optional<std::vector<Channel>> find_cycle() const {
    std::vector<int> holder(next_vcs_.size(), kUnreached);
    for (int start = 0; start < static_cast<int>(next_vcs_.size()); ++start) {
      if (next_vcs_[start] == NextVcs{}) continue;
      if (auto cycle = shortest_cycle_through(start, holder)) return cycle;
    }
    return std::nullopt;
  }

 private:
  /// By direction of the next link, the VCs of it that can be waited for.
  using NextVcs = std::array<std::uint8_t, kTorusPorts>;
  static constexpr int kUnreached = -1;

  [[nodiscard]] int number(const Channel& c) const {
    return (shape_.node(c.node) * kTorusPorts + static_cast<int>(c.direction)) * vcs_ + c.vc;
  }
  [[nodiscard]] Channel channel(int number) const {
    const int link = number / vcs_;
    return {shape_.coordinate(link / kTorusPorts), static_cast<Direction>(link % kTorusPorts), number % vcs_};
  }

  /// Calls `visit(successor)` in ascending order of direction and VC.
  template <class Visit>
  void for_each_successor(int of, Visit visit) const {
    const Channel held = channel(of);
    const Coordinate next_node = shape_.neighbour(held.node, held.direction);
    for (int out_port = 0; out_port < kTorusPorts; ++out_port) {
      for (unsigned mask = next_vcs_[of][out_port]; mask != 0; mask &= mask - 1) {
        visit(number({next_node, static_cast<Direction>(out_port), __builtin_ctz(mask)}));
      }
    }
  }

  /// Breadth-first search from `start` back to it. `holder` gives for every channel reached the one before it;
  /// it is all kUnreached before and after.
  [[nodiscard]] std::optional<std::vector<Channel>> shortest_cycle_through(int start, std::vector<int>& holder) const {
    std::vector<int> reached = {start};
    int last = kUnreached;
    for (std::size_t i = 0; i < reached.size() && last == kUnreached; ++i) {
      for_each_successor(reached[i], [&](int successor) {
        if (successor == start) {
          last = reached[i];
        } else if (holder[successor] == kUnreached) {
          holder[successor] = reached[i];
          reached.push_back(successor);
        }
      });
    }
    std::vector<Channel> cycle;
    for (int c = last; c != kUnreached; c = holder[c]) cycle.push_back(channel(c));
    for (const int c : reached) holder[c] = kUnreached;
    if (cycle.empty()) return std::nullopt;
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
  }

  NetworkShape shape_;
  int vcs_;
  std::vector<NextVcs> next_vcs_;
};

/// Follows packets through the torus and notes in a graph what they hold and wait for.
class RouteFollower {
 public:
  RouteFollower(const RouteRule& rule, ChannelGraph& graph) : rule_(rule), graph_(graph) {}

  /// Packets of either sign that come into a ring at `source` and stay in it as far as `destination`.
  void follow_within_ring(Coordinate source, Coordinate destination) {
    for (const bool negative : {false, true}) {
      RouteHeader header;
      header.source = source;
      header.destination = destination;
      header.negative = OffsetSigns(negative ? 0xFU : 0U);
      follow(header);
    }
  }

 private:
  void follow(const RouteHeader& header) {
    Coordinate here = header.source;
    RouteDecision granted = enter_ring(header);
    while (granted.out_port < kTorusPorts) {
      const Channel link{here, static_cast<Direction>(granted.out_port)};
      here = graph_.shape().neighbour(here, link.direction);
      granted = wait(link, granted.vc_mask, here, header);
    }
  }

  /// First link of the ring, with the VCs permitted to packets from a NIC and to those that turn into it.
  [[nodiscard]] RouteDecision enter_ring(const RouteHeader& header) const {
    RouteDecision entry = rule_(header.source, nic_port(0), 0, header);
    if (header.source[0] != header.destination[0]) return entry;
    for (const Direction side : {Direction::kPlusX, Direction::kMinusX}) {
      for (int vc = 0; vc < graph_.vcs(); ++vc) {
        entry.vc_mask |= rule_(header.source, static_cast<int>(side), vc, header).vc_mask;
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
      if (next.out_port < kTorusPorts) graph_.add({link.node, link.direction, vc}, next.out_port, next.vc_mask);
      waited_for.out_port = next.out_port;
      waited_for.vc_mask |= next.vc_mask;
    }
    return waited_for;
  }

  const RouteRule& rule_;
  ChannelGraph& graph_;
};

}  // namespace

// Which routes have to be followed. A packet that has turned into Y never returns to X, and its way through a ring
// does not reverse: a cycle lies within one ring, and only dependencies inside a ring can be part of one. Rows are
// alike and so are columns: one row and one column stand for all. All pairs of nodes in them, with every way of
// entering, are all the parts of routes inside a ring. Following these is exact, and n^2 short routes per dimension
// instead of the n^4 routes of all pairs. A NIC always takes what arrives, so ejection adds no dependency.
std::optional<std::vector<Channel>> find_dependency_cycle(NetworkShape shape, int virtual_channels,
                                                          const RouteRule& rule) {
  ChannelGraph graph(shape, virtual_channels);
  RouteFollower follower(rule, graph);
  for (int from = 0; from < shape.size(0); ++from) {
    for (int to = 0; to < shape.size(0); ++to) follower.follow_within_ring({from, 0}, {to, 0});
  }
  for (int from = 0; from < shape.size(1); ++from) {
    for (int to = 0; to < shape.size(1); ++to) follower.follow_within_ring({0, from}, {0, to});
  }
  return graph.find_cycle();
}

std::optional<std::vector<Channel>> find_dependency_cycle(const MachineConfig& config) {
  const RouteFunction routes(config.network, config.router);
  const auto rule = [&routes](Coordinate here, int in_port, int in_vc, const RouteHeader& header) {
    return routes.route(here, in_port, in_vc, header);
  };
  return find_dependency_cycle(config.network, config.router.virtual_channels, rule);
}

std::string describe(const std::vector<Channel>& cycle) {
  std::string text;
  const auto append = [&text](const Channel& c) {
    text += fmt::format("({},{}) {} VC {}", c.node[0], c.node[1], kPortNames[static_cast<int>(c.direction)], c.vc);
  };
  for (const Channel& held : cycle) {
    append(held);
    text += " -> ";
  }
  if (!cycle.empty()) append(cycle.front());
  return text;
}

}  // namespace tactus
