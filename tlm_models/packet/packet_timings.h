#pragma once

#include <cstdint>

namespace tactus {

/// From one edge to another, in cycles: the constants of docs/timing.md that the packet level is made of.
///
/// The defaults are the machine. Other values exist for one test, which shows that a packet level with any of them off
/// by a cycle is found to differ from the cycle level.
struct PacketTimings {
  /// Head on the NIC's port to RC at the router.
  std::uint64_t inject_to_route = 1;
  /// RC to the first edge at which SA sees the request.
  std::uint64_t route_to_request = 2;
  /// SA at one router to the sampling of the head (RC) at the next, without the link: ST, and the wire to the link.
  std::uint64_t grant_to_link = 2;
  /// SA to the first credit on the wire back: ST, and the wire.
  std::uint64_t grant_to_credit = 2;
  /// Tail on ST to its being taken by the NIC.
  std::uint64_t tail_to_nic = 1;
  /// Credits on the receiving NIC's port to SA that can use them.
  std::uint64_t nic_credit_to_grant = 1;
};

}  // namespace tactus
