#include "tlm_models/node/copies/single_copy.h"

#include <algorithm>

#include "tlm_models/node/copies/layout_cursor.h"
#include "tlm_models/node/copies/plan_builder.h"

namespace tactus {
namespace {

/// Pieces that one process_vm_readv takes on either side (UIO_MAXIOV of Linux).
constexpr std::uint64_t kIoVectors = 1024;

std::uint64_t pieces(const Layout& layout) {
  std::uint64_t count = 0;
  for (LayoutCursor cursor(layout); cursor.piece().length > 0; cursor.advance(cursor.piece().length)) ++count;
  return count;
}

}  // namespace

CopyPlan SingleCopy::plan(const CopyMessage& message) const {
  using Side = PlanBuilder::Side;
  const bool contiguous = is_contiguous(*message.send.layout) && is_contiguous(*message.receive.layout);
  if (!contiguous && !config_.direct_derived) return buffered_.plan(message);
  PlanBuilder plan(message, config_, line_);
  plan.work(Side::kSender, sender_instructions());
  plan.request();
  plan.work(Side::kReceiver, receiver_instructions(message));
  const std::int64_t size = message.send.layout->size();
  plan.read_description(Side::kReceiver, message.send, size);
  plan.read_description(Side::kReceiver, message.receive, size);
  plan.copy(Side::kReceiver, message.send, message.receive, 0, size);
  const FlagId done = plan.new_flag();
  plan.post(Side::kReceiver, done);
  plan.wait(Side::kSender, done);
  return plan.take();
}

std::uint64_t SingleCopy::sender_instructions() const {
  return config_.kind == CopyProtocolKind::kKnem ? config_.costs.system_call : 0;
}

std::uint64_t SingleCopy::receiver_instructions(const CopyMessage& message) const {
  if (config_.kind == CopyProtocolKind::kKnem) return config_.costs.system_call;
  if (config_.kind == CopyProtocolKind::kCma) {
    const std::uint64_t most = std::max(pieces(*message.send.layout), pieces(*message.receive.layout));
    return config_.costs.system_call * ceil_div(most, kIoVectors);
  }
  if (config_.kind == CopyProtocolKind::kXpmem && !message.mapped) {
    const TypeBounds& bounds = message.send.layout->bounds();
    const auto bytes = static_cast<std::uint64_t>(bounds.true_upper - bounds.true_lower);
    return config_.costs.map + config_.costs.map_page * ceil_div(bytes, config_.page.count());
  }
  return 0;
}

}  // namespace tactus
