#include "tlm_models/traffic/phase_schedule/group_search.h"

#include <algorithm>
#include <tuple>

#include "tlm_models/traffic/phase_schedule/phase_wave.h"
#include "tlm_models/traffic/phase_schedule/wave_search.h"

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

struct Period {
  int slots = 0;
  std::int64_t slot = 0;
};

/// Periods worth a try, shortest first. Longer slots help where a wave just fails: one whose `steps`-th part of a slot
/// per node of a ring is a little less than a hop (study, "Which periods").
std::vector<Period> periods(const PhaseNetwork& network, int load) {
  const auto packet = static_cast<std::int64_t>(network.packet.count());
  std::vector<std::int64_t> slots_of = {packet};
  for (int d = 0; d < network.shape.dimensions(); ++d) {
    const auto ring =
        static_cast<std::int64_t>(network.hop[static_cast<std::size_t>(d)].count()) * network.shape.size(d);
    for (std::int64_t steps = 1; ceiling_div(ring, steps) >= packet; ++steps) {
      // Rounding of the wave takes a cycle more.
      for (std::int64_t more = 0; more < 2; ++more) slots_of.push_back(ceiling_div(ring, steps) + more);
    }
  }
  std::vector<Period> periods;
  for (const std::int64_t slot : slots_of) {
    for (int spare = 0; spare <= kMostSpareSlots; ++spare) {
      if ((load + spare) * slot <= (load + kMostSpareSlots) * packet) periods.push_back({load + spare, slot});
    }
  }
  const auto key = [](const Period& p) { return std::make_tuple(p.slots * p.slot, p.slots, p.slot); };
  std::sort(periods.begin(), periods.end(), [&](const Period& a, const Period& b) { return key(a) < key(b); });
  return periods;
}

bool before(const PhaseEngine& a, const PhaseEngine& b) {
  return std::make_tuple(a.message.engine, a.message.parity) < std::make_tuple(b.message.engine, b.message.parity);
}

}  // namespace

std::optional<PhaseGroup> find_phase_group(const PhaseNetwork& network, const std::vector<PhaseMessage>& messages,
                                           PhaseEffort effort) {
  const auto loads = phase_loads(messages);
  const int load = *std::max_element(loads.begin(), loads.end());
  const auto parts = parts_of(messages);
  std::vector<KnownStaggers> known(parts.size());
  for (const Period& period : periods(network, load)) {
    PhaseGroup group;
    group.load = load;
    group.slots = period.slots;
    group.slot = period.slot;
    group.lateness = period.slot - 1;
    const bool all = std::all_of(parts.begin(), parts.end(), [&](const std::vector<PhaseMessage>& part) {
      const auto number = static_cast<std::size_t>(&part - parts.data());
      WaveSearch search(network, part, period.slots, period.slot, known[number]);
      const auto engines = search.run(effort);
      if (!engines) return false;
      group.early = std::max(group.early, search.early());
      group.lateness = std::min(group.lateness, search.lateness());
      group.engines.insert(group.engines.end(), engines->begin(), engines->end());
      return true;
    });
    if (!all) continue;
    std::sort(group.engines.begin(), group.engines.end(), before);
    group.set_phases(network);
    return group;
  }
  return std::nullopt;
}

}  // namespace tactus
