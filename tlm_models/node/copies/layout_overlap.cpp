#include "tlm_models/node/copies/layout_overlap.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "tlm_models/node/copies/layout_cursor.h"

namespace tactus {
namespace {

struct Span {
  std::int64_t first = 0;
  std::int64_t end = 0;
  bool clear = true;  ///< nothing inside overlaps
};

/// Looks at spans of items only: what it calls clear is; what it does not may be.
class SpanCheck {
 public:
  explicit SpanCheck(const Layout& layout) : layout_(layout) {}

  Span of_items(const LayoutItem* begin, const LayoutItem* end) {
    std::vector<Span> spans;
    for (const LayoutItem* item = begin; item != end; ++item) spans.push_back(of_item(*item));
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.first < b.first; });
    Span all = spans.front();
    for (std::size_t i = 1; i < spans.size(); ++i) {
      all.clear = all.clear && spans[i].clear && spans[i].first >= all.end;
      all.end = std::max(all.end, spans[i].end);
    }
    return all;
  }

 private:
  /// Loops right inside each other may be taken in any order: the shortest strides first.
  Span of_item(const LayoutItem& outermost) {
    std::vector<const LayoutItem*> loops{&outermost};
    std::int64_t offset = outermost.offset;
    while (!loops.back()->is_block() && loops.back()->parts_end - loops.back()->parts == 1) {
      loops.push_back(layout_.parts_of(*loops.back()));
      offset += loops.back()->offset;
    }
    Span span{0, loops.back()->length, true};
    if (!loops.back()->is_block()) span = of_parts(*loops.back());
    std::sort(loops.begin(), loops.end(),
              [](const LayoutItem* a, const LayoutItem* b) { return std::abs(a->stride) < std::abs(b->stride); });
    for (const LayoutItem* loop : loops) {
      if (loop->count == 1) continue;
      const std::int64_t reach = loop->stride * (loop->count - 1);
      span.clear = span.clear && std::abs(loop->stride) >= span.end - span.first;
      span.first += std::min<std::int64_t>(reach, 0);
      span.end += std::max<std::int64_t>(reach, 0);
    }
    return {span.first + offset, span.end + offset, span.clear};
  }
  /// Items that share their parts follow each other: these are looked at once.
  Span of_parts(const LayoutItem& item) {
    if (item.parts_end != last_end_ || item.parts != last_) {
      const Span span = of_items(layout_.parts_of(item), layout_.parts_end_of(item));
      last_ = item.parts;
      last_end_ = item.parts_end;
      last_span_ = span;
    }
    return last_span_;
  }

  const Layout& layout_;
  std::uint32_t last_ = 0;
  std::uint32_t last_end_ = 0;
  Span last_span_;
};

bool pieces_overlap(const Layout& layout) {
  std::vector<Piece> pieces;
  for (LayoutCursor cursor(layout); cursor.piece().length > 0; cursor.advance(cursor.piece().length)) {
    pieces.push_back(cursor.piece());
  }
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.offset < b.offset; });
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    if (pieces[i].offset < pieces[i - 1].offset + pieces[i - 1].length) return true;
  }
  return false;
}

}  // namespace

bool overlaps(const Layout& layout) {
  if (layout.size() == 0) return false;
  // More data than bytes that it lies in.
  if (layout.size() > layout.bounds().true_upper - layout.bounds().true_lower) return true;
  return !SpanCheck(layout).of_items(layout.begin(), layout.end()).clear && pieces_overlap(layout);
}

}  // namespace tactus
