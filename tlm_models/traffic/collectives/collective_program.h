#pragma once

#include "tlm_models/traffic/collectives/collective_writer.h"

namespace tactus {

/// The operations of one member, written round by round: as far ahead as its caller wants.
///
/// Every operation of a round begins only after one of the round before it has begun. So a caller that writes the next
/// round when the first operation of a round begins sees the same as one that writes all rounds at once. Writing a
/// round takes time in proportion to its operations and the segments of their data.
class CollectiveProgram {
 public:
  using Index = OperationSink::Index;

  /// All operations come after the ends of `begin`. `collective` and `sink` outlive the program.
  CollectiveProgram(const Collective& collective, int member, OperationSink& sink, const Ends& begin,
                    CollectiveData* data = nullptr)
      : collective_(collective),
        member_(member),
        rounds_(collective.method().rounds(collective, member)),
        writer_(collective, member, sink, begin, data) {}

  /// Writes the next round in which the member has operations. Answers false if there is none.
  bool emit_round();
  /// After the last round: the operation that ends when all others of the member have ended.
  Index end() { return writer_.end(); }

  /// Rounds that the method has for the member; it may have nothing to do in some.
  [[nodiscard]] int rounds() const { return rounds_; }

 private:
  const Collective& collective_;
  int member_;
  int rounds_;
  int round_ = 0;
  CollectiveWriter writer_;
};

/// Writes all operations of a member. Answers the operation that ends the call.
OperationSink::Index emit_all(const Collective& collective, int member, OperationSink& sink, const Ends& begin,
                              CollectiveData* data = nullptr);

}  // namespace tactus
