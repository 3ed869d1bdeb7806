#include "testbench/system/butterfly_recursion.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hw/common/random.h"

namespace tactus::test {
namespace {

class LateProgram final : public RankProgram {
 public:
  LateProgram(std::unique_ptr<RankProgram> program, std::vector<std::uint64_t> delays)
      : program_(std::move(program)), delays_(std::move(delays)) {}

  std::optional<Op> next() override {
    std::optional<Op> op = program_->next();
    if (op && op->kind == OpKind::kCombine) op->cycles += Cycles{delays_.at(op->tag)};
    return op;
  }

 private:
  std::unique_ptr<RankProgram> program_;
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

std::vector<std::uint64_t> butterfly_ends(const Butterfly& butterfly, const RoundCosts& costs,
                                          const CombineDelays& delays) {
  const std::size_t nodes = delays.size();
  const std::vector<ButterflyRound>& rounds = butterfly.rounds();
  std::vector<std::uint64_t> time(nodes, costs.begin);
  for (std::size_t first = 0; first < rounds.size();) {
    std::size_t copies = 0;
    while (first + 1 + copies < rounds.size() && rounds[first + 1 + copies].redundant) ++copies;
    std::vector<std::uint64_t> sent(nodes);
    for (std::size_t p = 0; p < nodes; ++p) sent[p] = time[p] + (copies + 2) * costs.call;
    std::vector<std::uint64_t> ready(nodes);
    for (std::size_t p = 0; p < nodes; ++p) {
      const std::uint64_t distance = rounds[first].distance();
      const std::uint64_t came = sent[p ^ distance] + costs.message(static_cast<int>(p), distance);
      ready[p] = std::max(sent[p] + costs.call, came) + costs.combine + delays[p][first];
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t p = 0; p < nodes; ++p) {
        for (std::size_t i = 1; i <= copies; ++i) {
          const std::uint64_t distance = rounds[first + i].distance();
          const std::uint64_t came =
              ready[p ^ distance] + i * costs.call + costs.message(static_cast<int>(p), distance);
          const std::uint64_t earlier = std::max(sent[p] + costs.call, came);
          changed = changed || earlier < ready[p];
          ready[p] = std::min(ready[p], earlier);
        }
      }
    }
    for (std::size_t p = 0; p < nodes; ++p) time[p] = ready[p] + copies * costs.call;
    first += 1 + copies;
  }
  return time;
}

}  // namespace tactus::test
