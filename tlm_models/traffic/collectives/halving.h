#pragma once

#include <functional>
#include <vector>

#include "tlm_models/traffic/collectives/collective_writer.h"
#include "tlm_models/traffic/collectives/fold.h"

namespace tactus {

/// Data of the core members `from` .. `to` - 1.
using CoreBlocks = std::function<Segment(int from, int to)>;

/// A message that is cut into pieces, and combined piece by piece.
class CombinedMessage {
 public:
  /// Writes the receives.
  CombinedMessage(const Collective& collective, int peer, const Segment& data, CollectiveWriter& writer);
  [[nodiscard]] int pieces() const { return static_cast<int>(received_.size()); }
  [[nodiscard]] Segment piece(int k) const {
    return part(data_, static_cast<std::uint64_t>(k), static_cast<std::uint64_t>(pieces()));
  }
  /// Combines piece `k`, after the ends of `also`.
  Ends combine(int k, const Ends& also) {
    return writer_.combine({0, k}, piece(k), received_[static_cast<std::size_t>(k)], also);
  }
  /// Combines all pieces.
  Ends combine_all(const Ends& also);

 private:
  Segment data_;
  CollectiveWriter& writer_;
  std::vector<OperationSink::Index> received_;
};

/// Round in which an extra member gives its vector to the core, which combines it. Slot 0 has what the sum waits for.
void fold_in(const Collective& collective, const Fold& fold, int member, CollectiveWriter& writer);
/// Round in which the core gives extra members `data`, which waits for slot 0.
void fold_out(const Fold& fold, int member, const Segment& data, CollectiveWriter& writer);

/// Round `round` of recursive halving in the core: members halve the blocks that they keep, from the most distant
/// partner on. Slot 0 has what the kept blocks wait for.
void halve(const Collective& collective, const Fold& fold, int member, int round, const CoreBlocks& blocks,
           CollectiveWriter& writer);
/// Round `round` of recursive doubling, its reverse: members double the blocks that they have.
void double_blocks(const Fold& fold, int member, int round, const CoreBlocks& blocks, CollectiveWriter& writer);

/// Rounds of fold in (one, if there are extra members), `core` rounds of the core, and fold out, as `out` says.
inline int folded_rounds(const Fold& fold, int member, int core, bool out) {
  if (fold.is_extra(member)) return out ? 2 : 1;
  return core + (fold.has_extra(member) ? (out ? 2 : 1) : 0);
}

}  // namespace tactus
