#pragma once

#include <array>
#include <cstdint>

#include "hw/common/units.h"

namespace tactus {

/// Activity of a send queue of a DMA engine in a cycle. In all states but `kIdle` a message is under way. The waits
/// have the names that they have in registers (`TX_MEMORY_CYCLES`), results and waves.
enum class SendState : std::uint8_t {
  kIdle,     ///< no message
  kMemory,   ///< the next packet is not ready: memory is waited for
  kPace,     ///< it is ready and its slot has not come
  kWindow,   ///< it is ready, its slot has come, its message is too far ahead of the paired receive
  kStall,    ///< it is ready, pacing lets it go, the router's buffer has no room for it
  kSend,     ///< a flit is on the port
  kControl,  ///< all that is there, and the injection control does not let it go
  kTurn,     ///< all that is there, and the port is another queue's: that of a class which has its turn
};
inline constexpr int kSendStates = 8;
inline constexpr std::array<const char*, kSendStates> kSendStateNames = {"idle",  "memory", "pace",    "window",
                                                                         "stall", "send",   "control", "turn"};

/// Cycles by state.
using SendStateCycles = std::array<std::uint64_t, kSendStates>;

/// How an engine came to start a packet.
struct SendWaits {
  Cycles fetched;                     ///< edge at which it took the descriptor of the packet's message
  SendState last = SendState::kIdle;  ///< state in the cycle before the packet's head
  SendStateCycles in_state{};         ///< cycles by state, from `fetched` to the one before the packet's head
};

}  // namespace tactus
