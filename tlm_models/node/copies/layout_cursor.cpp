#include "tlm_models/node/copies/layout_cursor.h"

namespace tactus {

LayoutCursor::LayoutCursor(const Layout& layout, std::int64_t position) : layout_(&layout) {
  const std::int64_t skipped = seek(position);
  next_block();
  block_.offset += skipped;
  block_.length -= skipped;
  next_piece();
}

std::int64_t LayoutCursor::seek(std::int64_t position) {
  const LayoutItem* item = layout_->begin();
  const LayoutItem* end = layout_->end();
  std::int64_t base = 0;
  while (true) {
    while (item != end && position >= item->count * item->bytes) {
      position -= item->count * item->bytes;
      ++item;
    }
    if (item == end) return 0;
    const std::int64_t copy = position / item->bytes;
    position %= item->bytes;
    if (item->is_block()) {
      levels_.push_back({item + 1, end, base, 0});
      begin_run(*item, base, copy);
      return position;
    }
    levels_.push_back({item, end, base, copy + 1});
    base += item->offset + copy * item->stride;
    end = layout_->parts_end_of(*item);
    item = layout_->parts_of(*item);
  }
}

void LayoutCursor::next_piece() {
  piece_ = block_;
  if (piece_.length == 0) return;
  ++pieces_begun_;
  next_block();
  while (block_.length > 0 && block_.offset == piece_.offset + piece_.length) {
    piece_.length += block_.length;
    next_block();
  }
}

void LayoutCursor::begin_run(const LayoutItem& item, std::int64_t base, std::int64_t copy) {
  ++items_begun_;
  blocks_ = item.count - copy;
  next_offset_ = base + item.offset + copy * item.stride;
  block_stride_ = item.stride;
  block_length_ = item.length;
}

void LayoutCursor::next_run() {
  block_ = {};
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.item == level.end) {
      levels_.pop_back();
      continue;
    }
    const LayoutItem& item = *level.item;
    if (item.is_block()) {
      ++level.item;
      begin_run(item, level.base, 0);
      return next_block();
    }
    if (level.copy == item.count) {
      ++level.item;
      level.copy = 0;
      continue;
    }
    const std::int64_t base = level.base + item.offset + level.copy * item.stride;
    ++level.copy;
    levels_.push_back({layout_->parts_of(item), layout_->parts_end_of(item), base, 0});
  }
}

bool is_contiguous(const Layout& layout) { return LayoutCursor(layout).piece().length == layout.size(); }

}  // namespace tactus
