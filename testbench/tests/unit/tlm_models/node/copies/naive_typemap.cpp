#include "testbench/tests/unit/tlm_models/node/copies/naive_typemap.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tactus {
namespace {

NaiveTypemap naive_element(const DatatypeConfig& config);

std::int64_t size_of(BasicType basic) {
  switch (basic) {
    case BasicType::kByte:
      return 1;
    case BasicType::kShort:
      return 2;
    case BasicType::kInt:
    case BasicType::kFloat:
      return 4;
    case BasicType::kLong:
    case BasicType::kDouble:
      return 8;
  }
  return 0;
}

/// Puts old types where the constructor says.
class Placer {
 public:
  void put(const NaiveTypemap& old, std::int64_t displacement) {
    for (const auto& entry : old.entries) map_.entries.push_back({entry.offset + displacement, entry.size});
    if (!old.spans) return;
    map_.lower = map_.spans ? std::min(map_.lower, old.lower + displacement) : old.lower + displacement;
    map_.upper = map_.spans ? std::max(map_.upper, old.upper + displacement) : old.upper + displacement;
    map_.spans = true;
  }
  void put_block(const NaiveTypemap& old, std::int64_t displacement, std::int64_t length) {
    for (std::int64_t i = 0; i < length; ++i) put(old, displacement + i * old.extent());
  }
  NaiveTypemap take() { return std::move(map_); }

 private:
  NaiveTypemap map_;
};

void put_subarray(const DatatypeConfig& config, const NaiveTypemap& old, Placer& placer) {
  const std::size_t dimensions = config.sizes.size();
  std::vector<std::int64_t> index(dimensions, 0);
  std::vector<std::size_t> slow_to_fast;
  for (std::size_t i = 0; i < dimensions; ++i) {
    slow_to_fast.push_back(config.order == ArrayOrder::kC ? i : dimensions - 1 - i);
  }
  while (true) {
    std::int64_t place = 0;
    for (const std::size_t d : slow_to_fast) place = place * config.sizes[d] + config.starts[d] + index[d];
    placer.put(old, place * old.extent());
    std::size_t i = dimensions;
    while (i > 0 && ++index[slow_to_fast[i - 1]] == config.subsizes[slow_to_fast[i - 1]]) {
      index[slow_to_fast[--i]] = 0;
    }
    if (i == 0) return;
  }
}

void put_all(const DatatypeConfig& config, Placer& placer) {
  const NaiveTypemap old = naive_element(config.types[0]);
  const bool in_bytes = config.kind == DatatypeKind::kHvector || config.kind == DatatypeKind::kHindexed;
  const std::int64_t unit = in_bytes ? 1 : old.extent();
  switch (config.kind) {
    case DatatypeKind::kContiguous:
      placer.put_block(old, 0, config.count);
      break;
    case DatatypeKind::kVector:
    case DatatypeKind::kHvector:
      for (std::int64_t i = 0; i < config.count; ++i) {
        placer.put_block(old, i * config.stride * unit, config.block_length);
      }
      break;
    case DatatypeKind::kSubarray:
      put_subarray(config, old, placer);
      break;
    default:
      for (std::size_t i = 0; i < config.displacements.size(); ++i) {
        const bool same = config.kind == DatatypeKind::kIndexedBlock;
        placer.put_block(old, config.displacements[i] * unit, same ? config.block_length : config.block_lengths[i]);
      }
  }
}

NaiveTypemap naive_element(const DatatypeConfig& config) {
  if (config.kind == DatatypeKind::kBasic) {
    const std::int64_t size = size_of(config.basic);
    return {{{0, size}}, 0, size, true};
  }
  Placer placer;
  if (config.kind == DatatypeKind::kStruct) {
    for (std::size_t i = 0; i < config.types.size(); ++i) {
      placer.put_block(naive_element(config.types[i]), config.displacements[i], config.block_lengths[i]);
    }
  } else if (config.kind == DatatypeKind::kResized) {
    placer.put(naive_element(config.types[0]), 0);
  } else {
    put_all(config, placer);
  }
  NaiveTypemap map = placer.take();
  if (config.kind == DatatypeKind::kResized) {
    map.lower = config.lower_bound;
    map.upper = config.lower_bound + config.extent;
    map.spans = true;
  }
  if (config.kind == DatatypeKind::kSubarray) {
    map.lower = 0;
    map.upper = naive_element(config.types[0]).extent();
    for (const std::int64_t size : config.sizes) map.upper *= size;
    map.spans = true;
  }
  return map;
}

}  // namespace

NaiveTypemap naive_typemap(const DatatypeConfig& config, std::int64_t elements) {
  Placer placer;
  placer.put_block(naive_element(config), 0, elements);
  return placer.take();
}

std::vector<Piece> naive_pieces(const NaiveTypemap& map) {
  std::vector<Piece> pieces;
  for (const auto& entry : map.entries) {
    if (!pieces.empty() && pieces.back().offset + pieces.back().length == entry.offset) {
      pieces.back().length += entry.size;
    } else {
      pieces.push_back({entry.offset, entry.size});
    }
  }
  return pieces;
}

std::vector<Piece> pieces_of(const Layout& layout, std::int64_t position) {
  std::vector<Piece> pieces;
  for (LayoutCursor cursor(layout, position); cursor.piece().length > 0; cursor.advance(cursor.piece().length)) {
    pieces.push_back(cursor.piece());
  }
  return pieces;
}

}  // namespace tactus
