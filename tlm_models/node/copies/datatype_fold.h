#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tlm_models/node/copies/datatype_config.h"
#include "tlm_models/node/copies/type_bounds.h"

namespace tactus {

/// Meaning of the constructors in terms of an algebra that says what is to be known of a type: its bounds, or its
/// layout too. An algebra has a `Value` with a member `bounds`, and basic(BasicType), shared(Value): the same, cheap to
/// place many times, repeated(Value, count, stride), moved(Value, displacement), add(Value& all, Value): `all` and then
/// the other, pad(Value&), resized(Value, lower, extent).
template <class Algebra>
class DatatypeFold {
 public:
  using Value = typename Algebra::Value;

  explicit DatatypeFold(Algebra& algebra) : algebra_(algebra) {}

  Value operator()(const DatatypeConfig& config) {
    switch (config.kind) {
      case DatatypeKind::kBasic:
        return algebra_.basic(config.basic);
      case DatatypeKind::kContiguous:
        return in_a_row(old_type(config), config.count);
      case DatatypeKind::kVector:
      case DatatypeKind::kHvector:
        return strided(config);
      case DatatypeKind::kIndexed:
      case DatatypeKind::kHindexed:
      case DatatypeKind::kIndexedBlock:
        return listed(config);
      case DatatypeKind::kStruct:
        return of_types(config);
      case DatatypeKind::kSubarray:
        return subarray(config);
      case DatatypeKind::kResized:
        return algebra_.resized((*this)(config.types[0]), config.lower_bound, config.extent);
    }
    return {};
  }

 private:
  Value old_type(const DatatypeConfig& config) { return algebra_.shared((*this)(config.types[0])); }
  Value in_a_row(const Value& type, std::int64_t count) {
    return padded(algebra_.repeated(type, count, type.bounds.extent()));
  }
  Value padded(Value value) {
    algebra_.pad(value);
    return value;
  }
  Value strided(const DatatypeConfig& config) {
    const Value old = old_type(config);
    const std::int64_t unit = config.kind == DatatypeKind::kVector ? old.bounds.extent() : 1;
    const Value block = in_a_row(old, config.block_length);
    return padded(algebra_.repeated(block, config.count, saturated_product(config.stride, unit)));
  }
  Value listed(const DatatypeConfig& config) {
    const Value old = old_type(config);
    const std::int64_t unit = config.kind == DatatypeKind::kHindexed ? 1 : old.bounds.extent();
    const bool same_length = config.kind == DatatypeKind::kIndexedBlock;
    Value all{};
    for (std::size_t i = 0; i < config.displacements.size(); ++i) {
      const std::int64_t length = same_length ? config.block_length : config.block_lengths[i];
      place(all, in_a_row(old, length), saturated_product(config.displacements[i], unit));
    }
    return all;
  }
  Value of_types(const DatatypeConfig& config) {
    Value all{};
    for (std::size_t i = 0; i < config.types.size(); ++i) {
      place(all, in_a_row(algebra_.shared((*this)(config.types[i])), config.block_lengths[i]), config.displacements[i]);
    }
    return all;
  }
  Value subarray(const DatatypeConfig& config) {
    Value part = old_type(config);
    std::int64_t stride = part.bounds.extent();  // of the dimension that is looked at
    std::int64_t start = 0;
    for (std::size_t i = 0; i < config.sizes.size(); ++i) {
      const std::size_t dimension = config.order == ArrayOrder::kC ? config.sizes.size() - 1 - i : i;
      part = algebra_.repeated(algebra_.shared(std::move(part)), config.subsizes[dimension], stride);
      start = saturated_sum(start, saturated_product(config.starts[dimension], stride));
      stride = saturated_product(config.sizes[dimension], stride);
    }
    return algebra_.resized(algebra_.moved(std::move(part), start), 0, stride);
  }
  /// Padding block by block is Open MPI's way: data that begins at an odd place may get more than the least padding.
  void place(Value& all, Value&& block, std::int64_t displacement) {
    algebra_.add(all, algebra_.moved(std::move(block), displacement));
    algebra_.pad(all);
  }

  Algebra& algebra_;
};

}  // namespace tactus
