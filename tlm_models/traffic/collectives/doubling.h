#pragma once

#include "tlm_models/traffic/collectives/collective_writer.h"

namespace tactus {

// Recursive doubling of a vector that every member combines: in round k, members exchange all they have with the member
// whose number in the core differs in bit k. It makes an allreduce and, without data, a barrier.

int recursive_doubling_rounds(const Collective& collective, int member);
void recursive_doubling_round(const Collective& collective, int member, int round, CollectiveWriter& writer);
CollectiveIdeal recursive_doubling_ideal(const Collective& collective);

}  // namespace tactus
