#pragma once

#include <memory>

#include "tlm_models/node/copies/copy_config.h"
#include "tlm_models/node/copies/copy_plan.h"
#include "tlm_models/node/memory/many_core_config.h"

namespace tactus {

/// How messages go from process to process, as what each side does; it knows neither time nor caches.
class CopyProtocol {
 public:
  virtual ~CopyProtocol() = default;
  /// Copies every byte of the message once.
  [[nodiscard]] virtual CopyPlan plan(const CopyMessage& message) const = 0;
};

/// Makes the protocol for messages on `node`. The configurations are valid.
std::unique_ptr<CopyProtocol> make_copy_protocol(const CopyProtocolConfig& config, const ManyCoreConfig& node);

}  // namespace tactus
