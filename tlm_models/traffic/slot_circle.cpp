#include "tlm_models/traffic/slot_circle.h"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

namespace tactus {
namespace {

/// Goes from who waits for a slot to who is to send what fills one, until it comes to where it has been.
class CircleSearch {
 public:
  explicit CircleSearch(const std::vector<RankStatus>& ranks) {
    for (const RankStatus& rank : ranks) {
      if (rank.blocked && rank.blocked->kind == OpKind::kIrecv) waiting_[rank.rank] = &rank;
    }
  }

  std::string run(const std::vector<RankStatus>& ranks) {
    for (const RankStatus& rank : ranks) {
      if (waits(rank.rank) && visit(rank.rank)) return describe();
    }
    return {};
  }

 private:
  [[nodiscard]] bool waits(int rank) const { return waiting_.count(rank) != 0; }

  /// True once the way ends in a circle, whose first rank is `first_`.
  bool visit(int rank) {
    if (seen_[rank]) {
      first_ = rank;
      const auto on_way = [rank](const Step& step) { return step.rank == rank; };
      return std::any_of(way_.begin(), way_.end(), on_way);
    }
    seen_[rank] = true;
    for (const RankStatus::HeldSlot& slot : waiting_.at(rank)->held_slots) {
      if (!waits(slot.receive.peer)) continue;
      way_.push_back({rank, &slot});
      if (visit(slot.receive.peer)) return true;
      way_.pop_back();
    }
    return false;
  }

  [[nodiscard]] std::string describe() const {
    const auto begin = std::find_if(way_.begin(), way_.end(), [this](const Step& step) { return step.rank == first_; });
    const RankMap& map = *waiting_.begin()->second->map;
    std::string text = fmt::format("Circular wait of {} ranks for receive slots:\n", way_.end() - begin);
    for (auto step = begin; step != way_.end(); ++step) {
      text += fmt::format("  rank {} waits for a slot of NIC {}, where {} holds one for {} tag {}\n",
                          map.name(step->rank), waiting_.at(step->rank)->blocked->nic, map.name(step->slot->rank),
                          map.name(step->slot->receive.peer), step->slot->receive.tag);
    }
    return text;
  }

  struct Step {
    int rank = 0;
    const RankStatus::HeldSlot* slot = nullptr;
  };

  std::unordered_map<int, const RankStatus*> waiting_;  ///< for a slot, by rank
  std::unordered_map<int, bool> seen_;
  std::vector<Step> way_;
  int first_ = 0;
};

}  // namespace

std::string slot_circle(const std::vector<RankStatus>& ranks) { return CircleSearch(ranks).run(ranks); }

}  // namespace tactus
