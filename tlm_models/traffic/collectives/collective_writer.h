#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "tlm_models/traffic/collectives/collective.h"
#include "tlm_models/traffic/collectives/ends.h"
#include "tlm_models/traffic/operation.h"

namespace tactus {

/// Purpose of the data of a message at its receiver.
enum class Use : std::uint8_t {
  kStore,    ///< it stands in its place when the receive has ended
  kCombine,  ///< it is there for CollectiveWriter::combine
};

/// Observer of the data that operations of members move, for tests.
class CollectiveData {
 public:
  using Index = OperationSink::Index;

  virtual ~CollectiveData() = default;
  virtual void sends(int member, Index send, Payload data) = 0;
  virtual void receives(int member, Index receive, Payload data, Use use) = 0;
  /// The data of `receive` is combined with the member's own: by the operation `by`, or, if it takes no time, by nobody
  /// as soon as all of `after` have ended.
  virtual void combines(int member, Index receive, Payload data, const Ends& after, const Index* by) = 0;
};

/// Where a message goes: `lane` gives its tag, `piece` its NIC. Messages of one lane are sent, and received, in the
/// order in which they are written.
struct MessageLane {
  int lane = 0;  ///< below CollectiveCall::kTags
  int piece = 0;
};

/// Writes the operations of one member of a collective, round by round, into a sink.
///
/// It makes operations wait for each other where the method does not: within a lane, sends begin in their order, and so
/// do receives; those of a round begin after the ends of those two rounds before. Each operation of a round depends on
/// the beginning of one of the round before.
class CollectiveWriter {
 public:
  using Index = OperationSink::Index;

  /// All operations come after the ends of `begin`, operations of the member's rank.
  CollectiveWriter(const Collective& collective, int member, OperationSink& sink, Ends begin,
                   CollectiveData* data = nullptr);

  void begin_round();
  /// Whether the present round has operations.
  [[nodiscard]] bool round_has_some() const { return round_has_some_; }

  /// A message of `data` to the member `peer`, after the ends of `after`.
  Index send(MessageLane channel, int peer, Payload data, const Ends& after);
  Index receive(MessageLane channel, int peer, Payload data, Use use);
  /// Combines what `receive` has received with the member's own `data`, after the ends of `also`. Answers what
  /// operations that need the sum have to wait for.
  Ends combine(MessageLane channel, Payload data, Index receive, const Ends& also);

  [[nodiscard]] bool combining_takes_time() const { return collective_.call().combine_ps_per_byte > 0; }

  /// A message that is cut into pieces (Collective::pieces), as one.
  Ends send_cut(int lane, int peer, Payload data, const Ends& after);
  Ends receive_cut(int lane, int peer, Payload data);

  /// Ends of the operations that the data in a place of the method's choice, counted from 0, waits for.
  Ends& slot(int index);

  /// The operation that ends when all operations of the member have ended.
  Index end();

 private:
  /// Operations of one sort in a lane that have perhaps not ended.
  struct Window {
    int round = -1;
    std::vector<Index> before;  ///< operations of the last round that had some
    std::vector<Index> now;     ///< operations of `round`
  };
  struct Lane {
    Window sends;
    Window receives;
    Window combines;
  };

  Lane& lane(int index);
  [[nodiscard]] Operation message(OperationKind kind, MessageLane channel, int peer, Payload data) const;
  Index add(const Operation& operation, const Ends& after, Window& window, bool in_order);
  void wait_for_end(Index operation, Index earlier);
  void wait_for_begin(Index operation, Index earlier);

  const Collective& collective_;
  int member_;
  OperationSink& sink_;
  Ends begin_;
  CollectiveData* data_;
  std::vector<Lane> lanes_;
  std::deque<Ends> slots_;  ///< references stay when there are more
  int round_ = -1;
  bool round_has_some_ = false;
  bool any_ = false;
  Index round_first_ = 0;   ///< first operation of the present round, if it has some
  Index before_first_ = 0;  ///< first operation of the last round that had some
  Index newest_ = 0;        ///< latest operation that the one being added waits for
  bool waits_ = false;      ///< whether it waits for one
};

}  // namespace tactus
