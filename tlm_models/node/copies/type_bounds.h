#pragma once

#include <cstdint>

#include "tlm_models/node/copies/datatype_config.h"

namespace tactus {

/// Span of a datatype, in bytes from where it is placed. Values beyond `kDatatypeReach` may be saturated: then they say
/// no more than that they are beyond.
struct TypeBounds {
  std::int64_t size = 0;        ///< bytes of data
  std::int64_t lower = 0;       ///< lb of MPI
  std::int64_t upper = 0;       ///< ub of MPI, padding included
  std::int64_t true_lower = 0;  ///< first byte of data
  std::int64_t true_upper = 0;  ///< behind its last byte
  std::int64_t alignment = 1;   ///< alignment of the most strictly aligned basic type
  bool marked = false;  ///< `lower` and `upper` are those of a resized type or a subarray, which win over others
  bool empty = true;    ///< without data and marks: bounds are 0 and count for nothing

  [[nodiscard]] std::int64_t extent() const { return upper - lower; }
  [[nodiscard]] bool within_reach() const;
};

std::int64_t saturated_sum(std::int64_t a, std::int64_t b);
std::int64_t saturated_product(std::int64_t a, std::int64_t b);
TypeBounds bounds_of(BasicType basic);
/// `count` of `bounds`, each `stride` bytes behind the one before.
TypeBounds repeated(const TypeBounds& bounds, std::int64_t count, std::int64_t stride);
/// `bounds` moved by `displacement` bytes.
TypeBounds moved(TypeBounds bounds, std::int64_t displacement);
/// `bounds` with `lower` and an `upper` of MPI_Type_create_resized.
TypeBounds resized(TypeBounds bounds, std::int64_t lower, std::int64_t extent);
/// Both as one type. As in MPI 3.1, 4.1: marks win, otherwise the lowest and the highest bound count.
TypeBounds joined(const TypeBounds& a, const TypeBounds& b);
/// With the padding that rounds the extent up to the alignment, unless the bounds are marked.
TypeBounds padded(TypeBounds bounds);

}  // namespace tactus
