#include "tlm_models/traffic/phase_begin.h"

#include <algorithm>
#include <deque>
#include <random>

#include "testbench/tests/support/catch.h"
#include "tlm_models/traffic/dissemination.h"

using namespace tactus;

namespace {

constexpr int kBarriers = 4;

/// A rank of dissemination barriers that come one after the other, and the messages on their way to it.
struct Rank {
  PhaseBegin begin;
  int barrier = 0;
  int round = -1;  ///< in which it waits; -1: it has not entered the barrier
  std::deque<Op> arrived;
};

/// Ranks that pass the barriers in a random order, each at random times.
class Barriers {
 public:
  Barriers(int ranks, unsigned seed) : rounds_(dissemination_rounds(ranks)), counts_(ranks, rounds_), dice_(seed) {
    phased_.sequences.resize(kBarriers + 1);
    phased_.begins.assign(kBarriers + 1, 77);
    phased_.lead = 500;
    PaceSlots slots;
    slots.period = 640;
    slots.begin = 9;
    phased_.slots.assign(kBarriers + 1, {PhasedSequences::ByNode(static_cast<std::size_t>(ranks), slots)});
    for (int i = 0; i < ranks; ++i) {
      const NodeCounter counter(Cycles{dice_() % 50}, 0);
      counters_.push_back(counter);
      ranks_.push_back({PhaseBegin(&phased_, &counts_, i, counter), 0, -1, {}});
    }
    entered_.assign(kBarriers, 0);
  }

  void run() {
    for (now_ = 1; finished_ < ranks_.size(); ++now_) {
      Rank& rank = ranks_[dice_() % ranks_.size()];
      if (rank.barrier < kBarriers) step(rank);
    }
  }

 private:
  [[nodiscard]] int number(const Rank& rank) const { return static_cast<int>(&rank - ranks_.data()); }
  [[nodiscard]] int size() const { return static_cast<int>(ranks_.size()); }

  void step(Rank& rank) {
    if (rank.round < 0) {
      const auto barrier = static_cast<std::size_t>(rank.barrier);
      entered_[barrier] =
          std::max(entered_[barrier], counters_[static_cast<std::size_t>(number(rank))].at(Cycles{now_}));
      enter(rank, 0);
      return;
    }
    const Op awaited = message(rank, rank.round);
    const auto found = std::find_if(rank.arrived.begin(), rank.arrived.end(),
                                    [&](const Op& op) { return op.tag == awaited.tag && op.peer == awaited.peer; });
    if (found == rank.arrived.end()) return;
    rank.arrived.erase(found);
    rank.begin.received(awaited);
    if (rank.round + 1 < static_cast<int>(rounds_)) return enter(rank, rank.round + 1);
    leave(rank);
  }

  void enter(Rank& rank, int round) {
    rank.round = round;
    rank.begin.posted(message(rank, round), Cycles{now_});
    rank.begin.sending(message(rank, round), Cycles{now_});
    Op sent = message(rank, round);
    sent.peer = number(rank);
    const int to = (number(rank) + dissemination_distance(static_cast<std::uint64_t>(round))) % size();
    ranks_[static_cast<std::size_t>(to)].arrived.push_back(sent);
  }

  void leave(Rank& rank) {
    const int sequence = rank.barrier + 2;
    // The first sequence begins at 77, by the schedule; the others by the barrier.
    const std::int64_t largest = entered_[static_cast<std::size_t>(rank.barrier)];
    CHECK(rank.begin.slots(sequence, 0, number(rank)).begin == static_cast<std::uint32_t>(largest + 500 + 9));
    rank.round = -1;
    if (++rank.barrier == kBarriers) ++finished_;
  }

  [[nodiscard]] Op message(const Rank& rank, int round) const {
    Op op;
    op.peer = (number(rank) + size() - dissemination_distance(static_cast<std::uint64_t>(round))) % size();
    op.tag = static_cast<std::uint32_t>(rank.barrier) * 100 + static_cast<std::uint32_t>(round);
    op.barrier_round = static_cast<std::int8_t>(round);
    return op;
  }

  std::uint64_t rounds_;
  PhasedSequences phased_;
  BarrierCounts counts_;
  std::mt19937 dice_;
  std::vector<NodeCounter> counters_;
  std::vector<Rank> ranks_;
  std::vector<std::int64_t> entered_;  ///< by barrier: largest counter value with which a rank has entered it
  std::uint64_t now_ = 0;
  std::size_t finished_ = 0;
};

}  // namespace

TEST_CASE("Phases by barrier: all ranks agree on the largest counter with which one has entered, in any order",
          "[PHASE-9][key:workload.sequence_barrier]") {
  for (const int ranks : {2, 3, 5, 8, 13}) {
    for (unsigned seed = 0; seed < 50; ++seed) {
      CAPTURE(ranks, seed);
      Barriers(ranks, seed).run();
    }
  }
}

TEST_CASE("Phases by barrier: the first sequence begins at the schedule's time, and without barriers all do",
          "[PHASE-9]") {
  PhasedSequences phased;
  phased.sequences.resize(2);
  phased.begins = {100, 900};
  phased.slots.assign(2, {PhasedSequences::ByNode(1)});
  const PhaseBegin scheduled(&phased, nullptr, 0, NodeCounter{});
  CHECK(scheduled.slots(1, 0, 0).begin == 100);
  CHECK(scheduled.slots(2, 0, 0).begin == 900);
  CHECK_FALSE(scheduled.by_barrier());
  BarrierCounts counts(2, 1);
  CHECK(PhaseBegin(&phased, &counts, 0, NodeCounter{}).slots(1, 0, 0).begin == 100);
  CHECK(PhaseBegin().engines(1) == 0);
}
