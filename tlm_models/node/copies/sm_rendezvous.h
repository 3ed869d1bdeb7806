#pragma once

#include <utility>

#include "tlm_models/node/copies/copy_protocol.h"

namespace tactus {

/// Open MPI's rendezvous in shared memory: request, ack; then the sender gathers chunk after chunk into intermediate
/// buffers, as many at once as there are, and the receiver scatters each and gives the buffer back.
class SmRendezvous : public CopyProtocol {
 public:
  SmRendezvous(CopyProtocolConfig config, Bytes line) : config_(std::move(config)), line_(line) {}
  [[nodiscard]] CopyPlan plan(const CopyMessage& message) const override;

 private:
  CopyProtocolConfig config_;
  Bytes line_;
};

}  // namespace tactus
