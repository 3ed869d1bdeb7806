#pragma once

#include "tlm_models/traffic/collectives/collective_writer.h"

namespace tactus {

/// A ring of members in which data moves on by one place in each step.
struct Ring {
  int size = 1;
  int place = 0;  ///< place of the member
  int next = 0;   ///< member at the place after it
  int previous = 0;

  [[nodiscard]] int steps() const { return size - 1; }
};

/// All members of `collective` as a ring, from `first` on.
inline Ring ring_of(const Collective& collective, int member, int first = 0) {
  const int size = collective.members();
  return {size, modulo(member - first, size), (member + 1) % size, modulo(member - 1, size)};
}

/// Lane, pieces and slots of the messages of a ring.
struct RingLane {
  int lane = 0;
  int nic = 0;         ///< MessageLane::piece of the first piece
  int pieces = 1;      ///< pieces of each block
  int first_slot = 0;  ///< slot of piece k: first_slot + k
};

/// One step: sends block `out` to the next member and receives block `in` from the previous one, piece by piece.
/// `block(index, piece)` is the data of a piece.
template <class Block>
void ring_step(CollectiveWriter& writer, const Ring& ring, const RingLane& lane, int out, int in, Use use,
               const Block& block) {
  std::vector<Ends> received(static_cast<std::size_t>(lane.pieces));
  for (int k = 0; k < lane.pieces; ++k) {
    received[static_cast<std::size_t>(k)] = writer.receive({lane.lane, lane.nic + k}, ring.previous, block(in, k), use);
  }
  for (int k = 0; k < lane.pieces; ++k) {
    writer.send({lane.lane, lane.nic + k}, ring.next, block(out, k), writer.slot(lane.first_slot + k));
  }
  for (int k = 0; k < lane.pieces; ++k) {
    const Ends& receive = received[static_cast<std::size_t>(k)];
    Ends& slot = writer.slot(lane.first_slot + k);
    if (use == Use::kStore) {
      slot = receive;
    } else {
      // An earlier ring may be combining the block.
      const Ends earlier = writer.combining_takes_time() ? slot : Ends{};
      slot = writer.combine({lane.lane, lane.nic + k}, block(in, k), *receive.begin(), earlier);
    }
  }
}

/// Step `step` of a reduce-scatter, after whose last step a member's own block, that of its place, is combined.
template <class Block>
void ring_reduce_scatter(CollectiveWriter& writer, const Ring& ring, const RingLane& lane, int step,
                         const Block& block) {
  ring_step(writer, ring, lane, modulo(ring.place - step - 1, ring.size), modulo(ring.place - step - 2, ring.size),
            Use::kCombine, block);
}

/// Step `step` of an allgather, before whose first step a member has the block of its place.
template <class Block>
void ring_allgather(CollectiveWriter& writer, const Ring& ring, const RingLane& lane, int step, const Block& block) {
  ring_step(writer, ring, lane, modulo(ring.place - step, ring.size), modulo(ring.place - step - 1, ring.size),
            Use::kStore, block);
}

}  // namespace tactus
