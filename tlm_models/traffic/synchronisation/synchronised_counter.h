#pragma once

#include <cstdint>
#include <optional>

#include "hw/common/node_counter.h"
#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/synchronisation/counter_correction.h"
#include "tlm_models/traffic/synchronisation/counter_synchronisation.h"
#include "tlm_models/traffic/synchronisation/two_way_transfer.h"

namespace tactus {

/// The common counter as the software of a rank knows it: its node's own, and what it adds to that from time stamps.
/// It takes a stamp when the send of a message begins and when the wait for a message ends, as `SynchronisationCalls`
/// has them. As a client it takes the times of a server, which are those of rank 0; as a server it gives them.
class SynchronisedCounter {
 public:
  SynchronisedCounter() = default;
  /// A counter that is not synchronised.
  SynchronisedCounter(NodeCounter counter) : counter_(counter) {}
  /// The counter of `rank`; `all` outlives this.
  SynchronisedCounter(NodeCounter counter, int rank, CounterSynchronisation* all)
      : counter_(counter),
        rank_(rank),
        all_(all),
        before_(all == nullptr ? 0 : 2 * all->most_drift()),
        correction_(before_) {}

  /// Value of the common counter at the edge `now`.
  [[nodiscard]] std::int64_t at(Cycles now) const { return rounded(common(now)); }
  /// Value that the node's counter shows when the common one shows `common`.
  [[nodiscard]] std::int64_t own(std::int64_t common) const { return rounded(correction_.own(common * kFineCycle)); }

  /// The rank posts the receive `op`.
  void posted(const Op& op) {
    if (op.stamp != StampKind::kNone) awaited_ = {op.stamp, op.stamp_round};
  }
  /// The send `op` begins at the edge `now`.
  void sending(const Op& op, Cycles now) {
    if (op.stamp == StampKind::kRequest) sent_ = shown(now);
    if (op.stamp == StampKind::kReply) all_->put(op.peer, {arrived_, common(now)});
  }
  /// The rank's wait for its receives ends at the edge `now`.
  void waited(Cycles now) {
    if (awaited_.stamp == StampKind::kRequest) arrived_ = common(now);
    if (awaited_.stamp == StampKind::kReply) returned(shown(now));
    awaited_ = {};
  }
  /// The rank begins a sequence at the edge `now`.
  void began(Cycles now) {
    if (all_ != nullptr) all_->began(rank_, common(now), now);
  }

 private:
  struct Awaited {
    StampKind stamp = StampKind::kNone;
    int round = 0;
  };

  [[nodiscard]] static std::int64_t rounded(FineCount count) {
    return (count + kFineCycle / 2) >> 16;  // down from halves, for negative ones too
  }
  [[nodiscard]] FineCount shown(Cycles now) const { return counter_.at(now) * kFineCycle; }
  [[nodiscard]] FineCount common(Cycles now) const { return correction_.common(shown(now)); }

  void returned(FineCount own) {
    if (awaited_.round == 0) {
      before_ = correction_;
      transfer_ = {};
    }
    const CounterSynchronisation::Reply reply = all_->get(rank_);
    transfer_.add({sent_, reply.arrived, reply.answered, own});
    correction_ = before_;
    correction_.learn(transfer_.best().middle(), transfer_.best().ahead());
  }

  NodeCounter counter_;
  int rank_ = 0;
  CounterSynchronisation* all_ = nullptr;
  CounterCorrection before_;  ///< from the synchronisations before the present one
  CounterCorrection correction_;
  TwoWayTransfer transfer_;  ///< rounds of the present one
  Awaited awaited_;
  FineCount sent_ = 0;     ///< the present request, by the node's counter
  FineCount arrived_ = 0;  ///< the present request of another rank, by the common counter
};

}  // namespace tactus
