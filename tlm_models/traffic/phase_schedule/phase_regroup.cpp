#include "tlm_models/traffic/phase_schedule/phase_regroup.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <utility>

#include "tlm_models/traffic/phase_schedule/phase_plan.h"

namespace tactus {
namespace {

/// A message with its opposite, if that is another one: they load different links.
struct Pair {
  std::vector<Coordinate> offsets;
  bool alternates = false;
};
/// Numbers of pairs that make a sequence, in order.
using Members = std::vector<std::size_t>;

class Regrouping {
 public:
  explicit Regrouping(const PhaseNetwork& network) : network_(network) {}

  std::vector<A2atSequence> run() {
    const std::vector<A2atSequence> plan = a2at_plan(network_.shape);
    for (const A2atSequence& sequence : plan) take(sequence);
    most_ = kMostPlans / 2;
    improve();
    const std::vector<Members> by_plan = sequences_;
    const std::int64_t time_by_plan = time_in_all();
    rearrange();
    most_ = times_.size() + kMostPlans / 2;
    improve();
    if (time_by_plan <= time_in_all()) sequences_ = by_plan;
    std::vector<A2atSequence> sequences;
    for (const Members& members : sequences_) {
      sequences.push_back(sequence_of(members));
      sequences.back().phase = static_cast<int>(members.size());
    }
    return sequences;
  }

 private:
  /// A sequence of `a2at_plan` and its pairs.
  void take(const A2atSequence& sequence) {
    sequences_.emplace_back();
    for (int message = 0; message < sequence.messages; ++message) {
      const Coordinate offset = sequence.offsets[static_cast<std::size_t>(message)];
      const auto opposite = std::find_if(sequences_.back().begin(), sequences_.back().end(), [&](std::size_t pair) {
        return pairs_[pair].offsets.size() == 1 && pairs_[pair].offsets.front() == -offset;
      });
      if (opposite != sequences_.back().end()) {
        pairs_[*opposite].offsets.push_back(offset);
        continue;
      }
      sequences_.back().push_back(pairs_.size());
      pairs_.push_back({{offset}, message == sequence.alternating});
    }
  }

  [[nodiscard]] A2atSequence sequence_of(const Members& members) const {
    A2atSequence sequence;
    for (const std::size_t member : members) {
      if (pairs_[member].alternates) sequence.alternating = sequence.messages;
      for (const Coordinate offset : pairs_[member].offsets) sequence.add(offset);
    }
    return sequence;
  }
  [[nodiscard]] int messages_of(const Members& members) const {
    return std::accumulate(members.begin(), members.end(), 0, [&](int sum, std::size_t member) {
      return sum + static_cast<int>(pairs_[member].offsets.size());
    });
  }
  [[nodiscard]] std::int64_t load(const Members& members) const {
    const auto loads = phase_loads(phase_messages(network_, sequence_of(members)));
    return *std::max_element(loads.begin(), loads.end());
  }

  /// What is known of a sequence's time, in cycles.
  struct Time {
    std::int64_t least = 0;
    bool exact = false;
  };

  /// Cycles of a sequence, if they are below `limit`: those of its groups, and some between groups. Else at least
  /// `limit`.
  std::int64_t time(const Members& members, std::int64_t limit = kRefused) {
    if (members.empty()) return 0;
    Time& known = times_[members];
    if (known.exact || known.least >= limit) return known.least;
    const std::int64_t between = 3 * static_cast<std::int64_t>(network_.packet.count());
    const std::int64_t most = (limit - 1 - between) / network_.packets;
    const PhasePlan plan =
        plan_phases(network_, phase_messages(network_, sequence_of(members)), PhaseEffort::kAny, most);
    known.exact = !plan.groups.empty();
    known.least =
        known.exact ? plan.periods() * network_.packets + between * static_cast<int>(plan.groups.size()) : limit;
    return known.least;
  }

  std::int64_t time_in_all() {
    return std::accumulate(sequences_.begin(), sequences_.end(), std::int64_t{0},
                           [&](std::int64_t sum, const Members& members) { return sum + time(members); });
  }

  /// Cyclic shifts of an offset's entries under the same signs load all dimensions alike, and go one way. They stay
  /// together where all of them are pairs; the others join as they save most.
  void rearrange() {
    std::vector<bool> placed(pairs_.size());
    sequences_.clear();
    for (std::size_t first = 0; first < pairs_.size(); ++first) {
      const Members members = placed[first] ? Members{} : shifts(first, placed);
      for (const std::size_t member : members) placed[member] = true;
      if (!members.empty()) sequences_.push_back(members);
    }
    const std::size_t whole = sequences_.size();
    for (std::size_t pair = pairs_.size(); pair-- > 0;) {
      if (!placed[pair]) join(pair, whole);
    }
  }

  /// Empty if not all of them are there.
  [[nodiscard]] Members shifts(std::size_t first, const std::vector<bool>& placed) const {
    const int dimensions = network_.shape.dimensions();
    const Coordinate base = pairs_[first].offsets.front();
    Members members;
    for (int shift = 0; shift < dimensions; ++shift) {
      Coordinate offset;
      for (int d = 0; d < dimensions; ++d) {
        offset.set(d, std::abs(base[(d + shift) % dimensions]) * (base[d] < 0 ? -1 : 1));
      }
      const std::size_t pair = pair_of(offset);
      if (pair == pairs_.size() || placed[pair] || pairs_[pair].offsets.size() != 2) return {};
      if (std::find(members.begin(), members.end(), pair) == members.end()) members.push_back(pair);
    }
    std::sort(members.begin(), members.end());
    return members;
  }

  [[nodiscard]] std::size_t pair_of(Coordinate offset) const {
    const auto found = std::find_if(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
      return std::find(pair.offsets.begin(), pair.offsets.end(), offset) != pair.offsets.end();
    });
    return static_cast<std::size_t>(found - pairs_.begin());
  }

  /// Adds a pair to the sequence, from number `from` on, with which it takes least.
  void join(std::size_t pair, std::size_t from) {
    std::size_t best = sequences_.size();
    std::int64_t least = time({pair});
    for (std::size_t i = from; i < sequences_.size(); ++i) {
      const Members joined = with(sequences_[i], pair);
      if (messages_of(joined) > network_.shape.directions()) continue;
      const std::int64_t alone = time(sequences_[i]);
      const std::int64_t more = time(joined, alone + least + 1) - alone;
      if (more > least || (more == least && best != sequences_.size())) continue;
      best = i;
      least = more;
    }
    if (best == sequences_.size()) sequences_.emplace_back();
    sequences_[best] = with(sequences_[best], pair);
  }

  /// Exchanges pairs of two sequences, and moves pairs from one to another, while that saves time.
  void improve() {
    for (bool better = true; better && times_.size() < most_;) {
      better = false;
      for (std::size_t i = 0; i < sequences_.size(); ++i) {
        for (std::size_t j = 0; j < sequences_.size(); ++j) {
          if (i == j || times_.size() > most_ || (!is_costly(i) && !is_costly(j))) continue;
          better = exchange(i, j) || move(i, j) || better;
        }
      }
    }
    const auto empty = [](const Members& members) { return members.empty(); };
    sequences_.erase(std::remove_if(sequences_.begin(), sequences_.end(), empty), sequences_.end());
  }

  /// It takes more than if all directions shared its links.
  bool is_costly(std::size_t i) {
    const auto loads = phase_loads(phase_messages(network_, sequence_of(sequences_[i])));
    const int links = std::accumulate(loads.begin(), loads.end(), 0);
    const std::int64_t slot = network_.least_slot();
    return time(sequences_[i]) > links * network_.packets * slot / network_.shape.directions() + 3 * slot;
  }
  [[nodiscard]] std::int64_t least_time(const Members& members) const {
    if (members.empty()) return 0;
    return load(members) * network_.packets * network_.least_slot();
  }

  bool exchange(std::size_t i, std::size_t j) {
    for (const std::size_t mine : sequences_[i]) {
      for (const std::size_t other : sequences_[j]) {
        if (i < j &&
            adopt(i, j, with(without(sequences_[i], mine), other), with(without(sequences_[j], other), mine))) {
          return true;
        }
      }
    }
    return false;
  }
  bool move(std::size_t i, std::size_t j) {
    for (const std::size_t mine : sequences_[i]) {
      if (adopt(i, j, without(sequences_[i], mine), with(sequences_[j], mine))) return true;
    }
    return false;
  }
  /// Takes these members for two sequences, if that saves time.
  bool adopt(std::size_t i, std::size_t j, const Members& first, const Members& second) {
    if (std::max(messages_of(first), messages_of(second)) > network_.shape.directions()) return false;
    const std::int64_t now = time(sequences_[i]) + time(sequences_[j]);
    const std::int64_t most = now - least_time(second);
    if (least_time(first) >= most || time(first, most) >= most) return false;
    if (time(second, now - time(first)) >= now - time(first)) return false;
    sequences_[i] = first;
    sequences_[j] = second;
    return true;
  }
  static Members without(Members members, std::size_t member) {
    members.erase(std::find(members.begin(), members.end(), member));
    return members;
  }
  static Members with(Members members, std::size_t member) {
    members.insert(std::upper_bound(members.begin(), members.end(), member), member);
    return members;
  }

  /// Sequences that are tried at most, so that large networks take tens of seconds and no more.
  static constexpr std::size_t kMostPlans = 100'000;
  static constexpr std::int64_t kRefused = std::int64_t{1} << 50;

  const PhaseNetwork& network_;
  std::vector<Pair> pairs_;
  std::vector<Members> sequences_;
  std::map<Members, Time> times_;
  std::size_t most_ = 0;  ///< size of `times_` at which `improve` ends
};

}  // namespace

std::vector<A2atSequence> phase_sequences(const PhaseNetwork& network) { return Regrouping(network).run(); }

}  // namespace tactus
