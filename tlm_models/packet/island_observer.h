#pragma once

#include "tlm_models/packet/packet_network.h"

namespace tactus {

/// Tells an observer what nodes on pins do, and before it what the packet level, which is ahead of them, did in earlier
/// cycles.
class IslandObserver final : public PacketObserver {
 public:
  IslandObserver(PacketNetwork& network, PacketObserver& observer) : network_(network), observer_(observer) {}

  void packet_injected(const PacketHeader& header, Cycles cycle) override {
    network_.tell(cycle.count());
    observer_.packet_injected(header, cycle);
  }
  void packet_granted(const RouterGrant& grant, const RouteHeader& header) override {
    network_.tell(grant.cycle.count());
    observer_.packet_granted(grant, header);
  }
  void packet_delivered(const PacketHeader& header, Cycles cycle) override {
    network_.tell(cycle.count());
    observer_.packet_delivered(header, cycle);
  }

  [[nodiscard]] bool wants_waits() const override { return observer_.wants_waits(); }
  void packet_waited(const RouteHeader& header, const SendWaits& waits, Cycles cycle) override {
    network_.tell(cycle.count());
    observer_.packet_waited(header, waits, cycle);
  }
  void packet_accessed(const RouteHeader& header, const AccessStages& stages, Cycles cycle) override {
    network_.tell(cycle.count());
    observer_.packet_accessed(header, stages, cycle);
  }
  void packet_left(const RouteHeader& header, int vc, Cycles cycle) override {
    network_.tell(cycle.count());
    observer_.packet_left(header, vc, cycle);
  }
  void packet_written(const RouteHeader& header, Cycles cycle) override {
    network_.tell(cycle.count());
    observer_.packet_written(header, cycle);
  }

 private:
  PacketNetwork& network_;
  PacketObserver& observer_;
};

}  // namespace tactus
