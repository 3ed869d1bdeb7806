#include "tlm_models/node/copies/sm_rendezvous.h"

#include <algorithm>
#include <vector>

#include "tlm_models/node/copies/plan_builder.h"

namespace tactus {

CopyPlan SmRendezvous::plan(const CopyMessage& message) const {
  using Side = PlanBuilder::Side;
  PlanBuilder plan(message, config_, line_);
  plan.rendezvous();
  const std::int64_t size = message.send.layout->size();
  plan.read_description(Side::kSender, message.send, size);
  plan.read_description(Side::kReceiver, message.receive, size);
  const auto chunk = static_cast<std::int64_t>(config_.buffer_size.count());
  const auto buffers = static_cast<std::size_t>(config_.buffers);
  std::vector<FlagId> free;
  for (std::int64_t from = 0; from < size; from += chunk) {
    const std::int64_t to = std::min(from + chunk, size);
    const std::size_t buffer = free.size() % buffers;
    if (free.size() >= buffers) plan.wait(Side::kSender, free[free.size() - buffers]);
    // The packed layout is placed so that its byte `from` is the buffer's first.
    const auto address = static_cast<std::int64_t>(message.shared + buffer * config_.buffer_size.count());
    const PlacedLayout packed{message.packed, address - from, 0};
    const FlagId full = plan.new_flag();
    plan.work(Side::kSender, config_.costs.buffer);
    plan.copy(Side::kSender, message.send, packed, from, to);
    plan.post(Side::kSender, full);
    plan.wait(Side::kReceiver, full);
    plan.copy(Side::kReceiver, packed, message.receive, from, to);
    free.push_back(plan.new_flag());
    plan.post(Side::kReceiver, free.back());
  }
  if (!free.empty()) plan.wait(Side::kSender, free.back());
  return plan.take();
}

}  // namespace tactus
