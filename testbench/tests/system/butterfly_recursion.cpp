#include "testbench/tests/system/butterfly_recursion.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hw/common/random.h"

namespace tactus::test {
namespace {

class LateProgram final : public WrappedProgram {
 public:
  LateProgram(std::unique_ptr<RankProgram> program, std::vector<std::uint64_t> delays)
      : WrappedProgram(std::move(program)), delays_(std::move(delays)) {}

  std::optional<Op> next_step(int processor) override {
    std::optional<Op> op = WrappedProgram::next_step(processor);
    if (op && op->kind == OpKind::kCombine) op->cycles += Cycles{delays_.at(op->tag)};
    return op;
  }

 private:
  std::vector<std::uint64_t> delays_;
};

}  // namespace

CombineDelays no_delays(int ranks) {
  constexpr std::size_t kMostRounds = 200;
  return CombineDelays(static_cast<std::size_t>(ranks), std::vector<std::uint64_t>(kMostRounds, 0));
}

CombineDelays some_late(int ranks, std::uint64_t seed) {
  CombineDelays delays = no_delays(ranks);
  const RandomStream draws(seed, 0);
  std::uint64_t index = 0;
  for (auto& of_node : delays) {
    for (std::uint64_t& delay : of_node) {
      if (draws.below(index++, 3) == 0) delay = draws.below(index++, 4000);
    }
  }
  return delays;
}

std::unique_ptr<RankProgram> combining_late(std::unique_ptr<RankProgram> program, std::vector<std::uint64_t> delays) {
  return std::make_unique<LateProgram>(std::move(program), std::move(delays));
}

namespace {

constexpr std::uint64_t kNever = UINT64_MAX;
constexpr int kNoResult = -1;

/// A message on its way.
struct Mail {
  std::uint64_t time = 0;  ///< of its arrival
  std::size_t to = 0;
  std::size_t round = 0;
  int result = kNoResult;  ///< the round whose result it is
};

/// What a rank does next in its round.
enum class Stage { kPost, kSend, kCall, kWait, kCombine };

struct Rank {
  std::size_t round = 0;
  Stage stage = Stage::kPost;
  std::uint64_t due = 0;                 ///< when it does that; kNever while it waits
  int result = kNoResult;                ///< latest round whose result it has from others
  std::vector<bool> posted;              ///< by round
  std::vector<std::optional<int>> came;  ///< by round: what was in its message

  [[nodiscard]] bool superseded() const { return result > static_cast<int>(round); }
};

/// All ranks, cycle by cycle.
class ButterflyInTime {
 public:
  ButterflyInTime(const Butterfly& butterfly, const RoundCosts& costs, const CombineDelays& delays)
      : rounds_(butterfly.rounds()), costs_(costs), delays_(delays), ranks_(delays.size()), ends_(delays.size()) {
    for (Rank& rank : ranks_) {
      rank.due = costs.begin;
      rank.came.resize(rounds_.size());
      for (const ButterflyRound& round : rounds_) {
        rank.posted.push_back(round.redundant);
        if (round.redundant) rank.due += costs.call;
      }
      rank.due += costs.call;  // of the first round
    }
  }

  std::vector<std::uint64_t> ends() {
    for (;;) {
      std::uint64_t now = kNever;
      for (const Rank& rank : ranks_) now = std::min(now, rank.due);
      for (const Mail& mail : mail_) now = std::min(now, mail.time);
      if (now == kNever) return ends_;
      deliver(now);
      for (std::size_t p = 0; p < ranks_.size(); ++p) {
        while (ranks_[p].due <= now) act(p, now);
      }
    }
  }

 private:
  void deliver(std::uint64_t now) {
    const auto due = std::partition(mail_.begin(), mail_.end(), [&](const Mail& mail) { return mail.time > now; });
    for (auto mail = due; mail != mail_.end(); ++mail) {
      ranks_[mail->to].came[mail->round] = mail->result;
      look_at(mail->to, mail->round, now);
    }
    mail_.erase(due, mail_.end());
  }

  /// A message is seen once it has come and its receive is posted.
  void look_at(std::size_t p, std::size_t round, std::uint64_t now) {
    Rank& rank = ranks_[p];
    if (!rank.posted[round] || !rank.came[round]) return;
    rank.result = std::max(rank.result, *rank.came[round]);
    const bool waits_for_it = rank.stage == Stage::kWait && (round == rank.round || rank.superseded());
    if (waits_for_it || (rank.stage == Stage::kCombine && rank.superseded())) rank.due = std::min(rank.due, now);
  }

  void act(std::size_t p, std::uint64_t now) {
    Rank& rank = ranks_[p];
    switch (rank.stage) {
      case Stage::kPost:
        rank.posted[rank.round] = true;
        look_at(p, rank.round, now);
        return go_on(rank, Stage::kSend, now + costs_.call);
      case Stage::kSend:
        send(p, now);
        if (rounds_[rank.round].redundant) return next_round(p, now);
        return go_on(rank, Stage::kCall, now + costs_.call);
      case Stage::kCall:
        return go_on(rank, Stage::kWait, rank.superseded() || rank.came[rank.round] ? now : kNever);
      case Stage::kWait:
        return go_on(rank, Stage::kCombine, rank.superseded() ? now : now + costs_.combine + delays_[p][rank.round]);
      case Stage::kCombine:
        return next_round(p, now);
    }
  }
  static void go_on(Rank& rank, Stage stage, std::uint64_t due) {
    rank.stage = stage;
    rank.due = due;
  }

  void send(std::size_t p, std::uint64_t now) {
    const ButterflyRound& round = rounds_[ranks_[p].round];
    const int own = round.redundant ? static_cast<int>(ranks_[p].round) : kNoResult;
    const std::size_t partner = p ^ round.distance();
    mail_.push_back({now + costs_.message(static_cast<int>(partner), round.distance()), partner, ranks_[p].round,
                     ranks_[p].superseded() ? ranks_[p].result : own});
  }

  void next_round(std::size_t p, std::uint64_t now) {
    Rank& rank = ranks_[p];
    if (++rank.round == rounds_.size()) {
      ends_[p] = now;
      rank.due = kNever;
      return;
    }
    go_on(rank, rounds_[rank.round].redundant ? Stage::kSend : Stage::kPost, now + costs_.call);
  }

  const std::vector<ButterflyRound>& rounds_;
  const RoundCosts& costs_;
  const CombineDelays& delays_;
  std::vector<Rank> ranks_;
  std::vector<Mail> mail_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace

std::vector<std::uint64_t> butterfly_ends(const Butterfly& butterfly, const RoundCosts& costs,
                                          const CombineDelays& delays) {
  return ButterflyInTime(butterfly, costs, delays).ends();
}

}  // namespace tactus::test
