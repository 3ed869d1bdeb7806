#include "tlm_models/copies/message_plans.h"

#include <algorithm>

#include "tlm_models/copies/node_addresses.h"

namespace tactus {
namespace {

CopyMessage placed_message(const MessageEnds& ends, std::size_t slot) {
  using namespace node_addresses;
  const MessageShape& shape = *ends.shape;
  const std::uint64_t kind = kNextDescription * static_cast<std::uint64_t>(shape.number);
  CopyMessage message;
  message.send = placed_in_array(shape.send, ends.sender, ends.send_offset, kSendDescription + kind);
  message.receive = placed_in_array(shape.receive, ends.receiver, ends.receive_offset, kReceiveDescription + kind);
  message.packed = &shape.packed;
  message.shared = area_of(ends.sender) + kShared + kNextShared * slot;
  message.sender_queue = area_of(ends.sender) + kQueue;
  message.receiver_queue = area_of(ends.receiver) + kQueue;
  return message;
}

}  // namespace

PlacedLayout placed_in_array(const Layout& layout, int process, std::int64_t offset, std::uint64_t description) {
  return {&layout, static_cast<std::int64_t>(array_of(process)) + offset,
          node_addresses::area_of(process) + description};
}

MessagePlans::MessagePlans(const CopyProtocolConfig& config, Bytes line, int processes)
    : protocol_(make_copy_protocol(config, line)), slots_(static_cast<std::size_t>(processes)) {}

MessagePlans::Begun MessagePlans::begin(const MessageEnds& ends, FlagBoard& flags) {
  const std::size_t slot = slots_[static_cast<std::size_t>(ends.sender)].take();
  CopyMessage message = placed_message(ends, slot);
  message.first_flag = flags.add(0);
  message.mapped = !mapped_.insert({ends.sender, ends.receiver, ends.shape->number}).second;
  CopyPlan plan = protocol_->plan(message);
  flags.add(plan.flags);
  return {std::move(plan), slot};
}

std::size_t MessagePlans::Slots::take() {
  const auto free = std::find(used_.begin(), used_.end(), false);
  const auto slot = static_cast<std::size_t>(free - used_.begin());
  if (free == used_.end()) used_.push_back(false);
  used_[slot] = true;
  return slot;
}

}  // namespace tactus
