#pragma once

#include <utility>

#include "tlm_models/node/copies/copy_protocol.h"

namespace tactus {

/// Rendezvous of processes in one address space: request and ack carry the addresses of the datatypes' descriptions.
/// The receiver copies the first half straight to its place, the sender the second; each tells the other when it is
/// done. Halves have as many bytes, or as many pieces, as the configuration says.
class PvasRendezvous : public CopyProtocol {
 public:
  PvasRendezvous(CopyProtocolConfig config, Bytes line) : config_(std::move(config)), line_(line) {}
  [[nodiscard]] CopyPlan plan(const CopyMessage& message) const override;

 private:
  CopyProtocolConfig config_;
  Bytes line_;
};

}  // namespace tactus
