#include "hw/router/live_links.h"

#include <algorithm>
#include <numeric>

namespace tactus {

LiveLinks::LiveLinks(const MachineConfig& config)
    : graph_(config.network.graph), hosts_(config.network.hosts()), directions_(config.network.directions()) {
  find_links(config);
  find_depths();
  from_the_root_.resize(static_cast<std::size_t>(nodes()));
  std::iota(from_the_root_.begin(), from_the_root_.end(), 0);
  std::sort(from_the_root_.begin(), from_the_root_.end(), [this](int a, int b) { return rank(a) < rank(b); });
  for (int node = 0; node < nodes(); ++node) {
    for (std::size_t i = first_[static_cast<std::size_t>(node)]; i < first_[static_cast<std::size_t>(node) + 1]; ++i) {
      links_[i].up = goes_up(node, links_[i].to);
    }
  }
}

void LiveLinks::find_links(const MachineConfig& config) {
  const NetworkShape& shape = config.network;
  std::vector<int> in_order(static_cast<std::size_t>(directions_));
  std::iota(in_order.begin(), in_order.end(), 0);
  for (int node = 0; node < shape.nodes(); ++node) {
    const Coordinate here = shape.coordinate(node);
    const bool dead = config.faults.has(here);
    const bool breaks = !dead && config.faults.breaks_at(here);
    if (breaks) breaking_.push_back(node);
    dead_.push_back(dead || breaks);
    for (int port = 0; port < directions_; ++port) {
      const auto direction = static_cast<Direction>(port);
      neighbours_.push_back(config.has_link(here, direction) ? shape.node(shape.neighbour(here, direction)) : -1);
    }
    first_.push_back(links_.size());
    for (const int port : graph_ == nullptr ? in_order : graph_->ports(node)) {
      const int next = neighbour(node, port);
      if (next >= 0 && config.link_lasts(here, static_cast<Direction>(port)))
        links_.push_back({next, static_cast<std::uint8_t>(port), false});
    }
  }
  first_.push_back(links_.size());
}

void LiveLinks::find_depths() {
  if (graph_ != nullptr && graph_->is_tree()) {
    for (int node = 0; node < nodes(); ++node) depths_.push_back(-graph_->height(node));
    return;
  }
  std::vector<std::uint16_t> distances;
  find_distances(first_live_host(), false, distances);
  int root = hosts_;
  const auto may_be_root = [&](int node) {
    const auto at = static_cast<std::size_t>(node);
    return distances[at] != kFar && !dead_[at];
  };
  while (root < nodes() && !may_be_root(root)) ++root;
  if (root < nodes()) find_distances(root, false, distances);
  depths_.assign(distances.begin(), distances.end());
}

void LiveLinks::find_distances(int to, bool down_only, std::vector<std::uint16_t>& distances) const {
  distances.assign(static_cast<std::size_t>(nodes()), kFar);
  distances[static_cast<std::size_t>(to)] = 0;
  std::vector<int> reached = {to};
  reached.reserve(distances.size());
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const int node = reached[i];
    const auto links = static_cast<std::uint16_t>(distances[static_cast<std::size_t>(node)] + 1);
    // Its links are those of the nodes before it, the other way round: what comes down to it goes up from it.
    for (const Link& link : of(node)) {
      std::uint16_t& before = distances[static_cast<std::size_t>(link.to)];
      if (before != kFar || (down_only && !link.up)) continue;
      before = links;
      reached.push_back(link.to);
    }
  }
  for (const int node : breaking_) find_distance_of_breaking(node, distances);
}

void LiveLinks::find_distance_of_breaking(int node, std::vector<std::uint16_t>& distances) const {
  // No way leads to it, so its own is found when those of all others are known, and begins up or down.
  std::uint16_t nearest = kFar;
  for (const Link& link : of(node)) {
    nearest = std::min(nearest, distances[static_cast<std::size_t>(link.to)]);
  }
  distances[static_cast<std::size_t>(node)] = nearest == kFar ? kFar : static_cast<std::uint16_t>(nearest + 1);
}

std::optional<std::pair<int, int>> LiveLinks::find_parted() const {
  const int first = first_live_host();
  std::vector<std::uint16_t> distances;
  find_distances(first, false, distances);
  for (int host = first; host < hosts_; ++host) {
    if (is_live_host(host) && distances[static_cast<std::size_t>(host)] == kFar) return std::pair(first, host);
  }
  return std::nullopt;
}

int LiveLinks::first_live_host() const {
  int host = 0;
  while (!is_live_host(host)) ++host;
  return host;
}

int LiveLinks::choose(int node, int to, int several) const {
  if (several == 1) return 0;
  int digits = to;
  if (graph_ != nullptr) {
    for (int height = 1; height < graph_->height(node); ++height) digits /= several;
  }
  return digits % several;
}

}  // namespace tactus
