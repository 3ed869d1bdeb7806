#pragma once

#include <memory>
#include <vector>

#include "tlm_models/node/copies/copy_config.h"
#include "tlm_models/node/copies/copy_protocol.h"
#include "tlm_models/node/memory/many_core_config.h"

namespace tactus {

/// A protocol, as it could be chosen for a message.
struct CopyAdvice {
  CopyProtocolKind kind = CopyProtocolKind::kSmRendezvous;
  Bytes buffer_size;    ///< size of the buffers of SM rendezvous
  Picoseconds latency;  ///< that a message is taken to have
};

/// Says by which protocol and with buffers of which size a message is fastest, from the layouts of both sides and the
/// configuration of the node, without carrying it out. Reference: docs/reference/copies.md.
class ProtocolAdvisor {
 public:
  /// Among `config.candidates`; SM rendezvous with buffers of 4 to 64 KiB. The configurations are valid.
  ProtocolAdvisor(const CopyProtocolConfig& config, const ManyCoreConfig& node);
  ~ProtocolAdvisor();

  /// Estimates for all candidates by which `message` may go, in their order; one at least. SM eager takes what is not
  /// larger than the eager threshold.
  [[nodiscard]] std::vector<CopyAdvice> estimates(const CopyMessage& message) const;
  /// The fastest of these; of equals the first.
  [[nodiscard]] CopyAdvice advise(const CopyMessage& message) const;
  /// The steps of `message` by a protocol that was advised.
  [[nodiscard]] CopyPlan plan(const CopyMessage& message, const CopyAdvice& advice) const;

 private:
  struct Candidate;

  void add(CopyProtocolConfig config);

  ManyCoreConfig node_;
  std::vector<Candidate> candidates_;
};

}  // namespace tactus
