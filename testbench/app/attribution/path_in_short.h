#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tactus {

/// A critical path in short. A `PathSum` is time that the path spent on one thing at one place, in one piece or
/// several.
template <class PathSum, class Split>
struct PathInShort {
  std::uint64_t length = 0;  ///< from the start of the run to its end
  std::uint64_t steps = 0;
  Split parts;
  std::vector<PathSum> most;  ///< the largest sums, at most 20; of equals by place and part
};

/// Sums up the steps of a path. `sum_at(place, part, time)` makes one of its sums.
template <class Path, class Step, class SumAt>
Path path_in_short(const std::vector<Step>& steps, SumAt&& sum_at) {
  constexpr std::size_t kMost = 20;
  Path path;
  std::map<std::pair<decltype(Step::place), decltype(Step::part)>, std::uint64_t> sums;
  for (const Step& step : steps) {
    const std::uint64_t time = step.end - step.begin;
    path.length += time;
    path.parts[step.part] += time;
    sums[{step.place, step.part}] += time;
  }
  path.steps = steps.size();
  std::vector<typename decltype(sums)::const_iterator> largest;
  for (auto sum = sums.cbegin(); sum != sums.cend(); ++sum) largest.push_back(sum);
  std::stable_sort(largest.begin(), largest.end(), [](auto a, auto b) { return a->second > b->second; });
  largest.resize(std::min(largest.size(), kMost));
  for (const auto sum : largest) path.most.push_back(sum_at(sum->first.first, sum->first.second, sum->second));
  return path;
}

}  // namespace tactus
