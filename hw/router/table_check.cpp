#include "hw/router/table_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace tactus {
namespace {

/// Follows packets destination by destination. A place is where the head of a packet is: in one of the NICs of a node,
/// which are all alike, or in a VC of an input port.
class TableFollower {
 public:
  explicit TableFollower(const MachineConfig& config)
      : shape_(config.network),
        faults_(config.faults),
        nodes_(shape_.nodes()),
        directions_(shape_.directions()),
        vcs_(config.router.virtual_channels),
        table_(*config.router.table),
        places_(1 + directions_ * vcs_),
        before_(static_cast<std::size_t>(nodes_ * places_)),
        seen_(before_.size(), kNone),
        entries_(before_.size()),
        entering_(before_.size()),
        next_vcs_(before_.size()) {
    for (int node = 0; node < nodes_; ++node) {
      if (node < shape_.hosts() && !faults_.has(shape_.coordinate(node))) hosts_.push_back(node);
      for (int port = 0; port < directions_; ++port) {
        const Coordinate here = shape_.coordinate(node);
        const auto direction = static_cast<Direction>(port);
        neighbours_.push_back(shape_.node(shape_.neighbour(here, direction)));
        carries_.push_back(config.has_link(here, direction));
      }
    }
  }

  CheckedTable check() {
    for (const int host : hosts_) {
      to_ = host;
      follow();
      look_for_circle();
    }
    CheckedTable result;
    tell_missing(result.faults);
    tell_unmatched(result.faults);
    tell_dead(result.faults);
    tell_circle(result.faults);
    if (!result.faults.empty()) return result;
    result.cycle = find_cycle();
    if (result.cycle) result.waits = waits_of(*result.cycle);
    return result;
  }

 private:
  static constexpr int kNone = -1;

  static std::size_t at(int place) { return static_cast<std::size_t>(place); }
  [[nodiscard]] int nic_of(int node) const { return node * places_; }
  [[nodiscard]] int place(int node, int in_port, int vc) const { return node * places_ + 1 + in_port * vcs_ + vc; }
  [[nodiscard]] int node_of(int place) const { return place / places_; }
  [[nodiscard]] bool is_nic(int place) const { return place % places_ == 0; }
  [[nodiscard]] int in_port_of(int place) const { return is_nic(place) ? directions_ : (place % places_ - 1) / vcs_; }
  [[nodiscard]] int in_vc_of(int place) const { return is_nic(place) ? 0 : (place % places_ - 1) % vcs_; }
  [[nodiscard]] int neighbour(int node, int port) const { return neighbours_[at(node * directions_ + port)]; }
  [[nodiscard]] std::string node_text(int node) const { return shape_.text(shape_.coordinate(node)); }

  /// Calls `visit(place)` for each place on the other end of the link that `entry` names at `from`.
  template <class Visit>
  void for_each_next(int from, const RouteEntry& entry, Visit visit) const {
    const int next = neighbour(node_of(from), entry.out_port);
    if (next == to_) return;
    const int in_port = static_cast<int>(opposite(static_cast<Direction>(entry.out_port)));
    for (unsigned mask = entry.vc_mask; mask != 0; mask &= mask - 1) visit(place(next, in_port, __builtin_ctz(mask)));
  }

  /// Breadth first from the NICs of all hosts: `reached_` has the places that packets to `to_` come to.
  void follow() {
    reached_.clear();
    for (const int node : hosts_) {
      if (node != to_) reach(nic_of(node), kNone);
    }
    for (std::size_t followed = 0; followed != reached_.size();) {
      const int from = reached_[followed++];
      const RouteEntry* entry = table_.find(node_of(from), to_, in_port_of(from), in_vc_of(from));
      entries_[at(from)] = entry;
      if (entry == nullptr) {
        lacks_entry(from);
        continue;
      }
      if (!carries_[at(node_of(from) * directions_ + entry->out_port)]) {
        if (dead_++ == 0) dead_by_ = {from, to_, entry};
        entries_[at(from)] = nullptr;
        continue;
      }
      if (!is_nic(from)) next_vcs_[at(from)][entry->out_port] |= entry->vc_mask;
      for_each_next(from, *entry, [&](int next) {
        reach(next, from);
        ++entering_[at(next)];
      });
    }
  }

  void reach(int place, int from) {
    if (seen_[at(place)] == to_) return;
    seen_[at(place)] = to_;
    before_[at(place)] = from;
    entering_[at(place)] = 0;
    reached_.push_back(place);
  }

  void lacks_entry(int place) {
    if (is_nic(place)) {
      if (missing_pairs_++ == 0) missing_ = {node_of(place), to_};
      return;
    }
    const std::vector<int> way = way_to(place);
    if (unmatched_++ == 0 || way.size() < unmatched_way_.size()) {
      unmatched_way_ = way;
      unmatched_to_ = to_;
    }
  }

  /// Places from a NIC to `place`.
  [[nodiscard]] std::vector<int> way_to(int place) const {
    std::vector<int> way;
    for (; place != kNone; place = before_[at(place)]) way.push_back(place);
    std::reverse(way.begin(), way.end());
    return way;
  }

  /// Takes away places that no packet comes to any more, again and again; what is left lies on circles or behind one.
  void look_for_circle() {
    std::vector<int> free;
    std::size_t left = reached_.size();
    for (const int place : reached_) {
      if (entering_[at(place)] == 0) free.push_back(place);
    }
    while (!free.empty()) {
      const int place = free.back();
      free.pop_back();
      --left;
      if (entries_[at(place)] == nullptr) continue;
      for_each_next(place, *entries_[at(place)], [&](int next) {
        if (--entering_[at(next)] == 0) free.push_back(next);
      });
    }
    if (left == 0) return;
    ++circled_;
    take_shorter_circle();
  }

  void take_shorter_circle() {
    const auto successors = [this](int from, std::vector<int>& list) {
      if (seen_[at(from)] != to_ || entering_[at(from)] == 0 || entries_[at(from)] == nullptr) return;
      for_each_next(from, *entries_[at(from)], [&](int next) { list.push_back(next); });
    };
    if (circle_.size() == 2) return;  // none is shorter
    std::vector<int> circle = tactus::find_cycle(nodes_ * places_, successors);
    if (!circle_.empty() && circle.size() >= circle_.size()) return;
    circle_ = std::move(circle);
    circle_to_ = to_;
    circle_entries_.clear();
    for (const int place : circle_) circle_entries_.push_back(entries_[at(place)]);
  }

  void tell_missing(std::vector<TableFault>& faults) const {
    if (missing_pairs_ == 0) return;
    const auto [from, to] = missing_;
    std::string text = fmt::format("no entry takes packets of {} to {}", node_text(from), node_text(to));
    if (missing_pairs_ > 1) text += fmt::format("; {} pairs of nodes have none", missing_pairs_);
    faults.push_back({nullptr, std::move(text)});
  }

  void tell_dead(std::vector<TableFault>& faults) const {
    if (dead_ == 0) return;
    const int node = node_of(dead_by_.place);
    const int next = neighbour(node, dead_by_.entry->out_port);
    const bool cut = any_joins(faults_.cables, shape_.coordinate(node), shape_.coordinate(next));
    faults.push_back({dead_by_.entry, fmt::format("packets to {} take the cable from {} to {}, which carries nothing "
                                                  "({})",
                                                  node_text(dead_by_.to), node_text(node), node_text(next),
                                                  cut                 ? "faults.cables"
                                                  : shape_.is_graph() ? "faults.switches"
                                                                      : "faults.routers")});
  }

  void tell_unmatched(std::vector<TableFault>& faults) const {
    if (unmatched_ == 0) return;
    const int last = unmatched_way_.back();
    std::string way;
    for (const int place : unmatched_way_) way += (way.empty() ? "" : " -> ") + node_text(node_of(place));
    const std::string side = shape_.side_text(shape_.coordinate(node_of(last)), in_port_of(last));
    std::string text =
        fmt::format("no entry takes packets to {} that come to {} {} {} on VC {}: {}", node_text(unmatched_to_),
                    node_text(node_of(last)), shape_.is_graph() ? "from" : "by", side, in_vc_of(last), way);
    if (unmatched_ > 1) text += fmt::format("; {} inputs have none for some destination", unmatched_);
    faults.push_back({table_.first(node_of(last), unmatched_to_), std::move(text)});
  }

  void tell_circle(std::vector<TableFault>& faults) const {
    if (circled_ == 0) return;
    std::string way;
    for (const int place : circle_) way += node_text(node_of(place)) + " -> ";
    std::string text = fmt::format("packets to {} may go round and never arrive: {}{}", node_text(circle_to_), way,
                                   node_text(node_of(circle_.front())));
    if (circled_ > 1) text += fmt::format("; {} destinations have such circles", circled_);
    faults.push_back({circle_entries_.front(), std::move(text)});
  }

  /// Channels by number: a link by the node that it leaves and its direction, and a VC.
  [[nodiscard]] int number(int node, int port, int vc) const { return (node * directions_ + port) * vcs_ + vc; }
  [[nodiscard]] Channel channel(int number) const {
    const int link = number / vcs_;
    return {shape_.coordinate(link / directions_), static_cast<Direction>(link % directions_), number % vcs_};
  }
  /// The input whose buffer a channel is.
  [[nodiscard]] int place_of(const Channel& channel) const {
    return place(shape_.node(shape_.neighbour(channel.node, channel.direction)),
                 static_cast<int>(opposite(channel.direction)), channel.vc);
  }

  [[nodiscard]] std::optional<std::vector<Channel>> find_cycle() const {
    const auto successors = [this](int of, std::vector<int>& list) {
      const int held = place_of(channel(of));
      for (int port = 0; port < directions_; ++port) {
        for (unsigned mask = next_vcs_[at(held)][at(port)]; mask != 0; mask &= mask - 1) {
          list.push_back(number(node_of(held), port, __builtin_ctz(mask)));
        }
      }
    };
    // A channel beyond the end of a row is an input without packets.
    return find_channel_cycle(nodes_ * directions_ * vcs_, successors, [this](int of) { return channel(of); });
  }

  /// For each channel of `cycle` a packet to the first destination whose packets wait there for the next channel.
  std::vector<TableWait> waits_of(const std::vector<Channel>& cycle) {
    std::vector<TableWait> found(cycle.size());
    std::fill(seen_.begin(), seen_.end(), kNone);
    for (const int host : hosts_) {
      to_ = host;
      follow();
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        const int held = place_of(cycle[i]);
        const Channel& next = cycle[(i + 1) % cycle.size()];
        if (found[i].waits != nullptr || seen_[at(held)] != to_) continue;
        const RouteEntry* entry = entries_[at(held)];
        const bool waits = entry->out_port == static_cast<int>(next.direction) && (entry->vc_mask >> next.vc & 1U) != 0;
        if (waits) found[i] = {entries_[at(before_[at(held)])], entry};
      }
    }
    return found;
  }

  const NetworkShape& shape_;
  const FaultsConfig& faults_;
  const int nodes_;
  const int directions_;
  const int vcs_;
  const RouteTable& table_;
  const int places_;             ///< of a node
  std::vector<int> hosts_;       ///< those with a router that works
  std::vector<int> neighbours_;  ///< by node and direction
  std::vector<bool> carries_;    ///< by node and port: the link is not dead
  int to_ = 0;                   ///< destination of the packets that are followed
  std::vector<int> reached_;
  std::vector<int> before_;                 ///< by place: the one before on a shortest way to it, or kNone
  std::vector<int> seen_;                   ///< by place: the last destination whose packets come there
  std::vector<const RouteEntry*> entries_;  ///< by place: where they go on
  std::vector<int> entering_;               ///< by place: steps that lead there from places that are left
  std::vector<std::array<std::uint8_t, kMaxDirections>> next_vcs_;  ///< by place and next link: VCs to wait for
  /// Packets at `place` to node `to` that take a dead cable by `entry`.
  struct DeadWay {
    int place = 0;
    int to = 0;
    const RouteEntry* entry = nullptr;
  };
  DeadWay dead_by_;  ///< the first
  std::size_t dead_ = 0;
  std::uint64_t missing_pairs_ = 0;
  std::pair<int, int> missing_;  ///< the first of them
  std::uint64_t unmatched_ = 0;
  std::vector<int> unmatched_way_;
  int unmatched_to_ = 0;
  int circled_ = 0;  ///< destinations
  std::vector<int> circle_;
  int circle_to_ = 0;
  std::vector<const RouteEntry*> circle_entries_;
};

}  // namespace

std::string table_refusal(const MachineConfig& config) {
  const NetworkShape& shape = config.network;
  if (shape.nodes() > RouteTable::kMostNodes) {
    return fmt::format("a table has the next link for each pair of nodes: use at most {} nodes instead of {}",
                       RouteTable::kMostNodes, shape.nodes());
  }
  const RouteTable* table = config.router.table.get();
  if (table == nullptr) return "it needs a table (router.table)";
  if (table->shape() != shape) return fmt::format("its table is for a network of {}", table->shape().text());
  if (table->virtual_channels() == config.router.virtual_channels) return {};
  return fmt::format("its table is for router.virtual_channels {}", table->virtual_channels());
}

CheckedTable check_table(const MachineConfig& config) { return TableFollower(config).check(); }

}  // namespace tactus
