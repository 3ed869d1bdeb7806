#pragma once

#include <memory>

#include "tlm_models/node/copies/copy_protocol.h"

namespace tactus {

/// Sends each message by one of three protocols: short ones eagerly, others by whether both sides are contiguous.
class ProtocolChoice final : public CopyProtocol {
 public:
  ProtocolChoice(std::unique_ptr<CopyProtocol> derived, std::unique_ptr<CopyProtocol> contiguous,
                 std::unique_ptr<CopyProtocol> eager, Bytes eager_threshold);

  [[nodiscard]] CopyPlan plan(const CopyMessage& message) const override;

 private:
  std::unique_ptr<CopyProtocol> derived_;
  std::unique_ptr<CopyProtocol> contiguous_;
  std::unique_ptr<CopyProtocol> eager_;
  std::int64_t eager_threshold_;
};

}  // namespace tactus
