#pragma once

#include "hw/common/units.h"
#include "hw/link/packet_header.h"

namespace tactus {

/// What happens to packets, told as it happens. All cycles are those of docs/timing.md.
/// Callbacks come in no particular order within one cycle, except for one packet.
class PacketObserver {
 public:
  virtual ~PacketObserver() = default;
  /// The head flit is put on the NIC's port in `cycle`.
  virtual void packet_injected(const PacketHeader& header, Cycles cycle) = 0;
  /// The router at `node` grants `out_port` to a packet that came by `in_port`. With the switch held per packet, SA in
  /// `cycle`: its flits pass the switch in cycles `cycle + 1 .. cycle + flits`. Held per flit, VA in `cycle`: the
  /// packet owns `out_vc`, and its first flit passes in `cycle + 2` at the earliest.
  virtual void packet_granted(int node, int in_port, int out_port, int out_vc, const RouteHeader& header,
                              Cycles cycle) = 0;
  /// The receiving NIC has taken the tail flit in `cycle`.
  virtual void packet_delivered(const PacketHeader& header, Cycles cycle) = 0;
};

}  // namespace tactus
