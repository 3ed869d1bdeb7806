#include "hw/router/network_follower.h"

#include <fmt/core.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace tactus {
namespace {

constexpr std::uint64_t kMostPackets = std::uint64_t{1} << 33U;

/// Channels of a whole network by number, with the channels that a packet holding them can wait for.
class ChannelGraph {
 public:
  explicit ChannelGraph(const MachineConfig& config)
      : shape_(config.network),
        vcs_(config.router.virtual_channels),
        next_vcs_(static_cast<std::size_t>(shape_.nodes() * shape_.directions() * vcs_)) {}

  /// A packet in `held` can wait for the VCs `mask` of the link that follows by `out_port`.
  void add(int held, int out_port, std::uint8_t mask) {
    next_vcs_[static_cast<std::size_t>(held)][static_cast<std::size_t>(out_port)] |= mask;
  }
  /// Number of a VC of the link that leaves `node` by `port`.
  [[nodiscard]] int number(int node, int port, int vc) const { return (node * shape_.directions() + port) * vcs_ + vc; }
  [[nodiscard]] Channel channel(int number) const {
    const int link = number / vcs_;
    return {shape_.coordinate(link / shape_.directions()), static_cast<Direction>(link % shape_.directions()),
            number % vcs_};
  }

  [[nodiscard]] std::optional<std::vector<Channel>> find_cycle() const {
    const auto successors = [this](int of, std::vector<int>& list) { append_successors(of, list); };
    return find_channel_cycle(static_cast<int>(next_vcs_.size()), successors, [this](int of) { return channel(of); });
  }

 private:
  void append_successors(int of, std::vector<int>& list) const {
    const Channel held = channel(of);
    const int next = shape_.node(shape_.neighbour(held.node, held.direction));
    for (int port = 0; port < shape_.directions(); ++port) {
      for (unsigned mask = next_vcs_[static_cast<std::size_t>(of)][static_cast<std::size_t>(port)]; mask != 0;
           mask &= mask - 1) {
        list.push_back(number(next, port, __builtin_ctz(mask)));
      }
    }
  }

  const NetworkShape& shape_;
  int vcs_;
  /// By channel, and by port of the next link: the VCs of that link that can be waited for.
  std::vector<std::array<std::uint8_t, kMaxDirections>> next_vcs_;
};

class NetworkFollower {
 public:
  NetworkFollower(const MachineConfig& config, const RouteFunction& routes)
      : shape_(config.network),
        ports_(config.ports()),
        vcs_(config.router.virtual_channels),
        routes_(routes),
        graph_(config),
        seen_(static_cast<std::size_t>(shape_.nodes() * ports_.count() * vcs_)) {
    for (int node = 0; node < shape_.nodes(); ++node) {
      const Coordinate here = shape_.coordinate(node);
      nodes_.push_back(here);
      const bool works = !config.faults.has(here);
      receives_.push_back(works && !config.faults.breaks_at(here));
      bool goes_on = false;
      for (int port = 0; port < shape_.directions(); ++port) {
        const auto direction = static_cast<Direction>(port);
        const bool linked = config.has_link(here, direction);
        neighbours_.push_back(linked ? shape_.node(shape_.neighbour(here, direction)) : kNoLink);
        goes_on = goes_on || config.link_lasts(here, direction);
      }
      sends_.push_back(works && (receives_.back() || goes_on));
    }
  }

  FollowedNetwork follow() {
    const unsigned all_signs = 1U << (shape_.is_graph() ? 0 : shape_.dimensions());
    for (int to = 0; to < shape_.hosts(); ++to) {
      if (!receives_[static_cast<std::size_t>(to)]) continue;
      for (int nic = 0; nic < ports_.nics(); ++nic) {
        for (unsigned signs = 0; signs < all_signs; ++signs) {
          header_.destination = nodes_[static_cast<std::size_t>(to)];
          header_.destination_nic = static_cast<std::uint8_t>(nic);
          header_.negative = OffsetSigns(signs);
          if (!follow_from_everywhere()) return {std::move(fault_), std::nullopt};
        }
      }
    }
    return {{}, graph_.find_cycle()};
  }

 private:
  static constexpr int kNoLink = -1;
  /// Head of a packet in an input buffer.
  struct Place {
    int node;
    int in_port;
    int in_vc;
  };
  /// A place on the way of a packet, with the next link and the VCs of it that are still to be followed.
  struct Hop {
    Place at;
    int out_port;
    int to;  ///< node at the end of the link
    unsigned vcs;
  };

  [[nodiscard]] std::uint32_t& seen(const Place& place) {
    return seen_[static_cast<std::size_t>((place.node * ports_.count() + place.in_port) * vcs_ + place.in_vc)];
  }
  /// Node at the other end of the link at `port`, or kNoLink.
  [[nodiscard]] int neighbour(int node, int port) const {
    return neighbours_[static_cast<std::size_t>(node * ports_.directions() + port)];
  }
  [[nodiscard]] Coordinate here(const Place& place) const { return nodes_[static_cast<std::size_t>(place.node)]; }

  /// False if a packet with `header_` goes wrong; `fault_` says how.
  bool follow_from_everywhere() {
    on_way_ += 2;
    for (int node = 0; node < shape_.hosts(); ++node) {
      if (!sends_[static_cast<std::size_t>(node)]) continue;
      for (int nic = 0; nic < ports_.nics(); ++nic) {
        for (int vc = 0; vc < vcs_; ++vc) {
          if (!follow_from({node, ports_.nic_port(nic), vc})) return false;
        }
      }
    }
    return true;
  }

  /// Goes on along each way until a place from where packets to the same NIC have been followed.
  bool follow_from(const Place& source) {
    way_.clear();
    source_ = source;
    if (!enter(source)) return false;
    while (!way_.empty()) {
      Hop& hop = way_.back();
      if (hop.vcs == 0) {
        seen(hop.at) = on_way_ + 1;
        way_.pop_back();
        continue;
      }
      const Place next{hop.to, static_cast<int>(opposite(static_cast<Direction>(hop.out_port))),
                       __builtin_ctz(hop.vcs)};
      hop.vcs &= hop.vcs - 1;
      if (seen(next) == on_way_) return goes_round(next);
      if (seen(next) != on_way_ + 1 && !enter(next)) return false;
    }
    return true;
  }

  /// Asks for the decision at a place where no packet to the same NIC has been.
  bool enter(const Place& at) {
    const RouteDecision decision = routes_.route(here(at), at.in_port, at.in_vc, header_);
    if (!is_possible(at, decision)) return false;
    if (ports_.is_nic(decision.out_port)) {
      seen(at) = on_way_ + 1;
      return has_arrived(at, ports_.nic_of(decision.out_port));
    }
    const int to = neighbour(at.node, decision.out_port);
    if (to == kNoLink) {
      return goes_wrong(fmt::format("leaves {} by {}, where no link is", shape_.text(here(at)),
                                    shape_.output_text(here(at), decision.out_port)));
    }
    if (!ports_.is_nic(at.in_port)) graph_.add(held_at(at), decision.out_port, decision.vc_mask);
    seen(at) = on_way_;
    way_.push_back({at, decision.out_port, to, decision.vc_mask});
    return true;
  }

  /// Whether a router has such an output and such VCs.
  bool is_possible(const Place& at, const RouteDecision& decision) {
    if (decision.out_port >= ports_.count()) {
      return goes_wrong(fmt::format("leaves {} by port {}, and a router has ports 0 to {}", shape_.text(here(at)),
                                    decision.out_port, ports_.count() - 1));
    }
    const unsigned beyond = decision.vc_mask & ~((1U << vcs_) - 1);
    if (decision.vc_mask == 0) {
      return goes_wrong(fmt::format("may take no VC of {} at {}", shape_.output_text(here(at), decision.out_port),
                                    shape_.text(here(at))));
    }
    if (beyond == 0) return true;
    return goes_wrong(fmt::format("may take VC {} of {} at {}, and router.virtual_channels is {}",
                                  __builtin_ctz(beyond), shape_.output_text(here(at), decision.out_port),
                                  shape_.text(here(at)), vcs_));
  }

  bool has_arrived(const Place& at, int nic) {
    if (here(at) == header_.destination && nic == header_.destination_nic) return true;
    return goes_wrong(fmt::format("leaves the network at NIC {} of {}", nic, shape_.text(here(at))));
  }

  bool goes_round(const Place& again) {
    std::vector<Channel> circle;
    bool inside = false;
    for (std::size_t i = 0; i < way_.size(); ++i) {
      const Hop& hop = way_[i];
      inside = inside || (hop.at.node == again.node && hop.at.in_port == again.in_port && hop.at.in_vc == again.in_vc);
      const int vc = i + 1 < way_.size() ? way_[i + 1].at.in_vc : again.in_vc;
      if (inside) circle.push_back({here(hop.at), static_cast<Direction>(hop.out_port), vc});
    }
    return goes_wrong("may go round and never arrive: " + describe(shape_, circle));
  }

  bool goes_wrong(const std::string& how) {
    std::string negative;
    for (int d = 0; d < shape_.dimensions(); ++d) {
      if (header_.negative[d]) negative += fmt::format(" -{}", kDimensionNames[static_cast<std::size_t>(d)]);
    }
    const std::string signs = negative.empty() ? "" : fmt::format(" (signs{})", negative);
    fault_ = fmt::format("a packet from {} to NIC {} of {}{} {}", shape_.text(here(source_)), header_.destination_nic,
                         shape_.text(header_.destination), signs, how);
    return false;
  }

  /// Channel whose buffer a place in the network is.
  [[nodiscard]] int held_at(const Place& at) const {
    const int link = static_cast<int>(opposite(static_cast<Direction>(at.in_port)));
    return graph_.number(neighbour(at.node, at.in_port), link, at.in_vc);
  }

  const NetworkShape& shape_;
  const RouterPorts ports_;
  const int vcs_;
  const RouteFunction& routes_;
  std::vector<Coordinate> nodes_;
  std::vector<bool> receives_;   ///< by node: packets go there
  std::vector<bool> sends_;      ///< by node: it has packets to send, or some of others when its router breaks
  std::vector<int> neighbours_;  ///< by node and port
  ChannelGraph graph_;
  RouteHeader header_;
  Place source_{};
  std::vector<Hop> way_;
  std::uint32_t on_way_ = 0;         ///< mark of the places on the way; one more: of places that have been followed
  std::vector<std::uint32_t> seen_;  ///< by place: its last mark
  std::string fault_;
};

/// Packets that are told apart: by source, NIC and VC there, by destination, NIC there and signs.
std::uint64_t packets(const MachineConfig& config) {
  const auto nics = static_cast<std::uint64_t>(config.network.hosts() * config.nics());
  const int signs = config.network.is_graph() ? 0 : config.network.dimensions();
  return nics * nics * static_cast<std::uint64_t>(config.router.virtual_channels) << signs;
}

}  // namespace

FollowedNetwork follow_network(const MachineConfig& config, const RouteFunction& routes) {
  if (packets(config) > kMostPackets) {
    return {fmt::format("has to be checked packet by packet, and {} nodes have {} packets to follow: use a smaller "
                        "network, or a routing with a proof of its own, as dimension_order",
                        config.network.hosts(), packets(config)),
            std::nullopt};
  }
  return NetworkFollower(config, routes).follow();
}

}  // namespace tactus
