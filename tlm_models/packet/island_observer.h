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
  void packet_granted(int node, int in_port, int out_port, int out_vc, const RouteHeader& header,
                      Cycles cycle) override {
    network_.tell(cycle.count());
    observer_.packet_granted(node, in_port, out_port, out_vc, header, cycle);
  }
  void packet_delivered(const PacketHeader& header, Cycles cycle) override {
    network_.tell(cycle.count());
    observer_.packet_delivered(header, cycle);
  }

 private:
  PacketNetwork& network_;
  PacketObserver& observer_;
};

}  // namespace tactus
