#include "tlm_models/traffic/phase_schedule/group_search.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "tlm_models/traffic/phase_schedule/phase_wave.h"

namespace tactus {
namespace {

bool share_links(const PhaseMessage& a, const PhaseMessage& b) {
  for (int d = 0; d < kMaxDimensions; ++d) {
    if (a.offset[d] * b.offset[d] > 0) return true;
  }
  return false;
}

/// Messages in parts that share no link with each other; each part can have a wave of its own.
std::vector<std::vector<PhaseMessage>> parts_of(std::vector<PhaseMessage> messages) {
  std::vector<std::vector<PhaseMessage>> parts;
  while (!messages.empty()) {
    std::vector<PhaseMessage> part = {messages.front()};
    messages.erase(messages.begin());
    for (std::size_t i = 0; i < part.size(); ++i) {
      const PhaseMessage each = part[i];
      const auto apart = std::stable_partition(messages.begin(), messages.end(),
                                               [&](const PhaseMessage& other) { return !share_links(each, other); });
      part.insert(part.end(), apart, messages.end());
      messages.erase(apart, messages.end());
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

bool before(const PhaseEngine& a, const PhaseEngine& b) {
  return std::make_tuple(a.message.engine, a.message.parity) < std::make_tuple(b.message.engine, b.message.parity);
}

int load_of(const std::vector<PhaseMessage>& messages) {
  const auto loads = phase_loads(messages);
  return *std::max_element(loads.begin(), loads.end());
}

}  // namespace

GroupSearch::GroupSearch(const PhaseNetwork& network, const std::vector<PhaseMessage>& messages, PhaseEffort effort)
    : network_(network), effort_(effort), parts_(parts_of(messages)), load_(load_of(messages)), known_(parts_.size()) {}

/// Longer slots help where a wave just fails: one whose `steps`-th part of a slot per node of a ring is a little less
/// than a hop (study, "Which periods").
std::vector<GroupSearch::Period> GroupSearch::periods() const {
  const std::int64_t least = network_.least_slot();
  std::vector<std::int64_t> slots_of = {least};
  for (int d = 0; d < network_.shape.dimensions(); ++d) {
    const auto ring =
        static_cast<std::int64_t>(network_.hop[static_cast<std::size_t>(d)].count()) * network_.shape.size(d);
    for (std::int64_t steps = 1; ceiling_div(ring, steps) >= least; ++steps) {
      // Rounding of the wave takes a cycle more.
      for (std::int64_t more = 0; more < 2; ++more) slots_of.push_back(ceiling_div(ring, steps) + more);
    }
  }
  std::vector<Period> periods;
  for (const std::int64_t slot : slots_of) {
    for (int spare = 0; spare <= kMostSpareSlots; ++spare) {
      if ((load_ + spare) * slot <= (load_ + kMostSpareSlots) * least) periods.push_back({load_ + spare, slot});
    }
  }
  const auto key = [](const Period& p) { return std::make_tuple(p.cycles(), p.slots, p.slot); };
  std::sort(periods.begin(), periods.end(), [&](const Period& a, const Period& b) { return key(a) < key(b); });
  return periods;
}

const PhaseGroup* GroupSearch::find(std::int64_t most) {
  if (periods_.empty()) periods_ = periods();
  while (!found_ && next_ < periods_.size() && periods_[next_].cycles() <= most) try_period(periods_[next_++]);
  return found_ && found_->period() <= most ? &*found_ : nullptr;
}

void GroupSearch::try_period(const Period& period) {
  PhaseGroup group;
  group.load = load_;
  group.slots = period.slots;
  group.slot = period.slot;
  group.lateness = period.slot - 1;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    WaveSearch search(network_, parts_[part], period.slots, period.slot, known_[part]);
    const auto engines = search.run(effort_);
    if (!engines) return;
    group.early = std::max(group.early, search.early());
    group.lateness = std::min(group.lateness, search.lateness());
    group.engines.insert(group.engines.end(), engines->begin(), engines->end());
  }
  std::sort(group.engines.begin(), group.engines.end(), before);
  group.set_phases(network_);
  found_ = std::move(group);
}

}  // namespace tactus
