#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tactus {

/// Largest counter value that each message of a dissemination barrier carries: what is in the messages, which the
/// network does not look at.
///
/// Each rank puts its own and gets that of the rank that it has just heard from. A rank that has left a barrier can be
/// in the next one while others are still in that, and no further: so two barriers are kept.
class BarrierCounts {
 public:
  BarrierCounts(int ranks, std::uint64_t rounds)
      : rounds_(static_cast<std::size_t>(rounds)), counts_(static_cast<std::size_t>(ranks) * rounds_ * kKept) {}

  /// `barrier` counts all barriers of the run, `round` those of a barrier, both from 0.
  void put(int rank, std::uint64_t barrier, int round, std::int64_t count) {
    counts_[place(rank, barrier, round)] = count;
  }
  [[nodiscard]] std::int64_t get(int rank, std::uint64_t barrier, int round) const {
    return counts_[place(rank, barrier, round)];
  }

 private:
  static constexpr std::size_t kKept = 2;
  [[nodiscard]] std::size_t place(int rank, std::uint64_t barrier, int round) const {
    return (static_cast<std::size_t>(rank) * kKept + barrier % kKept) * rounds_ + static_cast<std::size_t>(round);
  }

  std::size_t rounds_;
  std::vector<std::int64_t> counts_;
};

}  // namespace tactus
