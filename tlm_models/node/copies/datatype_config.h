#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// A type of C as MPI has it; the numbers are those of x86-64.
enum class BasicType : std::uint8_t { kByte, kShort, kInt, kFloat, kLong, kDouble };

/// Constructors of MPI derived datatypes (MPI 3.1, chapter 4).
enum class DatatypeKind : std::uint8_t {
  kBasic,
  kContiguous,
  kVector,        ///< stride in extents of the old type
  kHvector,       ///< stride in bytes
  kIndexed,       ///< displacements in extents of the old type
  kHindexed,      ///< displacements in bytes
  kIndexedBlock,  ///< displacements in extents, all blocks of one length
  kStruct,        ///< displacements in bytes, a type for each block
  kSubarray,
  kResized,
};

/// Which dimension of a subarray is contiguous in memory.
enum class ArrayOrder : std::uint8_t { kC, kFortran };

/// A datatype as it is described to MPI: one constructor, its arguments, and the types it is made of. Members that the
/// constructor does not have are ignored.
struct DatatypeConfig {
  DatatypeKind kind = DatatypeKind::kBasic;
  BasicType basic = BasicType::kDouble;
  std::int64_t count = 1;                   ///< blocks: contiguous, vector, hvector; 0 or more
  std::int64_t block_length = 1;            ///< old types in each block: vector, hvector, indexed_block; 0 or more
  std::int64_t stride = 1;                  ///< from block to block: vector (extents), hvector (bytes); any sign
  std::vector<std::int64_t> block_lengths;  ///< indexed, hindexed, struct: one per block
  std::vector<std::int64_t>
      displacements;                   ///< indexed, indexed_block (extents), hindexed, struct (bytes): one per block
  std::vector<std::int64_t> sizes;     ///< subarray: elements of the array in each dimension, 1 or more
  std::vector<std::int64_t> subsizes;  ///< subarray: elements of the part, 1 to `sizes`
  std::vector<std::int64_t> starts;    ///< subarray: first element of the part, counted from 0
  ArrayOrder order = ArrayOrder::kC;   ///< subarray
  std::int64_t lower_bound = 0;        ///< resized, in bytes
  std::int64_t extent = 0;             ///< resized, in bytes, 0 or more
  std::vector<DatatypeConfig> types;   ///< old types: one; of a struct one per block; of a basic type none
};

/// Constructors inside each other, the basic type included.
inline constexpr int kDatatypeNesting = 16;
/// Largest count, length and stride, and largest distance of a byte from the start of a type, in bytes.
inline constexpr std::int64_t kDatatypeReach = std::int64_t{1} << 40;

/// Every fault of `config`, as of its members: "types[1].block_lengths". Empty if it has a layout. What only a receive
/// may not do, overlap, is checked where messages are made (transfer_config.h).
std::vector<ConfigFault> validate(const DatatypeConfig& config);

// The constructors with their arguments in MPI's order.
DatatypeConfig basic_type(BasicType basic);
DatatypeConfig contiguous_type(std::int64_t count, DatatypeConfig old_type);
DatatypeConfig vector_type(std::int64_t count, std::int64_t block_length, std::int64_t stride, DatatypeConfig old_type);
DatatypeConfig hvector_type(std::int64_t count, std::int64_t block_length, std::int64_t stride,
                            DatatypeConfig old_type);
DatatypeConfig indexed_type(std::vector<std::int64_t> block_lengths, std::vector<std::int64_t> displacements,
                            DatatypeConfig old_type);
DatatypeConfig hindexed_type(std::vector<std::int64_t> block_lengths, std::vector<std::int64_t> displacements,
                             DatatypeConfig old_type);
DatatypeConfig indexed_block_type(std::int64_t block_length, std::vector<std::int64_t> displacements,
                                  DatatypeConfig old_type);
DatatypeConfig struct_type(std::vector<std::int64_t> block_lengths, std::vector<std::int64_t> displacements,
                           std::vector<DatatypeConfig> types);
DatatypeConfig subarray_type(std::vector<std::int64_t> sizes, std::vector<std::int64_t> subsizes,
                             std::vector<std::int64_t> starts, ArrayOrder order, DatatypeConfig old_type);
DatatypeConfig resized_type(std::int64_t lower_bound, std::int64_t extent, DatatypeConfig old_type);

}  // namespace tactus
