#include "tlm_models/node/copies/protocol_choice.h"

#include <utility>

#include "tlm_models/node/copies/layout_cursor.h"

namespace tactus {

ProtocolChoice::ProtocolChoice(std::unique_ptr<CopyProtocol> derived, std::unique_ptr<CopyProtocol> contiguous,
                               std::unique_ptr<CopyProtocol> eager, Bytes eager_threshold)
    : derived_(std::move(derived)),
      contiguous_(std::move(contiguous)),
      eager_(std::move(eager)),
      eager_threshold_(static_cast<std::int64_t>(eager_threshold.count())) {}

CopyPlan ProtocolChoice::plan(const CopyMessage& message) const {
  if (message.send.layout->size() <= eager_threshold_) return eager_->plan(message);
  const bool contiguous = is_contiguous(*message.send.layout) && is_contiguous(*message.receive.layout);
  return (contiguous ? contiguous_ : derived_)->plan(message);
}

}  // namespace tactus
