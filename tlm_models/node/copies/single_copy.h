#pragma once

#include "tlm_models/node/copies/sm_rendezvous.h"

namespace tactus {

/// The receiver alone copies, straight from the sender's buffer: by system call (CMA, KNEM) or from mapped memory
/// (XPMEM, SMARTMAP). Open MPI serves contiguous data only in this way; unless `direct_derived` says otherwise, other
/// data takes SM rendezvous.
class SingleCopy : public CopyProtocol {
 public:
  SingleCopy(const CopyProtocolConfig& config, Bytes line) : config_(config), line_(line), buffered_(config, line) {}
  [[nodiscard]] CopyPlan plan(const CopyMessage& message) const override;

 private:
  [[nodiscard]] std::uint64_t sender_instructions() const;
  [[nodiscard]] std::uint64_t receiver_instructions(const CopyMessage& message) const;

  CopyProtocolConfig config_;
  Bytes line_;
  SmRendezvous buffered_;
};

}  // namespace tactus
