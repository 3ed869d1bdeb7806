#pragma once

#include <cstdint>

#include "hw/common/event_wheel.h"
#include "tlm_models/packet/packet_pool.h"

namespace tactus {

/// Something that happens at an edge. Cycles as in docs/timing.md.
struct PacketEvent {
  enum class Kind : std::uint8_t {
    kLook,     ///< a packet that waits at router `node` may be granted: see PacketRouter; beyond NodeWheel
    kDeliver,  ///< NIC `node` has taken the tail of `packet` on engine `port`, `vc`
    kNic,      ///< engine `port` of NIC `node`, or its memory, has something to do; beyond NodeWheel
  };
  std::int32_t node = 0;
  PacketIndex packet = kNoPacket;
  Kind kind = Kind::kNic;
  std::uint8_t port = 0;
  std::uint8_t vc = 0;
};
using PacketWheel = EventWheel<PacketEvent>;

}  // namespace tactus
