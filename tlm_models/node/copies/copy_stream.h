#pragma once

#include <algorithm>
#include <cstdint>

#include "tlm_models/node/copies/layout_cursor.h"

namespace tactus {

/// Bytes that go from one place to another; offsets from the buffers that the two layouts belong to.
struct Copy {
  std::int64_t source = 0;
  std::int64_t destination = 0;
  std::int64_t length = 0;
};

/// The data of one layout matched with that of another, as copies in the order of packing: as long as possible, each
/// within one piece of either side.
class CopyStream {
 public:
  /// Makes a stream of packed bytes `from` to `to`; both layouts have as many and outlive the stream.
  CopyStream(const Layout& source, const Layout& destination, std::int64_t from, std::int64_t to)
      : source_(source, from), destination_(destination, from), left_(to - from) {}
  CopyStream(const Layout& source, const Layout& destination) : CopyStream(source, destination, 0, source.size()) {}

  /// The next copy, or one of length 0 at the end.
  Copy next() {
    const std::int64_t length = std::min({source_.piece().length, destination_.piece().length, left_});
    const Copy copy{source_.piece().offset, destination_.piece().offset, length};
    if (length == 0) return copy;
    source_.advance(length);
    destination_.advance(length);
    left_ -= length;
    return copy;
  }

  /// Pieces of either side that have been begun, those of the next copy included.
  [[nodiscard]] std::uint64_t pieces_begun() const { return source_.pieces_begun() + destination_.pieces_begun(); }
  [[nodiscard]] std::uint64_t items_begun() const { return source_.items_begun() + destination_.items_begun(); }

 private:
  LayoutCursor source_;
  LayoutCursor destination_;
  std::int64_t left_;
};

}  // namespace tactus
