#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/node/copies/copy_stream.h"
#include "tlm_models/node/copies/datatype_config.h"

namespace tactus {

/// A datatype as MPI 3.1 defines it: every basic item, one by one. The reference for layouts.
struct NaiveTypemap {
  struct Entry {
    std::int64_t offset;
    std::int64_t size;
  };
  std::vector<Entry> entries;
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  bool spans = false;  ///< there are bounds: of an item, or those of a resized type

  [[nodiscard]] std::int64_t extent() const { return upper - lower; }
};

/// `elements` of `config`, whose basic types all have one alignment, and in which nothing resized or cut from an array
/// is part of a struct: there this needs no rules about marks and padding.
NaiveTypemap naive_typemap(const DatatypeConfig& config, std::int64_t elements);
/// The entries of `map`, joined where one begins where the one before ends.
std::vector<Piece> naive_pieces(const NaiveTypemap& map);
/// What a cursor goes through from `position` on.
std::vector<Piece> pieces_of(const Layout& layout, std::int64_t position = 0);

}  // namespace tactus
