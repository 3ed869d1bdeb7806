#include "testbench/app/results/operation_ranks.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "testbench/app/results/time_text.h"

namespace tactus {
namespace {

constexpr std::size_t kMostRanks = 5;

/// Sums of one rank, in cycles.
struct RankSums {
  std::uint64_t compute = 0;
  std::uint64_t noise = 0;
  std::uint64_t waited = 0;
  std::map<int, std::uint64_t> waited_for;  ///< by peer
};

class RankSummer {
 public:
  RankSummer(const OperationTimes& times, const Clock& clock, int rank)
      : times_(times), clock_(clock), rank_(rank), operations_(times.schedule().program(rank).operations) {}

  RankSums sum() {
    for (std::uint32_t i = 0; i < operations_.size(); ++i) {
      if (at(i).ended == OperationTimes::kNever) continue;
      if (operations_[i].kind == OperationKind::kCompute) add_computing(i);
      add_wait(i);
    }
    return std::move(sums_);
  }

 private:
  [[nodiscard]] const OperationTimes::Times& at(std::uint32_t operation) const { return times_.at(rank_, operation); }

  void add_computing(std::uint32_t number) {
    const std::uint64_t asked = clock_.covering(Picoseconds{operations_[number].amount}).count();
    const std::uint64_t took = at(number).ended - at(number).began;
    sums_.compute += asked;
    sums_.noise += took - std::min(took, asked);
  }

  /// Time from which on its processor had nothing else to do.
  [[nodiscard]] std::uint64_t free_since(std::uint32_t number) const {
    if (operations_[number].kind == OperationKind::kWait) return at(number).began;
    const std::uint32_t before = at(number).previous;
    if (before == kNoOperation) return times_.start();
    const OperationKind kind = operations_[before].kind;
    const bool holds = kind == OperationKind::kCompute || kind == OperationKind::kWait;
    return holds ? at(before).ended : at(before).began;
  }

  void add_wait(std::uint32_t number) {
    const std::uint32_t after = at(number).after;
    if (after == kNoOperation) return;
    const Operation& awaited = operations_[after];
    const bool message = awaited.kind == OperationKind::kSend || awaited.kind == OperationKind::kReceive;
    // An operation that came after another's beginning waited for no message.
    const std::uint64_t come = operations_[number].kind == OperationKind::kWait ? at(number).ended : at(number).began;
    if (!message || at(after).ended > come || at(after).ended <= free_since(number)) return;
    const std::uint64_t waited = at(after).ended - free_since(number);
    sums_.waited += waited;
    if (awaited.kind == OperationKind::kReceive) sums_.waited_for[times_.operation(rank_, after).peer] += waited;
  }

  const OperationTimes& times_;
  const Clock& clock_;
  int rank_;
  const OperationList& operations_;
  RankSums sums_;
};

template <class Record, class Amount>
void keep_most(std::vector<Record>& records, Amount amount) {
  std::stable_sort(records.begin(), records.end(), [&](const auto& a, const auto& b) { return amount(a) > amount(b); });
  records.resize(std::min(records.size(), kMostRanks));
}

}  // namespace

OperationRanks summarise_ranks(const OperationTimes& times, const Clock& clock) {
  OperationRanks summary;
  const int ranks = times.schedule().ranks();
  const auto time = [&](std::uint64_t cycles) { return seconds(clock.edge(Cycles{cycles})); };
  for (int rank = 0; rank < ranks; ++rank) {
    const RankSums sums = RankSummer(times, clock, rank).sum();
    const double compute = time(sums.compute);
    summary.mean_compute_s += compute / ranks;
    summary.mean_noise_s += time(sums.noise) / ranks;
    if (compute > summary.most_compute_s) {
      summary.busiest = rank;
      summary.most_compute_s = compute;
    }
    if (sums.noise > 0) summary.noise.push_back({rank, time(sums.noise), compute});
    if (sums.waited == 0) continue;
    RankWait& wait = summary.waits.emplace_back(RankWait{rank, time(sums.waited), {}, 0});
    const auto longest = std::max_element(sums.waited_for.begin(), sums.waited_for.end(),
                                          [](const auto& a, const auto& b) { return a.second < b.second; });
    if (longest == sums.waited_for.end()) continue;
    wait.peer = longest->first;
    wait.peer_s = time(longest->second);
  }
  keep_most(summary.noise, [](const StolenComputing& each) { return each.noise_s; });
  keep_most(summary.waits, [](const RankWait& each) { return each.waited_s; });
  return summary;
}

}  // namespace tactus
