#include "tlm_models/node/copies/datatype_config.h"

#include <utility>

namespace tactus {
namespace {

DatatypeConfig made_of(DatatypeKind kind, DatatypeConfig&& old_type) {
  DatatypeConfig config;
  config.kind = kind;
  config.types.push_back(std::move(old_type));
  return config;
}

DatatypeConfig strided(DatatypeKind kind, std::int64_t count, std::int64_t block_length, std::int64_t stride,
                       DatatypeConfig&& old_type) {
  DatatypeConfig config = made_of(kind, std::move(old_type));
  config.count = count;
  config.block_length = block_length;
  config.stride = stride;
  return config;
}

DatatypeConfig listed(DatatypeKind kind, std::vector<std::int64_t>&& block_lengths,
                      std::vector<std::int64_t>&& displacements, DatatypeConfig&& old_type) {
  DatatypeConfig config = made_of(kind, std::move(old_type));
  config.block_lengths = std::move(block_lengths);
  config.displacements = std::move(displacements);
  return config;
}

}  // namespace

DatatypeConfig basic_type(BasicType basic) {
  DatatypeConfig config;
  config.basic = basic;
  return config;
}

DatatypeConfig contiguous_type(std::int64_t count, DatatypeConfig old_type) {
  DatatypeConfig config = made_of(DatatypeKind::kContiguous, std::move(old_type));
  config.count = count;
  return config;
}

DatatypeConfig vector_type(std::int64_t count, std::int64_t block_length, std::int64_t stride,
                           DatatypeConfig old_type) {
  return strided(DatatypeKind::kVector, count, block_length, stride, std::move(old_type));
}

DatatypeConfig hvector_type(std::int64_t count, std::int64_t block_length, std::int64_t stride,
                            DatatypeConfig old_type) {
  return strided(DatatypeKind::kHvector, count, block_length, stride, std::move(old_type));
}

DatatypeConfig indexed_type(std::vector<std::int64_t> block_lengths, std::vector<std::int64_t> displacements,
                            DatatypeConfig old_type) {
  return listed(DatatypeKind::kIndexed, std::move(block_lengths), std::move(displacements), std::move(old_type));
}

DatatypeConfig hindexed_type(std::vector<std::int64_t> block_lengths, std::vector<std::int64_t> displacements,
                             DatatypeConfig old_type) {
  return listed(DatatypeKind::kHindexed, std::move(block_lengths), std::move(displacements), std::move(old_type));
}

DatatypeConfig indexed_block_type(std::int64_t block_length, std::vector<std::int64_t> displacements,
                                  DatatypeConfig old_type) {
  DatatypeConfig config = made_of(DatatypeKind::kIndexedBlock, std::move(old_type));
  config.block_length = block_length;
  config.displacements = std::move(displacements);
  return config;
}

DatatypeConfig struct_type(std::vector<std::int64_t> block_lengths, std::vector<std::int64_t> displacements,
                           std::vector<DatatypeConfig> types) {
  DatatypeConfig config;
  config.kind = DatatypeKind::kStruct;
  config.block_lengths = std::move(block_lengths);
  config.displacements = std::move(displacements);
  config.types = std::move(types);
  return config;
}

DatatypeConfig subarray_type(std::vector<std::int64_t> sizes, std::vector<std::int64_t> subsizes,
                             std::vector<std::int64_t> starts, ArrayOrder order, DatatypeConfig old_type) {
  DatatypeConfig config = made_of(DatatypeKind::kSubarray, std::move(old_type));
  config.sizes = std::move(sizes);
  config.subsizes = std::move(subsizes);
  config.starts = std::move(starts);
  config.order = order;
  return config;
}

DatatypeConfig resized_type(std::int64_t lower_bound, std::int64_t extent, DatatypeConfig old_type) {
  DatatypeConfig config = made_of(DatatypeKind::kResized, std::move(old_type));
  config.lower_bound = lower_bound;
  config.extent = extent;
  return config;
}

}  // namespace tactus
