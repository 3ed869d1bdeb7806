#include "hw/router/live_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <numeric>

namespace tactus {
namespace {

bool have_the_same_links(const MachineConfig& a, const MachineConfig& b) {
  const auto same = [](const Cable& x, const Cable& y) { return x.from == y.from && x.to == y.to; };
  return a.network == b.network && std::equal(a.faults.cables.begin(), a.faults.cables.end(), b.faults.cables.begin(),
                                              b.faults.cables.end(), same);
}

}  // namespace

LiveNetwork::LiveNetwork(const MachineConfig& config)
    : graph_(config.network.graph),
      nodes_(config.network.nodes()),
      hosts_(config.network.hosts()),
      directions_(config.network.directions()),
      distances_(pair(nodes_, 0), kFar),
      next_(2 * distances_.size()) {
  const NetworkShape& shape = config.network;
  for (int node = 0; node < nodes_; ++node) {
    const Coordinate here = shape.coordinate(node);
    for (int port = 0; port < directions_; ++port) {
      const auto direction = static_cast<Direction>(port);
      neighbours_.push_back(config.has_link(here, direction) ? shape.node(shape.neighbour(here, direction)) : -1);
    }
  }
  for (int to = 0; to < hosts_; ++to) {
    const std::vector<int> links = links_to(to);
    for (int from = 0; from < nodes_; ++from) {
      distances_[pair(from, to)] = static_cast<std::uint16_t>(links[static_cast<std::size_t>(from)]);
    }
  }
  if (find_parted()) return;
  find_depths();
  for (int to = 0; to < hosts_; ++to) find_ways(to);
  if (graph_ == nullptr) return;
  nearest_.resize(distances_.size());
  for (int to = 0; to < hosts_; ++to) find_nearest(to);
}

std::string LiveNetwork::refusal(const MachineConfig& config) {
  const std::int64_t pairs = std::int64_t{config.network.nodes()} * config.network.hosts();
  if (pairs <= NetworkGraph::kMostPairs) return {};
  return fmt::format("{}: its tables are made for {} pairs of a node and a host at most", config.network.text(),
                     NetworkGraph::kMostPairs);
}

std::optional<std::pair<int, int>> LiveNetwork::find_parted() const {
  for (int node = 0; node < nodes_; ++node) {
    if (distance(node, 0) == kFar) return std::pair(0, node);
  }
  return std::nullopt;
}

std::vector<int> LiveNetwork::links_to(int node) const {
  std::vector<int> links(static_cast<std::size_t>(nodes_), kFar);
  links[static_cast<std::size_t>(node)] = 0;
  std::vector<int> reached = {node};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int port = 0; port < directions_; ++port) {
      const int next = neighbour(reached[i], port);
      if (next < 0 || links[static_cast<std::size_t>(next)] != kFar) continue;
      links[static_cast<std::size_t>(next)] = links[static_cast<std::size_t>(reached[i])] + 1;
      reached.push_back(next);
    }
  }
  return links;
}

void LiveNetwork::find_depths() {
  const bool tree = graph_ != nullptr && graph_->is_tree();
  depths_ = links_to(hosts_ < nodes_ ? hosts_ : 0);
  for (int node = 0; node < nodes_ && tree; ++node) depths_[static_cast<std::size_t>(node)] = -graph_->height(node);
  from_the_root_.resize(static_cast<std::size_t>(nodes_));
  std::iota(from_the_root_.begin(), from_the_root_.end(), 0);
  std::sort(from_the_root_.begin(), from_the_root_.end(), [this](int a, int b) { return rank(a) < rank(b); });
}

/// Links on the shortest way from each node to `to` for a packet that may not go up.
std::vector<int> LiveNetwork::links_down_to(int to) const {
  std::vector<int> down(static_cast<std::size_t>(nodes_), kFar);
  down[static_cast<std::size_t>(to)] = 0;
  std::vector<int> reached = {to};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int port = 0; port < directions_; ++port) {
      const int before = neighbour(reached[i], port);
      if (before < 0 || goes_up(before, reached[i]) || down[static_cast<std::size_t>(before)] != kFar) continue;
      down[static_cast<std::size_t>(before)] = down[static_cast<std::size_t>(reached[i])] + 1;
      reached.push_back(before);
    }
  }
  return down;
}

/// The same for one that may go up first, from those that go `down` only. The highest nodes first: a way that goes up
/// goes on from a node whose way is known.
std::vector<int> LiveNetwork::links_up_and_down(std::vector<int> down) const {
  std::vector<int> any = std::move(down);
  for (const int node : from_the_root_) {
    int& links = any[static_cast<std::size_t>(node)];
    for (int port = 0; port < directions_; ++port) {
      const int next = neighbour(node, port);
      if (next >= 0 && goes_up(node, next)) links = std::min(links, any[static_cast<std::size_t>(next)] + 1);
    }
    links = std::min<int>(links, kFar);
  }
  return any;
}

/// Of several ways the destination chooses, so that packets spread: in a graph by a digit of its number, at each height
/// another one, which leads all packets of a tree's node to a host down by the same way (mfs, section 4).
int LiveNetwork::choose(int node, int to, const std::vector<int>& ports) const {
  const int several = static_cast<int>(ports.size());
  int digits = to;
  if (graph_ != nullptr && several > 1) {
    for (int height = 1; height < graph_->height(node); ++height) digits /= several;
  }
  return ports[static_cast<std::size_t>(digits % several)];
}

void LiveNetwork::find_ways(int to) {
  const std::vector<int> down = links_down_to(to);
  const std::vector<int> any = links_up_and_down(down);
  for (int node = 0; node < nodes_; ++node) {
    if (node == to) continue;
    if (node < hosts_ && any[static_cast<std::size_t>(node)] == kFar && !without_way_) without_way_ = {node, to};
    for (const bool came_down : {false, true}) {
      const int left = (came_down ? down : any)[static_cast<std::size_t>(node)];
      std::vector<int> ports;
      for (int i = 0; i < directions_ && left < kFar; ++i) {
        const int port = port_in_order(node, i);
        const int next = port < 0 ? -1 : neighbour(node, port);
        if (next < 0) continue;
        const bool up = goes_up(node, next);
        if ((up && came_down) || (up ? any : down)[static_cast<std::size_t>(next)] + 1 != left) continue;
        ports.push_back(port);
      }
      if (ports.empty()) continue;
      next_[pair(node, to) * 2 + (came_down ? 1 : 0)] = static_cast<std::uint8_t>(choose(node, to, ports));
    }
  }
}

void LiveNetwork::find_nearest(int to) {
  std::vector<int> ports;
  for (int node = 0; node < nodes_; ++node) {
    if (node == to) continue;
    ports.clear();
    for (const int port : graph_->ports(node)) {
      const int next = neighbour(node, port);
      if (next >= 0 && distance(next, to) < distance(node, to)) ports.push_back(port);
    }
    nearest_[pair(node, to)] = static_cast<std::uint8_t>(choose(node, to, ports));
  }
}

/// Ports of a torus by number, those of a graph by the neighbour's; -1 after the last one.
int LiveNetwork::port_in_order(int node, int place) const {
  if (graph_ == nullptr) return place;
  const std::vector<int>& ports = graph_->ports(node);
  return place < static_cast<int>(ports.size()) ? ports[static_cast<std::size_t>(place)] : -1;
}

std::shared_ptr<const LiveNetwork> live_network(const MachineConfig& config) {
  struct Kept {
    MachineConfig config;
    std::weak_ptr<const LiveNetwork> network;
  };
  static std::mutex mutex;
  static std::vector<Kept> all;
  const std::lock_guard<std::mutex> lock(mutex);
  all.erase(std::remove_if(all.begin(), all.end(), [](const Kept& kept) { return kept.network.expired(); }), all.end());
  for (const Kept& kept : all) {
    if (!have_the_same_links(kept.config, config)) continue;
    if (auto network = kept.network.lock()) return network;
  }
  auto network = std::make_shared<const LiveNetwork>(config);
  all.push_back({config, network});
  return network;
}

}  // namespace tactus
