#pragma once

#include "hw/common/network_shape.h"

namespace tactus {

/// Some ways round are equally long: packets have ties that `router.tie_break` decides.
inline bool has_even_ring(const NetworkShape& network) {
  for (int d = 0; d < network.dimensions(); ++d) {
    if (network.wraps(d) && network.size(d) % 2 == 0) return true;
  }
  return false;
}

}  // namespace tactus
