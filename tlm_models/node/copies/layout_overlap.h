#pragma once

#include "tlm_models/node/copies/layout.h"

namespace tactus {

/// Whether `layout` names a byte more than once, which MPI forbids where data is received. Loops whose copies lie clear
/// of each other take no time; others are gone through piece by piece, which takes 16 bytes of memory for each.
bool overlaps(const Layout& layout);

}  // namespace tactus
