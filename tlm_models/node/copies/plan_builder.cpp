#include "tlm_models/node/copies/plan_builder.h"

namespace tactus {

CopySteps& PlanBuilder::steps(Side side) {
  switch (side) {
    case Side::kSender:
      return plan_.sender;
    case Side::kUnexpected:
      return plan_.unexpected;
    case Side::kAfterUnexpected:
      return plan_.after_unexpected;
    case Side::kReceiver:
      break;
  }
  return plan_.receiver;
}

void PlanBuilder::work(Side side, std::uint64_t instructions) {
  CopyStep step;
  step.instructions = instructions;
  steps(side).push_back(step);
}

void PlanBuilder::read_description(Side side, const PlacedLayout& layout, std::int64_t to) {
  const std::int64_t size = layout.layout->size();
  if (size == 0) return;
  const std::uint64_t all = layout.layout->items() * config_.description_item.count();
  CopyStep step;
  step.kind = CopyStep::Kind::kRead;
  step.address = layout.description;
  step.bytes = ceil_div(all * static_cast<std::uint64_t>(to), static_cast<std::uint64_t>(size));
  steps(side).push_back(step);
}

std::uint64_t PlanBuilder::slot(Side owner, FlagId flag) const {
  const std::uint64_t queue = owner == Side::kSender ? message_.sender_queue : message_.receiver_queue;
  return queue + ((message_.first_slot + flag) % kQueueSlots) * line_.count();
}

void PlanBuilder::post(Side side, FlagId flag) {
  CopyStep step;
  step.kind = CopyStep::Kind::kPost;
  step.instructions = config_.costs.post;
  step.flag = flag;
  step.address = slot(side == Side::kSender ? Side::kReceiver : Side::kSender, flag);
  steps(side).push_back(step);
}

void PlanBuilder::wait(Side side, FlagId flag) {
  CopyStep step;
  step.kind = CopyStep::Kind::kWait;
  step.instructions = config_.costs.poll;
  step.flag = flag;
  step.address = slot(side, flag);
  steps(side).push_back(step);
}

void PlanBuilder::copy(Side side, const PlacedLayout& source, const PlacedLayout& destination, std::int64_t from,
                       std::int64_t to) {
  CopyStep step;
  step.kind = CopyStep::Kind::kCopy;
  step.source = source;
  step.destination = destination;
  step.from = from;
  step.to = to;
  steps(side).push_back(step);
}

FlagId PlanBuilder::request() {
  const FlagId flag = new_flag();
  work(Side::kSender, config_.costs.match);
  post(Side::kSender, flag);
  wait(Side::kReceiver, flag);
  work(Side::kReceiver, config_.costs.match);
  return flag;
}

void PlanBuilder::rendezvous() {
  request();
  const FlagId ack = new_flag();
  post(Side::kReceiver, ack);
  wait(Side::kSender, ack);
}

}  // namespace tactus
