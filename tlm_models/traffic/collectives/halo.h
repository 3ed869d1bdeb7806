#pragma once

#include "tlm_models/traffic/collectives/collective_writer.h"

namespace tactus {

/// Exchange of each member of a grid with its neighbours: across faces only, or across edges and corners too. A message
/// without bytes is not sent, and none goes to the member itself.
void halo_round(const Collective& collective, int member, bool diagonals, CollectiveWriter& writer);
CollectiveIdeal halo_ideal(const Collective& collective, bool diagonals);

}  // namespace tactus
