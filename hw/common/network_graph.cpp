#include "hw/common/network_graph.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "hw/common/cable_layout.h"

namespace tactus {
namespace {

constexpr std::uint16_t kNoWay = UINT16_MAX;  // a distance

/// The graph that `is_this` finds, or the one that `make` makes, which is kept.
const NetworkGraph* kept(const std::function<bool(const NetworkGraph&)>& is_this,
                         const std::function<const NetworkGraph*()>& make) {
  static std::mutex mutex;
  static std::vector<std::unique_ptr<const NetworkGraph>> all;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& graph) { return is_this(*graph); });
  if (found != all.end()) return found->get();
  all.emplace_back(make());
  return all.back().get();
}

}  // namespace

NetworkGraph::NetworkGraph(int hosts, int switches, std::vector<GraphCable> cables, std::vector<int> levels)
    : hosts_(hosts), switches_(switches), cables_(std::move(cables)), levels_(std::move(levels)) {
  lay_out();
  find_heights();
}

NetworkGraph::NetworkGraph(Laid /*laid*/, int hosts, int dimensions, const std::vector<int>& neighbours)
    : hosts_(hosts), dimensions_(dimensions), neighbours_(neighbours) {
  const auto ports = static_cast<std::size_t>(2 * dimensions);
  switches_ = static_cast<int>(neighbours.size() / ports) - hosts;
  for (std::size_t end = 0; end < neighbours.size(); ++end) {
    if (neighbours[end] < 0) continue;
    const std::size_t other = static_cast<std::size_t>(neighbours[end]) * ports + (end % ports ^ 1U);
    const int node = static_cast<int>(end / ports);
    if (neighbours.at(other) != node) throw std::out_of_range("a cable has one end");
    if (end % 2 == 0) cables_.emplace_back(node, neighbours[end]);
  }
  find_ports();
  find_heights();
}

void NetworkGraph::lay_out() {
  dimensions_ = dimensions_needed(nodes(), cables_);
  const int ports = 2 * dimensions_;
  neighbours_.assign(static_cast<std::size_t>(nodes() * ports), -1);
  for (const LaidCable& cable : lay_out_cables(nodes(), cables_)) {
    const int port = 2 * cable.dimension;
    neighbours_[static_cast<std::size_t>(cable.plus * ports + port)] = cable.minus;
    neighbours_[static_cast<std::size_t>(cable.minus * ports + port + 1)] = cable.plus;
  }
  find_ports();
}

void NetworkGraph::find_ports() {
  for (int node = 0; node < nodes(); ++node) {
    std::vector<int>& list = ports_.emplace_back();
    for (int port = 0; port < 2 * dimensions_; ++port) {
      if (neighbour(node, port) >= 0) list.push_back(port);
    }
    std::sort(list.begin(), list.end(), [&](int a, int b) { return neighbour(node, a) < neighbour(node, b); });
  }
}

void NetworkGraph::find_heights() {
  heights_ = levels_;
  if (is_tree()) return;
  heights_.assign(static_cast<std::size_t>(nodes()), nodes());
  std::vector<int> reached;
  for (int host = 0; host < hosts_; ++host) {
    heights_[static_cast<std::size_t>(host)] = 0;
    reached.push_back(host);
  }
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const int port : ports(reached[i])) {
      const int next = neighbour(reached[i], port);
      if (height(next) != nodes()) continue;
      heights_[static_cast<std::size_t>(next)] = height(reached[i]) + 1;
      reached.push_back(next);
    }
  }
}

int NetworkGraph::hops(int from, int to) const {
  constexpr std::size_t kMostKept = std::size_t{1} << 25U;  // distances
  int hops = 0;
  // Hosts of a switch share the distances from it.
  if (from != to && ports(from).size() == 1) from = neighbour(from, ports(from).front()), ++hops;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (distances_.empty() || known_ * static_cast<std::size_t>(nodes()) > kMostKept) {
    distances_.assign(static_cast<std::size_t>(nodes()), {});
    known_ = 0;
  }
  std::vector<std::uint16_t>& distances = distances_[static_cast<std::size_t>(from)];
  if (distances.empty()) {
    distances = distances_from(from);
    ++known_;
  }
  const std::uint16_t rest = distances[static_cast<std::size_t>(to)];
  return rest == kNoWay ? nodes() : hops + rest;
}

std::vector<std::uint16_t> NetworkGraph::distances_from(int node) const {
  std::vector<std::uint16_t> distances(static_cast<std::size_t>(nodes()), kNoWay);
  distances[static_cast<std::size_t>(node)] = 0;
  std::vector<int> reached = {node};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const int port : ports(reached[i])) {
      const int next = neighbour(reached[i], port);
      std::uint16_t& distance = distances[static_cast<std::size_t>(next)];
      if (distance != kNoWay) continue;
      distance = static_cast<std::uint16_t>(distances[static_cast<std::size_t>(reached[i])] + 1);
      reached.push_back(next);
    }
  }
  return distances;
}

const NetworkGraph* NetworkGraph::keep(int hosts, int switches, std::vector<GraphCable> cables,
                                       std::vector<int> levels) {
  const auto is_this = [&](const NetworkGraph& graph) {
    return graph.hosts_ == hosts && graph.switches_ == switches && graph.cables_ == cables && graph.levels_ == levels;
  };
  return kept(is_this, [&] { return new NetworkGraph(hosts, switches, std::move(cables), std::move(levels)); });
}

const NetworkGraph* NetworkGraph::keep_laid_out(int hosts, int dimensions, const std::vector<int>& neighbours) {
  const auto is_this = [&](const NetworkGraph& graph) {
    return graph.hosts_ == hosts && graph.dimensions_ == dimensions && graph.neighbours_ == neighbours;
  };
  return kept(is_this, [&] { return new NetworkGraph(Laid{}, hosts, dimensions, neighbours); });
}

}  // namespace tactus
