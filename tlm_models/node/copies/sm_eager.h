#pragma once

#include <utility>

#include "tlm_models/node/copies/copy_protocol.h"

namespace tactus {

/// Open MPI's eager message in shared memory: the sender gathers all of it into one intermediate buffer, posts it and
/// is done; the receiver scatters it. A receiver that finds it before it has posted the receive copies it aside, and
/// scatters it from there. Whoever gives the buffer sees that the last message in it has been copied.
class SmEager : public CopyProtocol {
 public:
  SmEager(CopyProtocolConfig config, Bytes line) : config_(std::move(config)), line_(line) {}
  [[nodiscard]] CopyPlan plan(const CopyMessage& message) const override;

 private:
  CopyProtocolConfig config_;
  Bytes line_;
};

}  // namespace tactus
