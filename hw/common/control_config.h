#pragma once

#include "hw/common/packet_eighths.h"
#include "hw/common/policy.h"
#include "hw/common/policy_key.h"
#include "hw/common/units.h"

namespace tactus {

struct ControlPolicy;
/// Policies that decide, beside the pacer, when a packet may be injected. See docs/reference/injection_control.md.
struct ControlKind {
  static constexpr char kName[] = "injection control";
  using Policy = ControlPolicy;
};
using ControlName = PolicyName<ControlKind>;

/// Settings of the NIC's control block; every kind looks at its own.
struct ControlConfig {
  PolicyName<ControlKind> kind = "none";
  Numbers numbers{};  ///< values of keys that only the kind knows

  // Injection limit.
  int free_share = 8;  ///< sixteenths of the output's slots that have to be free, 0..16

  // Delay window.
  static constexpr Picoseconds kTargetDelay{2'000'000};
  static constexpr Picoseconds kDelayPerHop{208'000};
  Cycles target_delay{500};   ///< time of a packet and its acknowledgement over no distance; kTargetDelay at 4 ns
  Cycles delay_per_hop{52};   ///< time that each link of the way adds to the target; kDelayPerHop at 4 ns
  int first_window = 4;       ///< packets, to begin with
  int largest_window = 32;    ///< packets
  PacketEighths increase{8};  ///< growth of the window, per round trip below the target

  // Receiver credits.
  int speculative = 4;  ///< packets of a message that need no credit
  int grant = 2;        ///< packets that a receiver grants at a time

  // Pieces.
  Bytes paced_size{65'536};   ///< longer messages are paced
  int paced_hops = 4;         ///< over more links than that,
  int paced_dimensions = 1;   ///< or where more coordinates differ
  int piece = 4;              ///< packets
  int pieces_in_flight = 16;  ///< packets that a node may have asked for
};

}  // namespace tactus
