#include "hw/common/network_graph.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "hw/common/cable_layout.h"

namespace tactus {

NetworkGraph::NetworkGraph(int hosts, int switches, std::vector<GraphCable> cables, std::vector<int> levels)
    : hosts_(hosts), switches_(switches), cables_(std::move(cables)), levels_(std::move(levels)) {
  lay_out();
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
  for (int node = 0; node < nodes(); ++node) {
    std::vector<int>& list = ports_.emplace_back();
    for (int port = 0; port < ports; ++port) {
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

int NetworkGraph::hops(int node, int host) const {
  std::call_once(once_, [this] { find_distances(); });
  return distances_[static_cast<std::size_t>(node) * static_cast<std::size_t>(hosts_) + static_cast<std::size_t>(host)];
}

void NetworkGraph::find_distances() const {
  const auto hosts = static_cast<std::size_t>(hosts_);
  distances_.assign(static_cast<std::size_t>(nodes()) * hosts, UINT16_MAX);
  std::vector<int> reached;
  for (int host = 0; host < hosts_; ++host) {
    const auto distance = [&](int node) -> std::uint16_t& {
      return distances_[static_cast<std::size_t>(node) * hosts + static_cast<std::size_t>(host)];
    };
    reached.assign(1, host);
    distance(host) = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const int port : ports(reached[i])) {
        const int next = neighbour(reached[i], port);
        if (distance(next) != UINT16_MAX) continue;
        distance(next) = static_cast<std::uint16_t>(distance(reached[i]) + 1);
        reached.push_back(next);
      }
    }
  }
}

const NetworkGraph* NetworkGraph::keep(int hosts, int switches, std::vector<GraphCable> cables,
                                       std::vector<int> levels) {
  static std::mutex mutex;
  static std::vector<std::unique_ptr<const NetworkGraph>> all;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& graph) {
    return graph->hosts_ == hosts && graph->switches_ == switches && graph->cables_ == cables &&
           graph->levels_ == levels;
  });
  if (found != all.end()) return found->get();
  all.push_back(std::make_unique<const NetworkGraph>(hosts, switches, std::move(cables), std::move(levels)));
  return all.back().get();
}

}  // namespace tactus
