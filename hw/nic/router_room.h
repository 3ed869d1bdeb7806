#pragma once

#include "hw/common/units.h"
#include "hw/link/packet_header.h"

namespace tactus {

/// Slots behind the VCs of a router's output that a packet may take: what its credits count.
struct OutputRoom {
  int free = 0;
  int capacity = 0;
};

/// View of the router's credits from its NIC: registers of the router, on wires that are read.
class RouterRoom {
 public:
  virtual ~RouterRoom() = default;
  /// Room at the first output of the way of `packet`, which comes from this node's NIC, as it stood after the edge
  /// before `now`, the edge at which the NIC works.
  [[nodiscard]] virtual OutputRoom towards(const RouteHeader& packet, Cycles now) const = 0;
  /// The first edge after `now`, as far as is known, at which so many slots as `free` may be free there.
  [[nodiscard]] virtual Cycles when(const RouteHeader& packet, int free, Cycles now) const = 0;
};

}  // namespace tactus
