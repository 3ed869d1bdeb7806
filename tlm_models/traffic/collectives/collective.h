#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tlm_models/traffic/collectives/collective_call.h"
#include "tlm_models/traffic/collectives/collective_method.h"
#include "tlm_models/traffic/collectives/segment.h"

namespace tactus {

/// A call with the method that makes it: the shared description from which each member's operations are written.
/// Reference: docs/reference/collectives.md.
class Collective {
 public:
  static constexpr const char* kAutomatic = "automatic";

  /// `method`: the name of a method of the call's kind, or kAutomatic. Throws std::invalid_argument with all faults of
  /// the call, with the methods that there are, or with the misfit of the method.
  Collective(CollectiveCall call, const std::string& method);

  [[nodiscard]] const CollectiveCall& call() const { return call_; }
  [[nodiscard]] const CollectiveMethod& method() const { return *method_; }
  [[nodiscard]] int members() const { return call_.members(); }
  [[nodiscard]] int rank(int member) const { return call_.ranks[static_cast<std::size_t>(member)]; }
  [[nodiscard]] CollectiveIdeal ideal() const { return method_->ideal(*this); }

  // The data of the operation.

  /// The vector of a member: its own and, of all but reduce_scatter, its result.
  [[nodiscard]] Segment vector() const { return {0, 0, vector_bytes_}; }
  /// Bytes of all blocks together; of barrier one, which a message does not carry.
  [[nodiscard]] std::uint64_t vector_bytes() const { return vector_bytes_; }
  /// Blocks `from` .. `to` - 1 of the vector of an operation that combines or spreads one: one for each member.
  [[nodiscard]] Segment blocks(int from, int to) const {
    return {0, block_begin(from), block_begin(to) - block_begin(from)};
  }
  /// Block of `member`, as `blocks`.
  [[nodiscard]] Segment vector_block(int member) const { return blocks(member, member + 1); }
  /// The block of allgather, gather and scatter that is `member`'s own.
  [[nodiscard]] Segment own_block(int member) const {
    return {static_cast<std::uint64_t>(member), 0, block_begin(member + 1) - block_begin(member)};
  }
  /// Own blocks of `count` members from `first` on, cyclically.
  [[nodiscard]] std::vector<Segment> own_blocks(int first, int count) const;
  /// Bytes of the largest block of a member.
  [[nodiscard]] std::uint64_t largest_block() const { return largest_block_; }
  /// The block of alltoall and alltoallv from one member to another.
  [[nodiscard]] Segment pair_block(int from, int to) const;
  /// Bytes of a message on the wire for each byte of its data: 0 of a barrier, else 1.
  [[nodiscard]] std::uint64_t wire_bytes(std::uint64_t bytes) const {
    return call_.kind == CollectiveKind::kBarrier ? 0 : bytes;
  }

  // Cutting of messages.

  /// Pieces that a message of `bytes` is cut into by `chunk`.
  [[nodiscard]] int chunks(std::uint64_t bytes) const;
  /// Pieces of such a message if they use the NICs in turn: at least as many as NICs, as far as there are bytes.
  [[nodiscard]] int pieces(std::uint64_t bytes) const;

 private:
  [[nodiscard]] std::uint64_t block_begin(int member) const;

  CollectiveCall call_;
  std::uint64_t vector_bytes_ = 0;
  std::uint64_t largest_block_ = 0;
  std::vector<std::uint64_t> begins_;  ///< sums of the counts by member; empty if there are none
  const CollectiveMethod* method_ = nullptr;
};

/// `value` modulo `size`, from 0 to size - 1.
inline int modulo(int value, int size) { return ((value % size) + size) % size; }
/// Smallest k with 2^k >= `value`, for value >= 1.
inline int ceil_log2(int value) {
  int k = 0;
  while ((std::int64_t{1} << k) < value) ++k;
  return k;
}
inline bool is_power_of_two(int value) { return (value & (value - 1)) == 0; }

}  // namespace tactus
