#pragma once

#include <vector>

#include "testbench/app/results/link_model.h"
#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// The links of a flow network that statistics are about: those between switches and nodes, without the NICs' own. Load
/// is bytes on the wire.
class FlowLinks final : public LinkModel {
 public:
  /// The first `count` links of `topology`, which must outlive this. `max_payload` is that of a packet.
  FlowLinks(const FlowTopology& topology, LinkId count, Clock clock, Bytes max_payload);

  [[nodiscard]] LinkId count() const { return count_; }

  [[nodiscard]] int hops(int source, int destination, int nic) const override;
  [[nodiscard]] bool has_packets() const override { return false; }
  [[nodiscard]] double load(int source, int destination, int nic, Bytes payload) const override;
  [[nodiscard]] double share(double load, Cycles time) const override;

 private:
  const FlowTopology& topology_;
  LinkId count_;
  Clock clock_;
  Bytes max_payload_;
  double capacity_ = 0;                ///< bytes per picosecond of all of them together
  mutable std::vector<LinkRun> runs_;  ///< room to work in
};

}  // namespace tactus
