#include "tlm_models/node/copies/layout.h"

#include <utility>

#include "tlm_models/node/copies/datatype_fold.h"

namespace tactus {
namespace {

struct BoundsAlgebra {
  struct Value {
    TypeBounds bounds;
  };
  static Value basic(BasicType type) { return {bounds_of(type)}; }
  static Value shared(const Value& value) { return value; }
  static Value repeated(const Value& value, std::int64_t count, std::int64_t stride) {
    return {tactus::repeated(value.bounds, count, stride)};
  }
  static Value moved(const Value& value, std::int64_t displacement) {
    return {tactus::moved(value.bounds, displacement)};
  }
  static void add(Value& all, const Value& value) { all.bounds = joined(all.bounds, value.bounds); }
  static void pad(Value& value) { value.bounds = padded(value.bounds); }
  static Value resized(const Value& value, std::int64_t lower, std::int64_t extent) {
    return {tactus::resized(value.bounds, lower, extent)};
  }
};

/// A block or loop as `count` copies of itself: one loop where the two are one.
LayoutItem repeated_item(const std::vector<LayoutItem>& pool, std::uint32_t index, std::int64_t count,
                         std::int64_t stride) {
  LayoutItem item = pool[index];
  if (count == 1) return item;
  if (item.count == 1) {
    if (item.is_block() && stride == item.length) {
      item.length *= count;
      item.bytes *= count;
    } else {
      item.count = count;
      item.stride = stride;
    }
    return item;
  }
  if (stride == item.count * item.stride) {
    item.count *= count;
    return item;
  }
  LayoutItem loop;
  loop.count = count;
  loop.stride = stride;
  loop.parts = index;
  loop.parts_end = index + 1;
  loop.bytes = item.bytes * item.count;
  return loop;
}

/// Items of a type, one after the other; those that several places share are in a pool.
class LayoutAlgebra {
 public:
  struct Value {
    TypeBounds bounds;
    std::vector<LayoutItem> items;
  };

  explicit LayoutAlgebra(std::vector<LayoutItem>& pool) : pool_(pool) {}

  static Value basic(BasicType type) {
    Value value{bounds_of(type), {}};
    LayoutItem block;
    block.length = block.bytes = value.bounds.size;
    value.items.push_back(block);
    return value;
  }
  /// A single item whose parts, if it has any, are in the pool.
  Value shared(Value value) {
    if (value.items.size() < 2) return value;
    LayoutItem whole;
    whole.parts = to_pool(value.items);
    whole.parts_end = static_cast<std::uint32_t>(pool_.size());
    whole.bytes = value.bounds.size;
    value.items.assign(1, whole);
    return value;
  }
  Value repeated(const Value& value, std::int64_t count, std::int64_t stride) {
    Value all{tactus::repeated(value.bounds, count, stride), {}};
    if (all.bounds.size == 0) return all;
    const Value one = shared(value);
    const std::size_t before = pool_.size();
    const std::uint32_t index = to_pool(one.items);
    all.items.push_back(repeated_item(pool_, index, count, stride));
    if (all.items[0].parts != index || all.items[0].is_block()) pool_.resize(before);
    return all;
  }
  static Value moved(Value value, std::int64_t displacement) {
    value.bounds = tactus::moved(value.bounds, displacement);
    for (LayoutItem& item : value.items) item.offset += displacement;
    return value;
  }
  static void add(Value& all, const Value& value) {
    all.bounds = joined(all.bounds, value.bounds);
    for (const LayoutItem& item : value.items) {
      const bool block = item.is_block() && item.count == 1;
      if (block && !all.items.empty() && continues(all.items.back(), item)) {
        all.items.back().length += item.length;
        all.items.back().bytes += item.length;
      } else {
        all.items.push_back(item);
      }
    }
  }
  static void pad(Value& value) { value.bounds = padded(value.bounds); }
  static Value resized(Value value, std::int64_t lower, std::int64_t extent) {
    value.bounds = tactus::resized(value.bounds, lower, extent);
    return value;
  }

 private:
  static bool continues(const LayoutItem& last, const LayoutItem& item) {
    return last.is_block() && last.count == 1 && last.offset + last.length == item.offset;
  }
  std::uint32_t to_pool(const std::vector<LayoutItem>& items) {
    const auto first = static_cast<std::uint32_t>(pool_.size());
    pool_.insert(pool_.end(), items.begin(), items.end());
    return first;
  }

  std::vector<LayoutItem>& pool_;
};

}  // namespace

TypeBounds bounds_of(const DatatypeConfig& config) {
  BoundsAlgebra algebra;
  return DatatypeFold(algebra)(config).bounds;
}

Layout::Layout(const DatatypeConfig& config, std::int64_t elements) {
  LayoutAlgebra algebra(items_);
  const auto element = DatatypeFold(algebra)(config);
  auto all = algebra.repeated(element, elements, element.bounds.extent());
  bounds_ = all.bounds;
  if (all.items.empty()) items_.clear();
  items_.insert(items_.end(), all.items.begin(), all.items.end());
  items_.shrink_to_fit();
}

}  // namespace tactus
