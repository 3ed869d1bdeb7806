#include "hw/router/live_network.h"

#include <algorithm>
#include <mutex>

namespace tactus {
namespace {

bool have_the_same_links(const MachineConfig& a, const MachineConfig& b) {
  const auto same = [](const Cable& x, const Cable& y) { return x.from == y.from && x.to == y.to; };
  return a.network.sizes == b.network.sizes && a.network.wrap == b.network.wrap &&
         std::equal(a.faults.cables.begin(), a.faults.cables.end(), b.faults.cables.begin(), b.faults.cables.end(),
                    same);
}

}  // namespace

LiveNetwork::LiveNetwork(const MachineConfig& config)
    : nodes_(config.network.nodes()),
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
  for (int from = 0; from < nodes_; ++from) find_distances(from);
  if (find_parted()) return;
  for (int to = 0; to < nodes_; ++to) find_ways(to);
}

std::optional<std::pair<int, int>> LiveNetwork::find_parted() const {
  for (int node = 0; node < nodes_; ++node) {
    if (distance(0, node) == kFar) return std::pair(0, node);
  }
  return std::nullopt;
}

void LiveNetwork::find_distances(int from) {
  std::vector<int> reached = {from};
  distances_[pair(from, from)] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int port = 0; port < directions_; ++port) {
      const int next = neighbour(reached[i], port);
      if (next < 0 || distances_[pair(from, next)] != kFar) continue;
      distances_[pair(from, next)] = static_cast<std::uint16_t>(distances_[pair(from, reached[i])] + 1);
      reached.push_back(next);
    }
  }
}

/// Backwards from `to`: first the ways that only go down, then those that go up before.
void LiveNetwork::find_ways(int to) {
  const auto index = [](int node) { return static_cast<std::size_t>(node); };
  std::vector<int> down(index(nodes_), kFar);  // links on the shortest way, for a packet that may not go up
  down[index(to)] = 0;
  std::vector<int> reached = {to};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int port = 0; port < directions_; ++port) {
      const int before = neighbour(reached[i], port);
      if (before < 0 || goes_up(before, reached[i]) || down[index(before)] != kFar) continue;
      down[index(before)] = down[index(reached[i])] + 1;
      reached.push_back(before);
    }
  }
  // The lowest nodes first: a way that goes up goes on from a node whose way is known.
  std::vector<int> any = down;
  std::vector<int> from_the_top(index(nodes_));
  for (int node = 0; node < nodes_; ++node) from_the_top[index(node)] = node;
  std::sort(from_the_top.begin(), from_the_top.end(),
            [this](int a, int b) { return std::pair(distance(0, a), a) < std::pair(distance(0, b), b); });
  for (const int node : from_the_top) {
    for (int port = 0; port < directions_; ++port) {
      const int next = neighbour(node, port);
      if (next >= 0 && goes_up(node, next)) any[index(node)] = std::min(any[index(node)], any[index(next)] + 1);
    }
  }
  for (int node = 0; node < nodes_; ++node) {
    if (node == to) continue;
    for (const bool came_down : {false, true}) {
      const int left = (came_down ? down : any)[index(node)];
      std::vector<int> ports;
      for (int port = 0; port < directions_ && left < kFar; ++port) {
        const int next = neighbour(node, port);
        if (next < 0) continue;
        const bool up = goes_up(node, next);
        if ((up && came_down) || (up ? any : down)[index(next)] + 1 != left) continue;
        ports.push_back(port);
      }
      // Of several the destination chooses, so that packets spread.
      if (ports.empty()) continue;
      next_[pair(node, to) * 2 + (came_down ? 1 : 0)] = static_cast<std::uint8_t>(ports[index(to) % ports.size()]);
    }
  }
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
