#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm_models/node/copies/datatype_config.h"
#include "tlm_models/node/copies/type_bounds.h"

namespace tactus {

/// `count` copies, `stride` bytes apart, of a block of data or of other items: one loop of a layout.
struct LayoutItem {
  std::int64_t offset = 0;  ///< place of the first copy, counted from where the item that holds this one is placed
  std::int64_t count = 1;   ///< 1 or more
  std::int64_t stride = 0;
  std::int64_t length = 0;  ///< length of the block, in bytes; 0: the parts are items
  std::uint32_t parts = 0;  ///< where these begin
  std::uint32_t parts_end = 0;
  std::int64_t bytes = 0;  ///< data in one copy

  [[nodiscard]] bool is_block() const { return length > 0; }
};

/// Where the data of some elements of a datatype lies in memory, in the order in which MPI packs it, as nested loops:
/// its memory goes with the description, not with the data. Offsets are bytes from the buffer that MPI is given.
class Layout {
 public:
  /// `elements` one extent apart, as in MPI_Send(buffer, elements, datatype ...). `config` is valid.
  explicit Layout(const DatatypeConfig& config, std::int64_t elements = 1);

  /// Bytes of data: MPI_Type_size times the elements.
  [[nodiscard]] std::int64_t size() const { return bounds_.size; }
  /// Bounds of all elements together.
  [[nodiscard]] const TypeBounds& bounds() const { return bounds_; }
  /// The outermost item, which is the last one, if there is data.
  [[nodiscard]] const LayoutItem* begin() const { return end() - (items_.empty() ? 0 : 1); }
  [[nodiscard]] const LayoutItem* end() const { return items_.data() + items_.size(); }
  [[nodiscard]] const LayoutItem* parts_of(const LayoutItem& item) const { return items_.data() + item.parts; }
  [[nodiscard]] const LayoutItem* parts_end_of(const LayoutItem& item) const { return items_.data() + item.parts_end; }
  /// Items that describe it: what it takes of memory.
  [[nodiscard]] std::size_t items() const { return items_.size(); }

 private:
  std::vector<LayoutItem> items_;
  TypeBounds bounds_;
};

/// Bounds of one element; of a `config` that is not valid at least not undefined.
TypeBounds bounds_of(const DatatypeConfig& config);

}  // namespace tactus
