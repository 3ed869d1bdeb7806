#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "testbench/tests/support/catch.h"
#include "tlm_models/traffic/collectives/segment.h"
#include "tlm_models/traffic/collectives/torus_phases.h"
#include "tlm_models/traffic/collectives/torus_trees.h"

namespace tactus {
namespace {

/// Directed links of an n x n torus that messages of one phase have taken.
class LinksOfPhase {
 public:
  explicit LinksOfPhase(int n) : n_(n) {}

  /// A message goes in x, then in y, each the shorter way; half way round whichever has free links. Answers whether no
  /// other message had one of its links.
  bool take(TorusPhases::Place from, TorusPhases::Place to) {
    return take_ring(0, from.y, from.x, to.x) && take_ring(1, to.x, from.y, to.y);
  }
  [[nodiscard]] std::size_t taken() const { return links_.size(); }

 private:
  bool take_ring(int dimension, int ring, int from, int to) {
    const int up = modulo(to - from, n_);
    if (2 * up < n_) return take_way(dimension, ring, from, up, 1);
    if (2 * up > n_) return take_way(dimension, ring, from, n_ - up, -1);
    return take_way(dimension, ring, from, up, 1) || take_way(dimension, ring, from, up, -1);
  }
  bool take_way(int dimension, int ring, int from, int hops, int step) {
    std::set<std::tuple<int, int, int, int>> way;
    for (int hop = 0; hop < hops; ++hop) way.insert({dimension, ring, step, modulo(from + step * hop, n_)});
    const bool free = std::none_of(way.begin(), way.end(), [&](const auto& link) { return links_.count(link) > 0; });
    if (free) links_.insert(way.begin(), way.end());
    return free;
  }

  int n_;
  std::set<std::tuple<int, int, int, int>> links_;
};

TEST_CASE("TorusPhases: every pair of places meets once, and messages of a phase use every link once",
          "[COLLECTIVE-19]") {
  for (const int n : {4, 8, 12}) {
    CAPTURE(n);
    const TorusPhases phases(n);
    CHECK(phases.phases() == (n == 4 ? 16 : n * n * n / 8));
    std::set<std::pair<int, int>> pairs;
    int faults = 0;
    for (int phase = 0; phase < phases.phases(); ++phase) {
      LinksOfPhase links(n);
      for (int place = 0; place < n * n; ++place) {
        const TorusPhases::Place here{place % n, place / n};
        const TorusPhases::Exchange exchange = phases.at(phase, here);
        if (!exchange.takes_part) continue;
        const TorusPhases::Exchange there = phases.at(phase, exchange.to);
        if (!there.takes_part || there.from.x != here.x || there.from.y != here.y) ++faults;
        if (!links.take(here, exchange.to)) ++faults;
        pairs.insert({place, exchange.to.x + n * exchange.to.y});
      }
      if (links.taken() != static_cast<std::size_t>((n == 4 ? 2 : 4) * n * n)) ++faults;
    }
    CHECK(faults == 0);
    CHECK(pairs.size() == static_cast<std::size_t>(n * n * n * n));
  }
}

TEST_CASE("TorusTrees: they span the torus and share no directed link", "[COLLECTIVE-20]") {
  for (const std::vector<int>& sizes :
       {std::vector<int>{5}, {2}, {4, 4}, {3, 2}, {1, 4}, {3, 4, 5}, {2, 2, 2}, {3, 2, 3, 2}}) {
    const int members = std::accumulate(sizes.begin(), sizes.end(), 1, std::multiplies<>());
    for (const int root : {0, members / 2, members - 1}) {
      CAPTURE(sizes, root);
      CollectiveGrid grid;
      grid.sizes = sizes;
      const TorusTrees trees(grid, root);
      CHECK(trees.trees() == 2 * std::count_if(sizes.begin(), sizes.end(), [](int size) { return size > 1; }));
      std::set<std::tuple<int, int, bool>> links;  // from, distance in numbers, up
      std::size_t edges = 0;
      for (int tree = 0; tree < trees.trees(); ++tree) {
        int deepest = 0;
        for (int member = 0; member < members; ++member) {
          const TreeNode node = trees.node(tree, member);
          CHECK((node.parent == TreeNode::kNobody) == (member == root));
          for (const int child : node.children) CHECK(trees.node(tree, child).parent == member);
          if (member == root) continue;
          ++edges;
          const std::vector<int> siblings = trees.node(tree, node.parent).children;
          CHECK(std::count(siblings.begin(), siblings.end(), member) == 1);
          links.insert({node.parent, std::abs(node.parent - member), tree % 2 == 0});
          int depth = 0;
          for (int at = member; at != root && depth <= members; ++depth) at = trees.node(tree, at).parent;
          deepest = std::max(deepest, depth);
        }
        CHECK(trees.depth(tree) == deepest);
      }
      CHECK(edges == static_cast<std::size_t>(trees.trees() * (members - 1)));
      CHECK(links.size() == edges);
    }
  }
}

TEST_CASE("TreeNode: trees of members span them from number 0, each child with its parent", "[COLLECTIVE-21]") {
  for (const TreeShape shape : {binomial_tree, quaternary_tree, binary_tree, chain_tree, linear_tree}) {
    for (int members = 1; members <= 70; ++members) {
      int children = 0;
      bool fits = true;
      for (int number = 0; number < members; ++number) {
        const TreeNode node = shape(number, members);
        children += static_cast<int>(node.children.size());
        fits = fits && (node.parent == TreeNode::kNobody) == (number == 0) && node.parent < number;
        for (const int child : node.children) {
          fits = fits && child > number && child < members && shape(child, members).parent == number;
        }
      }
      CAPTURE(members);
      CHECK(fits);
      CHECK(children == members - 1);
    }
  }
}

TEST_CASE("TreeNode: inner members of one tree of the double tree are leaves of the other", "[COLLECTIVE-21]") {
  for (int members = 1; members <= 130; ++members) {
    CAPTURE(members);
    int inner_in_both = 0;
    for (int member = 0; member < members; ++member) {
      int inner = 0;
      for (int tree = 0; tree < 2; ++tree) {
        const TreeNode node = double_tree_node(tree, member, members);
        CHECK(node.children.size() <= 2);
        for (const int child : node.children) CHECK(double_tree_node(tree, child, members).parent == member);
        if (!node.children.empty()) ++inner;
        int depth = 0;
        for (int at = member; double_tree_node(tree, at, members).parent != TreeNode::kNobody; ++depth) {
          at = double_tree_node(tree, at, members).parent;
          REQUIRE(depth < members);
        }
        CHECK(depth <= ceil_log2(members));
      }
      if (inner == 2) ++inner_in_both;
    }
    CHECK(inner_in_both <= 1);
  }
}

TEST_CASE("Segment: parts and pieces cover the whole in order, and differ by a byte at most", "[COLLECTIVE-12]") {
  for (const std::uint64_t bytes : {0, 1, 7, 64, 100}) {
    for (const std::uint64_t parts : {1, 2, 3, 7, 9}) {
      std::uint64_t at = 5;
      for (std::uint64_t i = 0; i < parts; ++i) {
        const Segment piece = part({2, 5, bytes}, i, parts);
        CHECK(piece.block == 2);
        CHECK(piece.first == at);
        CHECK((piece.bytes == bytes / parts || piece.bytes == largest_part(bytes, parts)));
        at += piece.bytes;
      }
      CHECK(at == 5 + bytes);
    }
  }
  const std::vector<Segment> data = {{1, 10, 4}, {3, 0, 0}, {7, 2, 6}};
  const std::vector<Segment> second = cut(data, 1, 3);
  REQUIRE(second.size() == 1);
  CHECK(second[0].block == 7);
  CHECK(second[0].first == 2);
  CHECK(second[0].bytes == 3);
  CHECK(cut(data, 0, 2).size() == 2);
  CHECK(Payload(data).bytes() == 10);
}

}  // namespace
}  // namespace tactus
