#pragma once

#include <array>
#include <vector>

#include "hw/common/network_shape.h"

namespace tactus {

/// A sequence of a2at: the offsets that every node sends to, with the signs of those ways that are equally long.
struct A2atSequence {
  int phase = 0;
  int messages = 0;  ///< 1 .. twice the dimensions
  std::array<Coordinate, kMaxTorusDirections> offsets;
  int alternating = -1;  ///< message that goes backwards, and not forwards, from nodes with odd coordinates
  int shift = 0;         ///< shift of places

  void add(Coordinate offset) { offsets[static_cast<std::size_t>(messages++)] = offset; }
};

/// All sequences of a2at with one rank on each node: every other node is in one of them, once. On a square of two
/// dimensions those of nsim, section 3. Derivation: docs/reference/algorithms.md.
std::vector<A2atSequence> a2at_plan(const NetworkShape& shape);

}  // namespace tactus
