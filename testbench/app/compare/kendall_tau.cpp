#include "testbench/app/compare/kendall_tau.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace tactus {
namespace {

/// Pairs of elements that are out of order; sorts `values` (Knight, 1966).
std::uint64_t inversions(std::vector<double>& values) {
  std::uint64_t count = 0;
  std::vector<double> merged(values.size());
  for (std::size_t width = 1; width < values.size(); width *= 2) {
    for (std::size_t begin = 0; begin < values.size(); begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, values.size());
      const std::size_t end = std::min(begin + 2 * width, values.size());
      std::size_t left = begin;
      std::size_t right = middle;
      for (std::size_t to = begin; to < end; ++to) {
        const bool from_left = left < middle && (right == end || values[left] <= values[right]);
        if (!from_left) count += middle - left;
        merged[to] = values[from_left ? left++ : right++];
      }
    }
    values.swap(merged);
  }
  return count;
}

constexpr std::uint64_t pairs_of(std::uint64_t elements) { return elements * (elements - 1) / 2; }

/// Pairs of neighbours' runs that are equal by `same`, in a sorted list.
template <class List, class Same>
std::uint64_t tied(const List& list, Same same) {
  std::uint64_t count = 0;
  for (std::size_t begin = 0; begin < list.size();) {
    std::size_t end = begin + 1;
    while (end < list.size() && same(list[begin], list[end])) ++end;
    count += pairs_of(end - begin);
    begin = end;
  }
  return count;
}

}  // namespace

std::optional<double> kendall_tau(std::vector<std::pair<double, double>> pairs) {
  std::sort(pairs.begin(), pairs.end());
  const std::uint64_t all = pairs_of(std::max<std::uint64_t>(1, pairs.size()));
  const std::uint64_t tied_first = tied(pairs, [](const auto& a, const auto& b) { return a.first == b.first; });
  const std::uint64_t tied_both = tied(pairs, [](const auto& a, const auto& b) { return a == b; });
  std::vector<double> second;
  for (const auto& pair : pairs) second.push_back(pair.second);
  const std::uint64_t discordant = inversions(second);
  const std::uint64_t tied_second = tied(second, [](double a, double b) { return a == b; });
  if (all == tied_first || all == tied_second) return std::nullopt;
  // Of the pairs that are tied in neither, so many agree and so many do not.
  const double agreement = static_cast<double>(all) - static_cast<double>(tied_first) -
                           static_cast<double>(tied_second) + static_cast<double>(tied_both) -
                           2 * static_cast<double>(discordant);
  return agreement / std::sqrt(static_cast<double>(all - tied_first) * static_cast<double>(all - tied_second));
}

}  // namespace tactus
