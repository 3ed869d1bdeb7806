#include "tlm_models/traffic/phase_schedule/phase_plan.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "tlm_models/traffic/phase_schedule/group_search.h"

namespace tactus {
namespace {

using Messages = std::vector<PhaseMessage>;
/// Numbers of items that run together, one bit each.
using Mask = unsigned;

/// Looks for the way to part messages into groups that takes the shortest time.
class GroupChoice {
 public:
  GroupChoice(const PhaseNetwork& network, const Messages& messages, PhaseEffort effort)
      : network_(network), effort_(effort), items_(items_of(messages)) {}

  std::vector<PhaseGroup> run() {
    part(0, {});
    std::stable_sort(ways_.begin(), ways_.end(), [](const Way& a, const Way& b) { return a.least < b.least; });
    for (const Way& way : ways_) {
      if (best_ && way.least >= time_) break;
      try_way(way);
    }
    std::vector<PhaseGroup> groups;
    if (!best_) return groups;
    for (const Mask mask : *best_) groups.push_back(*found_.at(mask));
    return groups;
  }

 private:
  struct Way {
    std::vector<Mask> groups;
    std::int64_t least = 0;  ///< cycles that it takes if all groups reach their load bounds
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

  /// Time without load of the last packet of a group: what its followers wait for besides its periods.
  [[nodiscard]] std::int64_t way_out(const Messages& messages) const {
    std::int64_t longest = 0;
    for (const PhaseMessage& message : messages) {
      std::int64_t way = 0;
      for (int d = 0; d < network_.shape.dimensions(); ++d) {
        way +=
            std::abs(message.offset[d]) * static_cast<std::int64_t>(network_.hop[static_cast<std::size_t>(d)].count());
      }
      longest = std::max(longest, way);
    }
    return longest + static_cast<std::int64_t>(network_.packet.count());
  }

  [[nodiscard]] std::int64_t time(std::int64_t period, Mask mask) const {
    return period * network_.packets + way_out(messages_of(mask));
  }

  /// All ways to part the items from `item` on, after those of `groups`.
  void part(std::size_t item, std::vector<Mask> groups) {
    if (item == items_.size()) {
      Way way{std::move(groups), 0};
      for (const Mask mask : way.groups) {
        const auto loads = phase_loads(messages_of(mask));
        const std::int64_t load = *std::max_element(loads.begin(), loads.end());
        way.least += time(load * static_cast<std::int64_t>(network_.packet.count()), mask);
      }
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

  void try_way(const Way& way) {
    std::int64_t sum = 0;
    for (const Mask mask : way.groups) {
      auto found = found_.find(mask);
      if (found == found_.end())
        found = found_.emplace(mask, find_phase_group(network_, messages_of(mask), effort_)).first;
      if (!found->second) return;
      sum += time(found->second->period(), mask);
    }
    if (best_ && sum >= time_) return;
    best_ = way.groups;
    time_ = sum;
  }

  const PhaseNetwork& network_;
  const PhaseEffort effort_;
  const std::vector<Messages> items_;
  std::vector<Way> ways_;
  std::map<Mask, std::optional<PhaseGroup>> found_;
  std::optional<std::vector<Mask>> best_;
  std::int64_t time_ = 0;
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

PhasePlan plan_phases(const PhaseNetwork& network, const std::vector<PhaseMessage>& messages, PhaseEffort effort) {
  PhasePlan plan;
  plan.refusal = fault_of(network, messages);
  if (!plan.refusal.empty()) return plan;
  const auto loads = phase_loads(messages);
  plan.load = *std::max_element(loads.begin(), loads.end());
  plan.groups = GroupChoice(network, messages, effort).run();
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
