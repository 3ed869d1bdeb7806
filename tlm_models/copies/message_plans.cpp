#include "tlm_models/copies/message_plans.h"

#include <algorithm>
#include <utility>

namespace tactus {

MessagePlans::MessagePlans(const CopyProtocolConfig& config, const ManyCoreConfig& node, int processes)
    : protocol_(make_copy_protocol(config, node)), slots_(static_cast<std::size_t>(processes)) {}

MessagePlans::Begun MessagePlans::begin(const MessageEnds& ends, FlagBoard& flags) {
  const std::size_t slot = slots_[static_cast<std::size_t>(ends.sender)].take();
  CopyMessage message = placed_message(ends, slot);
  message.mapped = !mapped_.insert({ends.sender, ends.receiver, ends.shape->number}).second;
  message.first_slot = queue_slot_;
  CopyPlan plan = protocol_->plan(message);
  queue_slot_ = (queue_slot_ + plan.flags) % kQueueSlots;
  const FlagId first = flags.take(plan.flags);
  for (CopySteps* side : {&plan.sender, &plan.receiver}) {
    for (CopyStep& step : *side) step.flag += first;
  }
  const Held held{ends.sender, slot, first, plan.flags};
  return {std::move(plan), held};
}

void MessagePlans::end(const Held& held, FlagBoard& flags) {
  slots_[static_cast<std::size_t>(held.sender)].free(held.slot);
  flags.give_back(held.first_flag, held.flags);
}

std::size_t MessagePlans::Slots::take() {
  const auto free = std::find(used_.begin(), used_.end(), false);
  const auto slot = static_cast<std::size_t>(free - used_.begin());
  if (free == used_.end()) used_.push_back(false);
  used_[slot] = true;
  return slot;
}

}  // namespace tactus
