#pragma once

#include "tlm_models/copies/copy_protocol.h"

namespace tactus {

/// Rendezvous of processes in one address space: request and ack carry the addresses of the datatypes' descriptions.
/// The receiver copies the first half straight to its place, the sender the second; each tells the other when it is
/// done.
class PvasRendezvous : public CopyProtocol {
 public:
  PvasRendezvous(const CopyProtocolConfig& config, Bytes line) : config_(config), line_(line) {}
  [[nodiscard]] CopyPlan plan(const CopyMessage& message) const override;

 private:
  CopyProtocolConfig config_;
  Bytes line_;
};

}  // namespace tactus
