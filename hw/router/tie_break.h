#pragma once

#include "hw/common/router_config.h"

namespace tactus {

/// A ring that a packet enters half way round from where it leaves the ring, so that both ways are equally long.
struct Tie {
  int dimension = 0;
  int size = 0;           ///< nodes of the ring
  int position = 0;       ///< place in the ring of the node where the packet enters
  bool negative = false;  ///< sign of that dimension in the packet's header
};

/// Registration of a tie break, in hw/router/tie_breaks/<name>.cpp.
struct TieBreakPolicy : Policy {
  /// Whether the packet goes the minus way; null: every packet goes the plus way. A pure function. The flow level asks
  /// it about every ring of a message's way, and takes the answer at ties.
  bool (*goes_minus)(const Tie& tie) = nullptr;
};

}  // namespace tactus
