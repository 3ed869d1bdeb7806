#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace tactus {

/// Kendall's rank correlation of pairs of numbers, tau-b: 1 if both orders are the same, -1 if one is the other
/// reversed; pairs that are equal in one of the two count half out (Kendall, The treatment of ties in ranking problems,
/// 1945). Nothing if one of the two has no order: fewer than two pairs, or all numbers equal. O(n log n).
std::optional<double> kendall_tau(std::vector<std::pair<double, double>> pairs);

}  // namespace tactus
