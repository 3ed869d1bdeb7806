#include "tlm_models/node/copies/type_bounds.h"

#include <algorithm>

namespace tactus {
namespace {

// Sums of two still fit into 64 bits.
constexpr std::int64_t kBeyond = std::int64_t{1} << 61;

std::int64_t saturated(__int128 value) {
  return static_cast<std::int64_t>(std::clamp<__int128>(value, -kBeyond, kBeyond));
}

}  // namespace

bool TypeBounds::within_reach() const {
  const auto near = [](std::int64_t value) { return -kDatatypeReach <= value && value <= kDatatypeReach; };
  return near(size) && near(lower) && near(upper) && near(true_lower) && near(true_upper);
}

std::int64_t saturated_sum(std::int64_t a, std::int64_t b) { return saturated(static_cast<__int128>(a) + b); }

std::int64_t saturated_product(std::int64_t a, std::int64_t b) { return saturated(static_cast<__int128>(a) * b); }

TypeBounds bounds_of(BasicType basic) {
  TypeBounds bounds;
  switch (basic) {
    case BasicType::kByte:
      bounds.size = 1;
      break;
    case BasicType::kShort:
      bounds.size = 2;
      break;
    case BasicType::kInt:
    case BasicType::kFloat:
      bounds.size = 4;
      break;
    case BasicType::kLong:
    case BasicType::kDouble:
      bounds.size = 8;
      break;
  }
  bounds.upper = bounds.true_upper = bounds.alignment = bounds.size;
  bounds.empty = false;
  return bounds;
}

TypeBounds moved(TypeBounds bounds, std::int64_t displacement) {
  if (bounds.empty) return bounds;
  for (std::int64_t* bound : {&bounds.lower, &bounds.upper, &bounds.true_lower, &bounds.true_upper}) {
    *bound = saturated_sum(*bound, displacement);
  }
  return bounds;
}

TypeBounds repeated(const TypeBounds& bounds, std::int64_t count, std::int64_t stride) {
  if (count == 0) return {};
  TypeBounds all = joined(bounds, moved(bounds, saturated_product(count - 1, stride)));
  all.size = saturated_product(bounds.size, count);
  return all;
}

TypeBounds resized(TypeBounds bounds, std::int64_t lower, std::int64_t extent) {
  bounds.lower = lower;
  bounds.upper = saturated_sum(lower, extent);
  bounds.marked = true;
  bounds.empty = false;
  return bounds;
}

TypeBounds joined(const TypeBounds& a, const TypeBounds& b) {
  if (a.empty) return b;
  if (b.empty) return a;
  TypeBounds both = a.marked || !b.marked ? a : b;
  if (a.marked == b.marked) {
    both.lower = std::min(a.lower, b.lower);
    both.upper = std::max(a.upper, b.upper);
  }
  both.size = saturated_sum(a.size, b.size);
  both.alignment = std::max(a.alignment, b.alignment);
  if (a.size == 0 || b.size == 0) {
    const TypeBounds& data = a.size == 0 ? b : a;
    both.true_lower = data.true_lower;
    both.true_upper = data.true_upper;
  } else {
    both.true_lower = std::min(a.true_lower, b.true_lower);
    both.true_upper = std::max(a.true_upper, b.true_upper);
  }
  return both;
}

TypeBounds padded(TypeBounds bounds) {
  if (bounds.marked || bounds.empty) return bounds;
  const std::int64_t over = bounds.extent() % bounds.alignment;
  if (over != 0) bounds.upper += bounds.alignment - over;
  return bounds;
}

}  // namespace tactus
