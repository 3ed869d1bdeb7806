#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/node/copies/naive_typemap.h"
#include "testbench/tests/unit/tlm_models/node/copies/random_datatype.h"
#include "tlm_models/node/copies/layout.h"
#include "tlm_models/node/copies/layout_overlap.h"

namespace tactus {
namespace {

using Pieces = std::vector<Piece>;

const DatatypeConfig kInt = basic_type(BasicType::kInt);
const DatatypeConfig kDouble = basic_type(BasicType::kDouble);
const DatatypeConfig kByte = basic_type(BasicType::kByte);

TEST_CASE("Layout: each constructor names the bytes that MPI says, in the order of packing", "[LAYOUT-1]") {
  CHECK(pieces_of(Layout(contiguous_type(5, kInt))) == Pieces{{0, 20}});
  CHECK(pieces_of(Layout(vector_type(3, 2, 4, kInt))) == Pieces{{0, 8}, {16, 8}, {32, 8}});
  CHECK(pieces_of(Layout(vector_type(2, 1, -3, kInt))) == Pieces{{0, 4}, {-12, 4}});
  CHECK(pieces_of(Layout(hvector_type(3, 1, 20, kDouble))) == Pieces{{0, 8}, {20, 8}, {40, 8}});
  CHECK(pieces_of(Layout(indexed_type({2, 0, 1}, {5, 1, 0}, kInt))) == Pieces{{20, 8}, {0, 4}});
  CHECK(pieces_of(Layout(hindexed_type({1, 2}, {7, 100}, kInt))) == Pieces{{7, 4}, {100, 8}});
  CHECK(pieces_of(Layout(indexed_block_type(3, {10, 0}, kDouble))) == Pieces{{80, 24}, {0, 24}});
  CHECK(pieces_of(Layout(struct_type({1, 2}, {0, 8}, {kByte, kDouble}))) == Pieces{{0, 1}, {8, 16}});
  CHECK(pieces_of(Layout(subarray_type({4, 5}, {2, 3}, {1, 2}, ArrayOrder::kC, kInt))) == Pieces{{28, 12}, {48, 12}});
  CHECK(pieces_of(Layout(subarray_type({4, 5}, {2, 3}, {1, 2}, ArrayOrder::kFortran, kInt))) ==
        Pieces{{36, 8}, {52, 8}, {68, 8}});
  CHECK(pieces_of(Layout(resized_type(-4, 12, kInt), 3)) == Pieces{{0, 4}, {12, 4}, {24, 4}});
}

TEST_CASE("Layout: elements follow each other by the extent, padding included", "[LAYOUT-2]") {
  const DatatypeConfig padded = struct_type({1, 1}, {0, 8}, {kDouble, kByte});
  CHECK(bounds_of(padded).size == 9);
  CHECK(bounds_of(padded).extent() == 16);
  CHECK(bounds_of(padded).true_upper == 9);
  CHECK(pieces_of(Layout(padded, 2)) == Pieces{{0, 9}, {16, 9}});
}

TEST_CASE("Layout: pieces that touch are one, whatever constructors they come from", "[LAYOUT-3]") {
  CHECK(pieces_of(Layout(vector_type(4, 3, 3, kInt), 2)) == Pieces{{0, 96}});
  CHECK(pieces_of(Layout(struct_type({1, 3, 1}, {0, 4, 16}, {kInt, kInt, kDouble}))) == Pieces{{0, 24}});
  const DatatypeConfig every_other = vector_type(2, 1, 2, kInt);
  CHECK(pieces_of(Layout(struct_type({1, 1, 1}, {0, 12, 16}, {every_other, kInt, every_other}))) ==
        Pieces{{0, 4}, {8, 12}, {24, 4}});
  // The last block of an element and the first of the next.
  CHECK(pieces_of(Layout(indexed_type({1, 1}, {0, 2}, kInt), 3)) == Pieces{{0, 4}, {8, 8}, {20, 8}, {32, 4}});
}

TEST_CASE("Layout: of random types it has the bounds and the pieces of their typemaps", "[LAYOUT-1][LAYOUT-3]") {
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    Dice dice(seed);
    const DatatypeConfig config = random_datatype(dice, {4, true, 4});
    const int elements = dice.between(0, 3);
    const NaiveTypemap map = naive_typemap(config, elements);
    const Layout layout(config, elements);
    CAPTURE(seed);
    REQUIRE(layout.bounds().lower == map.lower);
    REQUIRE(layout.bounds().upper == map.upper);
    REQUIRE((pieces_of(layout) == naive_pieces(map)));
  }
}

TEST_CASE("LayoutCursor: begins at any packed byte with what is left from there", "[LAYOUT-5]") {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Dice dice(seed);
    const Layout layout(random_datatype(dice, {}), 2);
    Pieces left = pieces_of(layout);
    const std::int64_t position = dice.below(static_cast<int>(layout.size()) + 1);
    std::int64_t skip = position;
    while (skip > 0 && left.front().length <= skip) {
      skip -= left.front().length;
      left.erase(left.begin());
    }
    if (skip > 0) left.front() = {left.front().offset + skip, left.front().length - skip};
    CAPTURE(seed, position);
    REQUIRE((pieces_of(layout, position) == left));
  }
}

TEST_CASE("Layout: takes memory for its description and not for its pieces", "[LAYOUT-4]") {
  const DatatypeConfig column = vector_type(9600, 1, 9600, contiguous_type(2, kDouble));
  const Layout matrix(hvector_type(9600, 1, 16, column));
  CHECK(matrix.size() == std::int64_t{9600} * 9600 * 16);
  CHECK(matrix.items() < 8);
  const Layout pairs(indexed_block_type(1, {0, 100, 200, 300, 400}, vector_type(2, 1, 5, vector_type(3, 1, 7, kInt))));
  CHECK(pairs.items() < 12);
}

TEST_CASE("CopyStream: matches both sides byte by byte in the order of packing", "[LAYOUT-5]") {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Dice dice(seed);
    const Layout source(random_datatype(dice, {}));
    const Layout packed(contiguous_type(source.size(), kByte));
    const Layout& there = dice.chance(50) ? source : packed;
    std::vector<std::int64_t> from;
    std::vector<std::int64_t> to;
    for (const Piece& piece : pieces_of(source)) {
      for (std::int64_t i = 0; i < piece.length; ++i) from.push_back(piece.offset + i);
    }
    for (const Piece& piece : pieces_of(there)) {
      for (std::int64_t i = 0; i < piece.length; ++i) to.push_back(piece.offset + i);
    }
    const std::int64_t begin = dice.below(static_cast<int>(source.size()) + 1);
    const std::int64_t end = begin + dice.below(static_cast<int>(source.size() - begin) + 1);
    CopyStream stream(source, there, begin, end);
    auto at = static_cast<std::size_t>(begin);
    bool same = true;
    for (Copy copy = stream.next(); copy.length > 0; copy = stream.next()) {
      for (std::int64_t i = 0; i < copy.length; ++i, ++at) {
        same = same && at < from.size() && from[at] == copy.source + i && to[at] == copy.destination + i;
      }
    }
    CAPTURE(seed);
    REQUIRE(same);
    REQUIRE(at == static_cast<std::size_t>(end));
  }
}

TEST_CASE("Layout: overlaps exactly if it names a byte twice", "[LAYOUT-7]") {
  int overlapping = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Dice dice(seed);
    const Layout layout(random_datatype(dice, {}), dice.between(1, 2));
    std::set<std::int64_t> bytes;
    std::int64_t named = 0;
    for (const Piece& piece : pieces_of(layout)) {
      for (std::int64_t i = 0; i < piece.length; ++i) bytes.insert(piece.offset + i);
      named += piece.length;
    }
    const bool twice = named != static_cast<std::int64_t>(bytes.size());
    overlapping += twice ? 1 : 0;
    CAPTURE(seed);
    REQUIRE(overlaps(layout) == twice);
  }
  CHECK(overlapping > 500);
  CHECK(overlapping < 2500);
}

TEST_CASE("Layout: columns that interleave are seen not to overlap without going through them", "[LAYOUT-7]") {
  const DatatypeConfig column = vector_type(1'000'000, 1, 1'000'000, kDouble);
  CHECK_FALSE(overlaps(Layout(hvector_type(1'000'000, 1, 8, column))));
  CHECK(overlaps(Layout(hvector_type(1'000'000, 1, 4, column))));
  CHECK(overlaps(Layout(hvector_type(kDatatypeReach / 16, 1, 0, kDouble))));
}

}  // namespace
}  // namespace tactus
