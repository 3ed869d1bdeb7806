#include "tlm_models/traffic/a2at_plan.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tactus {
namespace {

/// nsim's, on an n x n torus.
std::vector<A2atSequence> square_plan(int n) {
  std::vector<A2atSequence> plan;
  const auto add = [&plan](int phase, std::initializer_list<Coordinate> offsets) {
    plan.emplace_back();
    plan.back().phase = phase;
    for (const Coordinate offset : offsets) plan.back().add(offset);
  };
  const int reach = (n - 1) / 2;
  for (int i = 1; i <= reach; ++i) {
    add(1, {{i, 0}, {-i, 0}, {0, i}, {0, -i}});
    add(2, {{i, i}, {-i, -i}, {i, -i}, {-i, i}});
    for (int j = 1; j < i; ++j) {
      add(3, {{i, j}, {-i, -j}, {j, i}, {-j, -i}});
      add(4, {{-i, j}, {i, -j}, {-j, i}, {j, -i}});
    }
  }
  if (n % 2 == 0) {
    const int half = n / 2;
    for (int k = 1; k < half; ++k) add(5, {{-half, -k}, {half, k}, {-k, -half}, {k, half}});
    add(6, {{half, half}, {-half, 0}, {0, -half}});
  }
  return plan;
}

/// Offsets that belong together: each group loads both directions of a dimension alike.
using Group = std::vector<Coordinate>;
using Signs = std::vector<Coordinate>;

/// The first `count` cyclic shifts of `pattern` in so many dimensions.
Signs shifted(Coordinate pattern, int dimensions, int count) {
  Signs signs;
  for (int shift = 0; shift < count; ++shift) {
    signs.emplace_back();
    for (int d = 0; d < dimensions; ++d) signs.back().set((d + shift) % dimensions, pattern[d]);
  }
  return signs;
}

Signs together(Signs signs, const std::vector<Signs>& others) {
  for (const Signs& other : others) signs.insert(signs.end(), other.begin(), other.end());
  return signs;
}

/// Of offsets that are half a side or nothing in each of `even` dimensions of even size, and are their own opposites:
/// signs with which groups of them load all directions alike.
std::vector<Signs> half_signs(int even) {
  switch (even) {
    case 1:
      return {{{1, 0}}};
    case 2:
      return {{{1, 1}, {-1, 0}, {0, -1}}};
    case 3:
      return {{{1, 1, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {{1, -1, 0}, {0, 1, -1}, {-1, 0, 1}}};
    case 4:
      return {{{1, 1, 1, 1}, {-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, -1}},
              {{1, -1, 0, 0}, {0, 1, -1, 0}, {0, 0, 1, -1}, {-1, 0, 0, 1}},
              {{1, 1, -1, 0}, {0, 1, 1, -1}, {-1, 0, 1, 1}, {1, -1, 0, 1}, {-1, 0, -1, 0}, {0, -1, 0, -1}}};
    // Of more dimensions they are cyclic shifts, so that what holds in one dimension holds in all.
    case 5:
      return {together({{1, 1, 1, 1, 1}}, {shifted({-1, 0}, 5, 5)}), shifted({1, -1}, 5, 5), shifted({1, 0, -1}, 5, 5),
              shifted({1, 1, -1, -1}, 5, 5), together(shifted({1, 1, -1}, 5, 5), {shifted({1, -1, 0, -1}, 5, 5)})};
    case 6:
      return {together({{1, 1, 1, 1, 1, 1}}, {shifted({-1, 0}, 6, 6)}),
              shifted({1, -1}, 6, 6),
              shifted({1, 0, -1}, 6, 6),
              shifted({1, 1, -1, -1}, 6, 6),
              shifted({0, 1, 0, 1, -1, -1}, 6, 6),
              {{0, 1, 1, 0, 1, 1}, {1, 0, -1, 1, 0, -1}, {-1, -1, 0, -1, -1, 0}},
              together(shifted({1, 1, 1, -1, -1}, 6, 6), {shifted({1, -1, -1}, 6, 6)}),
              together(shifted({1, 1, 0, -1}, 6, 6), {shifted({1, -1, 0, 0, -1}, 6, 6)}),
              together(shifted({1, 0, 1, 0, 1}, 6, 2), {shifted({-1, 0, 0, -1}, 6, 3)})};
    default:
      return {};
  }
}

class GeneralPlan {
 public:
  explicit GeneralPlan(const NetworkShape& shape) : shape_(shape), planned_(static_cast<std::size_t>(shape.nodes())) {}

  std::vector<A2atSequence> make() {
    planned_[0] = true;
    const std::vector<Group> halves = half_groups();
    for (const int node : by_reach()) {
      if (!planned_[static_cast<std::size_t>(node)]) add(orbit(shortest(node)), kJoined, false);
    }
    for (const Group& group : halves) add(group, kHalves, group.size() == 1);
    return std::move(plan_);
  }

 private:
  enum Phase { kOrbit = 1, kJoined = 2, kHalves = 3 };

  [[nodiscard]] std::size_t number(Coordinate offset) const {
    int node = 0;
    for (int d = shape_.dimensions(); d-- > 0;) {
      node = node * shape_.size(d) + (offset[d] < 0 ? offset[d] + shape_.size(d) : offset[d]);
    }
    return static_cast<std::size_t>(node);
  }
  [[nodiscard]] bool planned(Coordinate offset) const { return planned_[number(offset)]; }

  /// The signed cyclic shift, a rotation of the cube.
  [[nodiscard]] Coordinate rotated(Coordinate c) const {
    const int n = shape_.dimensions();
    Coordinate next;
    next.set(0, -c[n - 1]);
    for (int d = 1; d < n; ++d) next.set(d, c[d - 1]);
    return next;
  }
  /// It is a shortest offset to some node: at most half a side in each dimension.
  [[nodiscard]] bool fits(Coordinate offset) const {
    for (int d = 0; d < shape_.dimensions(); ++d) {
      if (2 * std::abs(offset[d]) > shape_.size(d)) return false;
    }
    return true;
  }

  /// What the rotations of `offset` reach that nothing else has reached, each with its opposite.
  Group orbit(Coordinate offset) {
    Group group;
    for (int turn = 0; turn < shape_.dimensions(); ++turn, offset = rotated(offset)) {
      if (!fits(offset) || planned(offset)) continue;
      for (const Coordinate each : {offset, -offset}) {
        planned_[number(each)] = true;
        group.push_back(each);
      }
    }
    return group;
  }

  /// Offsets that are their own opposites.
  std::vector<Group> half_groups() {
    std::vector<int> even;
    for (int d = 0; d < shape_.dimensions(); ++d) {
      if (shape_.size(d) % 2 == 0) even.push_back(d);
    }
    std::vector<Group> groups;
    for (const Signs& signs : half_signs(static_cast<int>(even.size()))) {
      groups.emplace_back();
      for (const Coordinate sign : signs) {
        Coordinate offset;
        for (std::size_t i = 0; i < even.size(); ++i) {
          offset.set(even[i], sign[static_cast<int>(i)] * (shape_.size(even[i]) / 2));
        }
        planned_[number(offset)] = true;
        groups.back().push_back(offset);
      }
    }
    return groups;
  }

  /// All nodes, by the shortest offsets to them: by their longest entry, then by hops.
  [[nodiscard]] std::vector<int> by_reach() const {
    int longest = 0;
    int all = 0;
    for (const int size : shape_.sizes) {
      longest = std::max(longest, size / 2);
      all += size / 2;
    }
    // Besides its longest entry an offset has no more hops than there are in the dimensions besides the longest one.
    const int others = all - longest + 1;
    std::vector<int> places(static_cast<std::size_t>((longest + 1) * others) + 1);
    std::vector<int> ranks;
    ranks.reserve(planned_.size());
    Coordinate at;
    for (int node = 0; node < shape_.nodes(); ++node) {
      int reach = 0;
      int hops = 0;
      for (int d = 0; d < shape_.dimensions(); ++d) {
        const int way = std::min(at[d], shape_.size(d) - at[d]);
        reach = std::max(reach, way);
        hops += way;
      }
      ranks.push_back(reach * others + hops - reach);
      ++places[static_cast<std::size_t>(ranks.back()) + 1];
      for (int d = 0; d < shape_.dimensions(); ++d) {
        at.set(d, at[d] + 1);
        if (at[d] < shape_.size(d)) break;
        at.set(d, 0);
      }
    }
    std::partial_sum(places.begin(), places.end(), places.begin());
    std::vector<int> order(ranks.size());
    for (std::size_t node = 0; node < ranks.size(); ++node) {
      order[static_cast<std::size_t>(places[static_cast<std::size_t>(ranks[node])]++)] = static_cast<int>(node);
    }
    return order;
  }
  [[nodiscard]] Coordinate shortest(int node) const {
    Coordinate offset = shape_.coordinate(node);
    for (int d = 0; d < shape_.dimensions(); ++d) {
      if (2 * offset[d] > shape_.size(d)) offset.set(d, offset[d] - shape_.size(d));
    }
    return offset;
  }

  /// A whole orbit is a sequence; less joins the first sequence that has room for it.
  void add(const Group& group, Phase phase, bool alternates) {
    const int most = shape_.directions();
    const int size = static_cast<int>(group.size());
    const auto has_room = [&](std::size_t sequence) { return plan_[sequence].messages + size <= most; };
    const auto open = std::find_if(open_.begin(), open_.end(), has_room);
    std::size_t sequence = plan_.size();
    if (open == open_.end()) {
      plan_.emplace_back();
      plan_.back().phase = size == most ? kOrbit : phase;
      if (size < most) open_.push_back(sequence);
    } else {
      sequence = *open;
    }
    if (alternates) plan_[sequence].alternating = plan_[sequence].messages;
    for (const Coordinate offset : group) plan_[sequence].add(offset);
    if (open != open_.end() && plan_[sequence].messages == most) open_.erase(open);
  }

  const NetworkShape& shape_;
  std::vector<bool> planned_;  ///< by number of the node that an offset leads to from the first one
  std::vector<A2atSequence> plan_;
  std::vector<std::size_t> open_;  ///< sequences that have room left
};

}  // namespace

std::vector<A2atSequence> a2at_plan(const NetworkShape& shape) {
  const bool square = shape.dimensions() == 2 && shape.size(0) == shape.size(1);
  return square ? square_plan(shape.size(0)) : GeneralPlan(shape).make();
}

}  // namespace tactus
