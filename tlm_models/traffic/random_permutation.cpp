#include "tlm_models/traffic/random_permutation.h"

#include <numeric>
#include <utility>

#include "hw/common/random.h"

namespace tactus {
namespace {

/// Fisher and Yates, from draw `first_draw` on.
std::vector<int> shuffled(int size, const RandomStream& draws, std::uint64_t first_draw) {
  std::vector<int> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[static_cast<std::size_t>(draws.below(first_draw + left, left))]);
  }
  return order;
}

bool moves_all(const std::vector<int>& order) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i] == static_cast<int>(i)) return false;
  }
  return true;
}

}  // namespace

std::vector<int> random_permutation(int size, std::uint64_t seed, std::uint64_t stream) {
  return shuffled(size, RandomStream(seed, stream), 0);
}

std::vector<int> random_derangement(int size, std::uint64_t seed, std::uint64_t stream) {
  const RandomStream draws(seed, stream);
  std::uint64_t first_draw = 0;
  std::vector<int> order = shuffled(size, draws, first_draw);
  // One of e orders is a derangement.
  while (!moves_all(order)) order = shuffled(size, draws, first_draw += static_cast<std::uint64_t>(size) + 1);
  return order;
}

}  // namespace tactus
