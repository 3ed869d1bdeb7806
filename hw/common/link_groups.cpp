#include "hw/common/link_groups.h"

#include <map>
#include <tuple>

namespace tactus {

LinkGroups::LinkGroups(const NetworkShape& shape) : directions_(shape.directions()) {
  if (shape.is_graph()) {
    take_graph(*shape.graph);
    return;
  }
  const RouterPorts ports = router_ports(shape, 0);
  for (int port = 0; port < directions_; ++port) {
    names_.emplace_back(ports.name(port));
    links_.push_back(shape.links_along(port / 2));
  }
}

void LinkGroups::take_graph(const NetworkGraph& graph) {
  enum class Way { kUp, kAcross, kDown };
  constexpr const char* kWays[] = {"up", "across", "down"};
  using Key = std::tuple<int, Way>;  // height at which a link begins
  const auto key_of = [&](int node, int port) {
    const int here = graph.height(node);
    const int there = graph.height(graph.neighbour(node, port));
    return Key{here, here < there ? Way::kUp : here == there ? Way::kAcross : Way::kDown};
  };
  std::map<Key, int> numbers;
  for (int node = 0; node < graph.nodes(); ++node) {
    for (const int port : graph.ports(node)) numbers[key_of(node, port)] = 0;
  }
  for (auto& [key, number] : numbers) {
    number = static_cast<int>(names_.size());
    const auto& [height, way] = key;
    names_.push_back(kWays[static_cast<int>(way)] + ("_" + std::to_string(height)));
  }
  links_.resize(names_.size());
  groups_.assign(static_cast<std::size_t>(graph.nodes() * directions_), -1);
  for (int node = 0; node < graph.nodes(); ++node) {
    for (const int port : graph.ports(node)) {
      const int group = numbers.at(key_of(node, port));
      groups_[static_cast<std::size_t>(node * directions_ + port)] = group;
      ++links_[static_cast<std::size_t>(group)];
    }
  }
}

}  // namespace tactus
