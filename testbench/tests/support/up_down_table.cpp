#include "testbench/tests/support/up_down_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

namespace tactus::test {
namespace {

constexpr int kFar = 1'000'000;

class UpDown {
 public:
  UpDown(const NetworkShape& shape, const std::vector<DeadCable>& dead)
      : shape_(shape), nodes_(shape.nodes()), links_(static_cast<std::size_t>(nodes_)), dead_(dead) {
    for (int node = 0; node < nodes_; ++node) {
      for (int port = 0; port < shape.directions(); ++port) add(node, static_cast<Direction>(port));
    }
  }

  std::vector<int> ports(int root) {
    level(root);
    if (std::find(levels_.begin(), levels_.end(), kFar) != levels_.end()) return {};
    std::vector<int> by_level;
    for (int node = 0; node < nodes_; ++node) by_level.push_back(node);
    std::sort(by_level.begin(), by_level.end(), [this](int a, int b) { return is_above(a, b); });
    std::vector<int> ports(static_cast<std::size_t>(nodes_ * nodes_), kNoPort);
    for (int to = 0; to < nodes_; ++to) {
      std::vector<int> far(static_cast<std::size_t>(nodes_), kFar);
      far[static_cast<std::size_t>(to)] = 0;
      // Lower nodes first: ways down alone. Then higher nodes first: up to a node that has a way.
      for (auto node = by_level.rbegin(); node != by_level.rend(); ++node) choose(*node, to, far, ports, false);
      for (const int node : by_level) {
        if (far[static_cast<std::size_t>(node)] == kFar) choose(node, to, far, ports, true);
      }
    }
    return ports;
  }

 private:
  struct Link {
    int port;
    int to;
  };

  void add(int node, Direction direction) {
    const Coordinate here = shape_.coordinate(node);
    if (!shape_.has_link(here, direction)) return;
    const int to = shape_.node(shape_.neighbour(here, direction));
    const DeadCable cable = is_negative(direction) ? DeadCable{to, opposite(direction)} : DeadCable{node, direction};
    if (std::find(dead_.begin(), dead_.end(), cable) != dead_.end()) return;
    links_[static_cast<std::size_t>(node)].push_back({static_cast<int>(direction), to});
  }
  void level(int root) {
    levels_.assign(static_cast<std::size_t>(nodes_), kFar);
    levels_[static_cast<std::size_t>(root)] = 0;
    std::vector<int> reached = {root};
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const Link& link : links_[static_cast<std::size_t>(reached[i])]) {
        int& level = levels_[static_cast<std::size_t>(link.to)];
        if (level != kFar) continue;
        level = levels_[static_cast<std::size_t>(reached[i])] + 1;
        reached.push_back(link.to);
      }
    }
  }
  [[nodiscard]] bool is_above(int a, int b) const {
    return std::pair(levels_[static_cast<std::size_t>(a)], a) < std::pair(levels_[static_cast<std::size_t>(b)], b);
  }
  void choose(int node, int to, std::vector<int>& far, std::vector<int>& ports, bool up) const {
    for (const Link& link : links_[static_cast<std::size_t>(node)]) {
      const int there = far[static_cast<std::size_t>(link.to)] + 1;
      if (is_above(link.to, node) != up || there >= far[static_cast<std::size_t>(node)]) continue;
      far[static_cast<std::size_t>(node)] = there;
      ports[static_cast<std::size_t>(node * nodes_ + to)] = link.port;
    }
  }

  const NetworkShape& shape_;
  int nodes_;
  std::vector<std::vector<Link>> links_;  ///< by node
  const std::vector<DeadCable>& dead_;
  std::vector<int> levels_;  ///< by node: links to the root
};

}  // namespace

std::vector<int> up_down_ports(const NetworkShape& shape, int root, const std::vector<DeadCable>& dead) {
  return UpDown(shape, dead).ports(root);
}

std::string table_of_ports(const NetworkShape& shape, const std::vector<int>& ports,
                           const std::function<std::string(int destination)>& vcs) {
  std::string text;
  for (int node = 0; node < shape.nodes(); ++node) {
    for (int to = 0; to < shape.nodes(); ++to) {
      const int port = ports[static_cast<std::size_t>(node * shape.nodes() + to)];
      if (port == kNoPort) continue;
      text += fmt::format("{} {} {}{}\n", node, to, kDirectionNames[static_cast<std::size_t>(port)],
                          vcs ? vcs(to) : std::string());
    }
  }
  return text;
}

}  // namespace tactus::test
