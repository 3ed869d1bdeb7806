#include "tlm_models/copies/pvas_rendezvous.h"

#include "tlm_models/copies/plan_builder.h"

namespace tactus {

CopyPlan PvasRendezvous::plan(const CopyMessage& message) const {
  using Side = PlanBuilder::Side;
  PlanBuilder plan(message, config_, line_);
  plan.rendezvous();
  const std::int64_t size = message.send.layout->size();
  const FlagId first_done = plan.new_flag();
  const FlagId second_done = plan.new_flag();
  for (const PlacedLayout* layout : {&message.send, &message.receive}) {
    plan.read_description(Side::kReceiver, *layout, size / 2);
    plan.read_description(Side::kSender, *layout, size);
  }
  plan.copy(Side::kReceiver, message.send, message.receive, 0, size / 2);
  plan.post(Side::kReceiver, first_done);
  plan.copy(Side::kSender, message.send, message.receive, size / 2, size);
  plan.post(Side::kSender, second_done);
  plan.wait(Side::kSender, first_done);
  plan.wait(Side::kReceiver, second_done);
  return plan.take();
}

}  // namespace tactus
