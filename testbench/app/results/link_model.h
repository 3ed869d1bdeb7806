#pragma once

#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/units.h"
#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// The links of a network as the statistics of sequences see them.
class LinkModel {
 public:
  virtual ~LinkModel() = default;

  /// Between two different nodes, by DMA engine `nic` of both: what a result calls hops.
  [[nodiscard]] virtual int hops(int source, int destination, int nic) const = 0;
  /// Whether packets tell which links they load, and when; otherwise a message loads all of its links as it is sent.
  [[nodiscard]] virtual bool has_packets() const = 0;
  /// Without packets: by how much a message with that payload loads all links together.
  [[nodiscard]] virtual double load(int source, int destination, int nic, Bytes payload) const = 0;
  /// Share 0..1 that `load` is of what all links can move in `time` > 0.
  [[nodiscard]] virtual double share(double load, Cycles time) const = 0;
};

/// Links of the machine's network. Load is flits, and packets tell it.
class TorusLinks final : public LinkModel {
 public:
  explicit TorusLinks(const MachineConfig& machine) : torus_(machine.network) {}

  [[nodiscard]] int hops(int source, int destination, int) const override {
    return torus_.hops(torus_.coordinate(source), torus_.coordinate(destination));
  }
  [[nodiscard]] bool has_packets() const override { return true; }
  [[nodiscard]] double load(int, int, int, Bytes) const override { return 0; }
  [[nodiscard]] double share(double load, Cycles time) const override {
    return load / (static_cast<double>(time.count()) * torus_.links());
  }

 private:
  NetworkShape torus_;
};

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
