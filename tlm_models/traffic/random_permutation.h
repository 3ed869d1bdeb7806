#pragma once

#include <cstdint>
#include <vector>

namespace tactus {

/// Uniformly random order of 0 .. `size` - 1, a pure function of the arguments.
std::vector<int> random_permutation(int size, std::uint64_t seed, std::uint64_t stream);

/// Uniformly random order that leaves nothing in its place; `size` is at least 2.
std::vector<int> random_derangement(int size, std::uint64_t seed, std::uint64_t stream);

}  // namespace tactus
