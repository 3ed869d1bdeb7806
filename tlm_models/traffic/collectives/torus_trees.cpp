#include "tlm_models/traffic/collectives/torus_trees.h"

#include <algorithm>

namespace tactus {

TorusTrees::TorusTrees(const CollectiveGrid& grid, int root) : root_(root) {
  int stride = 1;
  for (const int size : grid.sizes) {
    if (size > 1) dimensions_.push_back({size, stride});
    stride *= size;
  }
}

TorusTrees::Place TorusTrees::place(int tree, int member) const {
  Place place;
  for (const Dimension& dimension : dimensions_) {
    const int away = member / dimension.stride % dimension.size - root_ / dimension.stride % dimension.size;
    place.push_back(modulo(tree % 2 == 0 ? away : -away, dimension.size));
  }
  return place;
}

int TorusTrees::member(int tree, const Place& place) const {
  int number = 0;
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    const Dimension& dimension = dimensions_[d];
    const int root = root_ / dimension.stride % dimension.size;
    number += modulo(root + (tree % 2 == 0 ? place[d] : -place[d]), dimension.size) * dimension.stride;
  }
  return number;
}

std::size_t TorusTrees::reached_along(std::size_t start, const Place& place) const {
  if (place[start] == 0) return start;
  std::size_t d = (start + 1) % place.size();
  while (place[d] == 0) d = (d + 1) % place.size();
  return d;
}

TreeNode TorusTrees::node(int tree, int member) const {
  const auto start = static_cast<std::size_t>(tree / 2);
  const Place own = place(tree, member);
  TreeNode node;
  if (member != root_) {
    const std::size_t d = reached_along(start, own);
    Place parent = own;
    parent[d] = modulo(parent[d] - 1, dimensions_[d].size);
    node.parent = this->member(tree, parent);
  }
  for (std::size_t d = 0; d < dimensions_.size(); ++d) {
    Place child = own;
    child[d] = (child[d] + 1) % dimensions_[d].size;
    const bool is_root = std::all_of(child.begin(), child.end(), [](int steps) { return steps == 0; });
    if (!is_root && reached_along(start, child) == d) node.children.push_back(this->member(tree, child));
  }
  return node;
}

int TorusTrees::depth(int tree) const {
  // The last member that is reached stands in all other dimensions at the end, and has all of dimension `tree` to go.
  int others = 0;
  for (const Dimension& dimension : dimensions_) others += dimension.size - 1;
  const Dimension& own = dimensions_[static_cast<std::size_t>(tree / 2)];
  return dimensions_.size() == 1 ? own.size - 1 : others + 1;
}

}  // namespace tactus
