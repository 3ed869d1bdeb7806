#pragma once

#include "hw/link/packet_header.h"

namespace tactus {

/// A packet at the front of a queue of some router, for the watchdog's report.
struct WaitingPacket {
  int node = 0;
  int in_port = 0;
  int in_vc = 0;
  int out_port = 0;
  int out_vc = 0;   ///< lowest VC that it may take
  int flits = 0;    ///< its length
  int credits = 0;  ///< credits that there are
  RouteHeader header;
  int rooms = 0;  ///< RouteDecision

  /// Credits that it needs.
  [[nodiscard]] int needed() const { return rooms == 0 ? flits : rooms; }
};

}  // namespace tactus
