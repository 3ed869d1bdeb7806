#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tactus {

/// A piece of the data of a collective operation: `bytes` bytes of a block, from byte `first` on. What a block is
/// depends on the operation (docs/reference/collectives.md).
struct Segment {
  std::uint64_t block = 0;
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
};

/// Part `index` of a segment that is cut into `parts` parts, whose sizes differ by at most one byte, large ones first.
inline Segment part(const Segment& whole, std::uint64_t index, std::uint64_t parts) {
  const std::uint64_t least = whole.bytes / parts;
  const std::uint64_t larger = whole.bytes % parts;
  return {whole.block, whole.first + index * least + std::min(index, larger), least + (index < larger ? 1 : 0)};
}

/// Smallest integer not below `bytes / parts`: the largest part.
inline std::uint64_t largest_part(std::uint64_t bytes, std::uint64_t parts) { return (bytes + parts - 1) / parts; }

/// Data of one message: a view of segments, which live as long as the call that takes it.
class Payload {
 public:
  Payload(const Segment& segment) : first_(&segment), count_(1) {}  // NOLINT(google-explicit-constructor): a view
  Payload(const std::vector<Segment>& segments)                     // NOLINT(google-explicit-constructor)
      : first_(segments.data()), count_(segments.size()) {}

  [[nodiscard]] const Segment* begin() const { return first_; }
  [[nodiscard]] const Segment* end() const { return first_ + count_; }
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const Segment& segment : *this) sum += segment.bytes;
    return sum;
  }

 private:
  const Segment* first_;
  std::size_t count_;
};

/// Piece `index` of a message that is cut into `pieces` pieces as `part` cuts a segment.
std::vector<Segment> cut(Payload data, std::uint64_t index, std::uint64_t pieces);

}  // namespace tactus
