#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "tlm_models/node/copies/copy_protocol.h"
#include "tlm_models/node/copies/protocol_advisor.h"

namespace tactus {

/// Sends each message by the protocol that is advised for it. Messages of the same two layouts that begin at the same
/// byte of a line are advised once.
class AdvisedProtocol final : public CopyProtocol {
 public:
  AdvisedProtocol(const CopyProtocolConfig& config, const ManyCoreConfig& node)
      : advisor_(config, node), line_(static_cast<std::int64_t>(node.line.count())) {}

  [[nodiscard]] CopyPlan plan(const CopyMessage& message) const override;

 private:
  using Kind = std::tuple<const Layout*, const Layout*, std::int64_t, std::int64_t>;

  ProtocolAdvisor advisor_;
  std::int64_t line_;
  mutable std::map<Kind, CopyAdvice> given_;  ///< does not change what a message is advised
};

}  // namespace tactus
