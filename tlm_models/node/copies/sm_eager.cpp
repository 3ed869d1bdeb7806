#include "tlm_models/node/copies/sm_eager.h"

#include "tlm_models/node/copies/plan_builder.h"

namespace tactus {

CopyPlan SmEager::plan(const CopyMessage& message) const {
  using Side = PlanBuilder::Side;
  PlanBuilder plan(message, config_, line_);
  const std::int64_t size = message.send.layout->size();
  const PlacedLayout packed{message.packed, static_cast<std::int64_t>(message.shared), 0};
  plan.work(Side::kSender, config_.costs.buffer);
  plan.read_description(Side::kSender, message.send, size);
  plan.copy(Side::kSender, message.send, packed, 0, size);
  const FlagId sent = plan.request();
  plan.read_description(Side::kReceiver, message.receive, size);
  plan.copy(Side::kReceiver, packed, message.receive, 0, size);
  // Without a receive the message leaves the sender's buffer all the same.
  const PlacedLayout aside{message.packed, static_cast<std::int64_t>(message.aside), 0};
  plan.wait(Side::kUnexpected, sent);
  plan.work(Side::kUnexpected, config_.costs.match + config_.costs.buffer);
  plan.copy(Side::kUnexpected, packed, aside, 0, size);
  plan.work(Side::kAfterUnexpected, config_.costs.match);
  plan.read_description(Side::kAfterUnexpected, message.receive, size);
  plan.copy(Side::kAfterUnexpected, aside, message.receive, 0, size);
  return plan.take();
}

}  // namespace tactus
