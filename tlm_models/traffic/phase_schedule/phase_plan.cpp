#include "tlm_models/traffic/phase_schedule/phase_plan.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "tlm_models/traffic/phase_schedule/group_search.h"

namespace tactus {
namespace {

using Messages = std::vector<PhaseMessage>;
/// Numbers of items that run together, one bit each.
using Mask = unsigned;

constexpr std::int64_t kNoLimit = PhasePlan::kNoLimit;

/// Looks for the way to part messages into groups that takes the shortest time.
class GroupChoice {
 public:
  GroupChoice(const PhaseNetwork& network, const Messages& messages, PhaseEffort effort)
      : network_(network), effort_(effort), items_(items_of(messages)) {}

  /// None if the sum of their periods is above `most` cycles.
  std::vector<PhaseGroup> run(std::int64_t most) {
    part(0, {});
    std::stable_sort(ways_.begin(), ways_.end(), [](const Way& a, const Way& b) { return a.least < b.least; });
    if (most < kNoLimit) time_ = most * network_.packets + most_way_out() + 1;
    for (const Way& way : ways_) {
      if (way.least >= time_) break;
      try_way(way);
    }
    std::vector<PhaseGroup> groups;
    std::int64_t sum = 0;
    for (const Mask mask : best_) {
      groups.push_back(*part_of(mask).search.find(kNoLimit));
      sum += groups.back().period();
    }
    return sum > most ? std::vector<PhaseGroup>{} : groups;
  }

 private:
  struct Way {
    std::vector<Mask> groups;
    std::int64_t least = 0;  ///< cycles that it takes if all groups reach their load bounds
  };
  /// Messages that may become a group.
  struct Part {
    Part(const PhaseNetwork& network, const Messages& messages, PhaseEffort effort)
        : search(network, messages, effort),
          way_out(way_out_of(network, messages)),
          least(search.load() * network.least_slot() * network.packets + way_out) {}
    GroupSearch search;
    std::int64_t way_out;  ///< cycles that the last packet takes without load: what the next group waits for
    std::int64_t least;    ///< cycles of the group if its period is its load bound
  };

  /// A message and its opposite load different links, so they stay together.
  static std::vector<Messages> items_of(const Messages& messages) {
    std::vector<Messages> items;
    for (const PhaseMessage& message : messages) {
      const auto opposite = std::find_if(items.begin(), items.end(), [&](const Messages& item) {
        return item.size() == 1 && item.front().offset == -message.offset;
      });
      if (opposite == items.end()) {
        items.push_back({message});
      } else {
        opposite->push_back(message);
      }
    }
    return items;
  }

  [[nodiscard]] Messages messages_of(Mask mask) const {
    Messages messages;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if ((mask >> i & 1U) != 0) messages.insert(messages.end(), items_[i].begin(), items_[i].end());
    }
    return messages;
  }
  Part& part_of(Mask mask) {
    const auto found = parts_.find(mask);
    if (found != parts_.end()) return found->second;
    return parts_.try_emplace(mask, network_, messages_of(mask), effort_).first->second;
  }

  static std::int64_t way_out_of(const PhaseNetwork& network, const Messages& messages) {
    std::int64_t longest = 0;
    for (const PhaseMessage& message : messages) {
      std::int64_t way = 0;
      for (int d = 0; d < network.shape.dimensions(); ++d) {
        way +=
            std::abs(message.offset[d]) * static_cast<std::int64_t>(network.hop[static_cast<std::size_t>(d)].count());
      }
      longest = std::max(longest, way);
    }
    return longest + static_cast<std::int64_t>(network.packet.count());
  }
  /// A way of groups takes at most this besides its periods.
  [[nodiscard]] std::int64_t most_way_out() const {
    std::int64_t sum = 0;
    for (const Messages& item : items_) sum += way_out_of(network_, item);
    return sum;
  }

  /// All ways to part the items from `item` on, after those of `groups`.
  void part(std::size_t item, std::vector<Mask> groups) {
    if (item == items_.size()) {
      Way way{std::move(groups), 0};
      for (const Mask mask : way.groups) way.least += part_of(mask).least;
      ways_.push_back(std::move(way));
      return;
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
      std::vector<Mask> with = groups;
      with[i] |= 1U << item;
      part(item + 1, std::move(with));
    }
    groups.push_back(1U << item);
    part(item + 1, std::move(groups));
  }

  /// Adopts a way that takes less time than the best one so far. Each group may take what the others leave.
  void try_way(const Way& way) {
    std::int64_t sum = way.least;
    for (const Mask mask : way.groups) {
      Part& part = part_of(mask);
      const std::int64_t others = sum - part.least;
      const std::int64_t most = time_ == kNoLimit ? kNoLimit : (time_ - 1 - others - part.way_out) / network_.packets;
      const PhaseGroup* const group = part.search.find(most);
      if (group == nullptr) return;
      sum = others + group->period() * network_.packets + part.way_out;
    }
    best_ = way.groups;
    time_ = sum;
  }

  const PhaseNetwork& network_;
  const PhaseEffort effort_;
  const std::vector<Messages> items_;
  std::vector<Way> ways_;
  std::map<Mask, Part> parts_;
  std::vector<Mask> best_;
  std::int64_t time_ = kNoLimit;  ///< cycles of the best way; one that takes as long or longer is none
};

/// Empty, or why these messages have no schedule.
std::string fault_of(const PhaseNetwork& network, const Messages& messages) {
  if (const std::string fault = network.fault(); !fault.empty()) return fault;
  if (messages.empty()) return "no messages";
  if (messages.size() > static_cast<std::size_t>(kMaxNics)) return "more messages at a time than NICs";
  for (const PhaseMessage& message : messages) {
    bool goes = false;
    for (int d = 0; d < kMaxDimensions; ++d) {
      goes = goes || message.offset[d] != 0;
      const int reach = d < network.shape.dimensions() ? network.shape.size(d) / 2 : 0;
      if (std::abs(message.offset[d]) > reach) {
        return "the offset " + network.shape.text(message.offset) + " is not the shortest way to its node";
      }
    }
    if (!goes) return "a message to its own node crosses no link";
  }
  return "";
}

}  // namespace

std::int64_t PhasePlan::periods() const {
  std::int64_t sum = 0;
  for (const PhaseGroup& group : groups) sum += group.period();
  return sum;
}

std::int64_t PhasePlan::cost(const PhaseNetwork& network) const {
  return periods() - load * static_cast<std::int64_t>(network.packet.count());
}

std::int64_t PhasePlan::lateness() const {
  const auto least = std::min_element(groups.begin(), groups.end(),
                                      [](const PhaseGroup& a, const PhaseGroup& b) { return a.lateness < b.lateness; });
  return least == groups.end() ? 0 : least->lateness;
}

PhasePlan plan_phases(const PhaseNetwork& network, const std::vector<PhaseMessage>& messages, PhaseEffort effort,
                      std::int64_t most) {
  PhasePlan plan;
  plan.refusal = fault_of(network, messages);
  if (!plan.refusal.empty()) return plan;
  const auto loads = phase_loads(messages);
  plan.load = *std::max_element(loads.begin(), loads.end());
  plan.groups = GroupChoice(network, messages, effort).run(most);
  if (plan.groups.empty()) {
    plan.refusal = "no wave keeps packets in order with a lateness of " + std::to_string(network.lateness.count()) +
                   " cycles, packets of " + std::to_string(network.packet.count()) + " cycles and these hops";
  }
  return plan;
}

std::vector<PhaseMessage> phase_messages(const PhaseNetwork& network, const A2atSequence& sequence) {
  Messages messages;
  for (int engine = 0; engine < sequence.messages; ++engine) {
    PhaseMessage message{engine, sequence.offsets[static_cast<std::size_t>(engine)]};
    if (network.ties == PhaseTies::kPositive) {
      for (int d = 0; d < network.shape.dimensions(); ++d) {
        if (2 * std::abs(message.offset[d]) == network.shape.size(d))
          message.offset.set(d, std::abs(message.offset[d]));
      }
    } else if (engine == sequence.alternating) {
      message.parity = 1;
      message.offset = -message.offset;
      messages.push_back(message);
      message.parity = 0;
      message.offset = -message.offset;
    }
    messages.push_back(message);
  }
  return messages;
}

std::vector<PhasePlan> plan_a2at_phases(const PhaseNetwork& network) {
  std::vector<PhasePlan> plans;
  for (const A2atSequence& sequence : a2at_plan(network.shape)) {
    plans.push_back(plan_phases(network, phase_messages(network, sequence)));
  }
  return plans;
}

}  // namespace tactus
