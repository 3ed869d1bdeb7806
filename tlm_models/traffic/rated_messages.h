#pragma once

#include <cstdint>
#include <queue>
#include <unordered_map>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/traffic/local_messages.h"
#include "tlm_models/traffic/rank_program.h"
#include "tlm_models/traffic/receive_table.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Messages between ranks of one node as copies at a rate, made by nobody in particular. A rank's copies are made one
/// after the other, in the order of its sends; one takes `latency + bytes / rate`. Copies of different ranks share
/// nothing, and a rank goes on while its copies are made. The send and, if it is posted, the receive are complete when
/// the copy is; there is no limit to how many of either are under way. Nothing is copied in no time. Serves the flow
/// level too. Reference: docs/reference/rank_processor.md.
class RatedMessages final : public LocalMessages {
 public:
  /// Copy that has ended, told to ranks by number.
  struct Copy {
    int from = 0;
    int to = 0;
    std::uint32_t tag = 0;
    Bytes bytes;
    std::uint32_t operation = kNoOperation;  ///< that the send is
  };
  struct Arrival {
    Copy copy;
    std::optional<ReceiveTable::Match> match;  ///< nothing: before its receive
  };

  /// Ranks are numbered from 0. Those without messages within their node take no memory.
  explicit RatedMessages(const CopyConfig& config) : config_(config) {}

  void send(int from, int to, const Op& op, Picoseconds now) override;
  bool post(int rank, int from, const Op& receive) override;
  bool cancel(int rank, int from, std::uint32_t tag) override;

  void end(Picoseconds now, std::vector<Ended>& ended) override;
  /// When the next copy ends; Picoseconds::max() if none is being made.
  [[nodiscard]] Picoseconds next() const override { return copies_.empty() ? Picoseconds::max() : copies_.top().end; }
  /// Ends the next copy.
  Arrival end_next();

  [[nodiscard]] int sends_under_way(int rank) const override { return at(rank).sends; }
  [[nodiscard]] int receives_under_way(int rank) const override { return at(rank).receives.posted(); }
  [[nodiscard]] bool is_under_way(int rank, int from, std::uint32_t tag) const override {
    return at(rank).receives.is_posted(from, tag);
  }
  [[nodiscard]] std::vector<Op> receives(int rank) const override { return at(rank).receives.posted_receives(); }

  /// Copies that are being made or wait their turn.
  [[nodiscard]] std::uint64_t under_way() const { return copies_.size(); }
  [[nodiscard]] Picoseconds busy(int rank) const override { return at(rank).busy; }
  [[nodiscard]] bool idle() const override { return copies_.empty(); }
  [[nodiscard]] std::uint64_t copies() const override { return ended_; }
  /// Copies made for cancelled receives.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  [[nodiscard]] std::uint64_t cancelled() const override { return cancelled_; }

 private:
  struct Rank {
    Picoseconds free;  ///< when its last copy ends
    Picoseconds busy;  ///< time that all its copies take
    int sends = 0;
    ReceiveTable receives;
  };
  struct Pending {
    Picoseconds end;
    std::uint64_t number = 0;  ///< number of its start
    Copy copy;
    friend bool operator>(const Pending& a, const Pending& b) {
      return a.end == b.end ? a.number > b.number : a.end > b.end;
    }
  };

  Rank& at(int rank) { return ranks_[rank]; }
  [[nodiscard]] const Rank& at(int rank) const {
    static const Rank kWithoutMessages;
    const auto found = ranks_.find(rank);
    return found == ranks_.end() ? kWithoutMessages : found->second;
  }

  CopyConfig config_;
  std::unordered_map<int, Rank> ranks_;
  std::priority_queue<Pending, std::vector<Pending>, std::greater<>> copies_;
  std::uint64_t started_ = 0;
  std::uint64_t ended_ = 0;
  std::uint64_t dropped_ = 0;
  std::uint64_t cancelled_ = 0;
};

}  // namespace tactus
