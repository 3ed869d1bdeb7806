#pragma once

#include "tlm_models/traffic/collectives/collective_writer.h"

namespace tactus {

// Rounds of alltoall and alltoallv in which a member sends one block and receives one.

/// Sends the block for `to` and receives that of `from`, after both messages of the round before, as MPI_Sendrecv does.
inline void exchange_pairs(const Collective& collective, int member, int to, int from, CollectiveWriter& writer) {
  const Ends earlier = writer.slot(0);
  writer.slot(0) = writer.receive_cut(0, from, collective.pair_block(from, member));
  writer.slot(0).add(writer.send_cut(0, to, collective.pair_block(member, to), earlier));
}

/// Bytes that the busiest member sends or receives if each block goes from its sender to its receiver.
std::uint64_t direct_bytes(const Collective& collective);

}  // namespace tactus
