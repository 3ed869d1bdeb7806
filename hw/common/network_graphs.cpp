#include "hw/common/network_graphs.h"

#include <cstddef>
#include <functional>
#include <numeric>

namespace tactus {
namespace {

int power(int base, int exponent) {
  int product = 1;
  for (int i = 0; i < exponent; ++i) product *= base;
  return product;
}

int product_of(const std::vector<int>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), 1, std::multiplies<>());
}

/// A tree of `levels` levels of switches, each with `arity` cables up but for the top, over `hosts` hosts. The switches
/// above the k^l hosts of a subtree are k^(l - 1) on level l. The cable up number u of switch i of a subtree leads to
/// switch i + u k^(l - 1) of the next one: links have the names and the places of the flow level's.
GraphParts tree(int arity, int levels, int hosts) {
  GraphParts parts;
  parts.hosts = hosts;
  parts.levels.assign(static_cast<std::size_t>(hosts), 0);
  int below = 0;  // first node of the level below
  int above = hosts;
  for (int level = 1; level <= levels; ++level) {
    const int switches = power(arity, level - 1);  // of each subtree
    const bool top = level == levels;
    const int subtrees = top ? 1 : hosts / power(arity, level);
    const int before = level == 1 ? 0 : switches / arity;  // switches of each subtree of the level below
    if (level == 1) {
      const int each = top ? hosts : arity;
      for (int host = 0; host < hosts; ++host) parts.cables.emplace_back(host, above + host / each);
    }
    for (int node = below; level > 1 && node < above; ++node) {
      const int subtree = (node - below) / before;
      const int place = (node - below) % before;
      for (int up = 0; up < arity; ++up) {
        const int parent = top ? 0 : subtree / arity;
        parts.cables.emplace_back(node, above + parent * switches + place + up * before);
      }
    }
    parts.levels.insert(parts.levels.end(), static_cast<std::size_t>(subtrees * switches), level);
    below = above;
    above += subtrees * switches;
  }
  parts.switches = above - hosts;
  return parts;
}

/// Calls `visit(node, other)` for any two nodes of a grid that differ in one dimension only.
template <class Visit>
void for_each_in_row(const std::vector<int>& sizes, Visit visit) {
  const int nodes = product_of(sizes);
  for (int node = 0; node < nodes; ++node) {
    int stride = 1;
    for (const int size : sizes) {
      const int at = node / stride % size;
      for (int other = at + 1; other < size; ++other) visit(node, node + (other - at) * stride);
      stride *= size;
    }
  }
}

void add_hosts(GraphParts& parts, int hosts) {
  parts.hosts = parts.switches * hosts;
  for (int host = 0; host < parts.hosts; ++host) parts.cables.emplace_back(host, parts.hosts + host / hosts);
}

}  // namespace

GraphParts fat_tree(int arity) { return tree(arity, 3, 2 * power(arity, 3)); }

GraphParts k_ary_n_tree(int arity, int levels) { return tree(arity, levels, power(arity, levels)); }

GraphParts dragonfly(int switches, int global_links, int hosts) {
  GraphParts parts;
  const int groups = switches * global_links + 1;
  parts.switches = groups * switches;
  add_hosts(parts, hosts);
  for (int group = 0; group < groups; ++group) {
    const int first = parts.hosts + group * switches;
    for (int a = 0; a < switches; ++a) {
      for (int b = a + 1; b < switches; ++b) parts.cables.emplace_back(first + a, first + b);
    }
    for (int other = group + 1; other < groups; ++other) {
      // Global links of a group lead to the groups after it, in their order, `global_links` from each switch.
      const int there = (group - other - 1 + groups) % groups;
      parts.cables.emplace_back(first + (other - group - 1) / global_links,
                                parts.hosts + other * switches + there / global_links);
    }
  }
  return parts;
}

GraphParts hyperx(const std::vector<int>& sizes, int hosts) {
  GraphParts parts;
  parts.switches = product_of(sizes);
  add_hosts(parts, hosts);
  for_each_in_row(sizes, [&](int a, int b) { parts.cables.emplace_back(parts.hosts + a, parts.hosts + b); });
  return parts;
}

GraphParts hyper_crossbar(const std::vector<int>& sizes) {
  GraphParts parts;
  parts.hosts = product_of(sizes);
  int stride = 1;
  int first = parts.hosts;
  for (const int size : sizes) {
    for (int host = 0; host < parts.hosts; ++host) {
      const int row = host / (stride * size) * stride + host % stride;
      parts.cables.emplace_back(host, first + row);
    }
    first += parts.hosts / size;
    stride *= size;
  }
  parts.switches = first - parts.hosts;
  return parts;
}

}  // namespace tactus
