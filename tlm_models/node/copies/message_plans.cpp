#include "tlm_models/node/copies/message_plans.h"

#include <algorithm>
#include <utility>

namespace tactus {
namespace {

std::size_t index_of(int number) { return static_cast<std::size_t>(number); }

}  // namespace

MessagePlans::MessagePlans(const CopyProtocolConfig& config, const ManyCoreConfig& node, int processes)
    : protocol_(make_copy_protocol(config, node)), slots_(index_of(processes)), asides_(index_of(processes)) {}

MessagePlans::Begun MessagePlans::begin(const MessageEnds& ends, FlagBoard& flags) {
  const auto under_way = std::make_shared<MessageUnderWay>();
  under_way->number = ++begun_;
  under_way->sender = ends.sender;
  under_way->receiver = ends.receiver;
  under_way->slot = slots_[index_of(ends.sender)].take();
  Slots& asides = asides_[index_of(ends.receiver)];
  const std::size_t aside = asides.take();
  CopyMessage message = placed_message(ends, under_way->slot, aside);
  message.mapped = !mapped_.insert({ends.sender, ends.receiver, ends.shape->number}).second;
  message.first_slot = queue_slot_;
  CopyPlan plan = protocol_->plan(message);
  queue_slot_ = (queue_slot_ + plan.flags) % kQueueSlots;
  under_way->flags = plan.flags;
  under_way->first_flag = flags.take(plan.flags);
  for (CopySteps* part : {&plan.sender, &plan.receiver, &plan.unexpected, &plan.after_unexpected}) {
    for (CopyStep& step : *part) step.flag += under_way->first_flag;
  }
  if (plan.unexpected.empty()) {
    asides.free(aside);
  } else {
    under_way->aside = aside;
    under_way->after_unexpected = std::move(plan.after_unexpected);
  }
  return {std::move(plan), under_way};
}

void MessagePlans::end(MessageUnderWay& message, MessagePart part, FlagBoard& flags) {
  if (part == MessagePart::kUnexpected) message.set_aside = true;
  const bool receives = part == MessagePart::kReceive;
  if (receives && message.aside) asides_[index_of(message.receiver)].free(*message.aside);
  if (receives && message.set_aside) return;
  if (--message.users != 0) return;
  // What is left of an unexpected message waits for no flag.
  slots_[index_of(message.sender)].free(message.slot);
  flags.give_back(message.first_flag, message.flags);
}

std::size_t MessagePlans::Slots::take() {
  const auto free = std::find(used_.begin(), used_.end(), false);
  const auto slot = static_cast<std::size_t>(free - used_.begin());
  if (free == used_.end()) used_.push_back(false);
  used_[slot] = true;
  return slot;
}

}  // namespace tactus
