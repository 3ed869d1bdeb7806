#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/node/copies/layout.h"

namespace tactus {

/// Bytes that lie one behind the other.
struct Piece {
  std::int64_t offset = 0;
  std::int64_t length = 0;

  friend bool operator==(const Piece& a, const Piece& b) { return a.offset == b.offset && a.length == b.length; }
};

/// Goes through the data of a layout in the order of packing, piece by piece. Pieces that touch in that order are one.
/// The layout outlives the cursor.
class LayoutCursor {
 public:
  /// At packed byte `position`, 0 to the layout's size.
  explicit LayoutCursor(const Layout& layout, std::int64_t position = 0);

  /// Rest of the present piece, from the position on; length 0 at the end.
  [[nodiscard]] const Piece& piece() const { return piece_; }
  /// Pieces and items of the description, the present ones included, that have been begun.
  [[nodiscard]] std::uint64_t pieces_begun() const { return pieces_begun_; }
  [[nodiscard]] std::uint64_t items_begun() const { return items_begun_; }
  /// Goes on by `bytes`, 1 to the length of the present piece.
  void advance(std::int64_t bytes) {
    piece_.offset += bytes;
    piece_.length -= bytes;
    if (piece_.length == 0) next_piece();
  }

 private:
  struct Level {
    const LayoutItem* item;
    const LayoutItem* end;
    std::int64_t base;  ///< where the items are placed
    std::int64_t copy;  ///< copy of the item that comes next
  };

  /// Ends before the block that packed byte `position` is in; answers how far into it that is.
  std::int64_t seek(std::int64_t position);
  void next_piece();
  /// The next block into `block_`; length 0 at the end.
  void next_block() {
    if (blocks_ > 0) {
      block_ = {next_offset_, block_length_};
      next_offset_ += block_stride_;
      --blocks_;
    } else {
      next_run();
    }
  }
  void next_run();
  void begin_run(const LayoutItem& item, std::int64_t base, std::int64_t copy);

  const Layout* layout_;
  Piece piece_;
  Piece block_;  ///< behind `piece_`, not yet part of it
  // The blocks of one item that follow.
  std::int64_t blocks_ = 0;
  std::int64_t next_offset_ = 0;
  std::int64_t block_stride_ = 0;
  std::int64_t block_length_ = 0;
  std::vector<Level> levels_;
  std::uint64_t pieces_begun_ = 0;
  std::uint64_t items_begun_ = 0;
};

/// All data lies in one piece.
bool is_contiguous(const Layout& layout);

}  // namespace tactus
