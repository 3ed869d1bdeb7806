#pragma once

#include <cstdint>

#include "hw/common/units.h"
#include "tlm_models/traffic/rank_program.h"

namespace tactus {

/// A message as processors see it.
struct MessageEvent {
  int source = 0;        ///< node
  int destination = 0;   ///< node
  std::uint8_t nic = 0;  ///< DMA engine at the observing node
  std::uint32_t tag = 0;
  Bytes bytes;
};

/// What processors do, told as it happens. Cycles count from time zero.
class TrafficObserver {
 public:
  virtual ~TrafficObserver() = default;
  virtual void send_started(const MessageEvent& message, Cycles cycle) = 0;
  virtual void receive_completed(const MessageEvent& message, Cycles cycle) = 0;
  virtual void sequence_began(int node, int sequence, Cycles cycle) = 0;
  virtual void sequence_ended(int node, int sequence, Cycles cycle) = 0;
  virtual void program_ended(int node, Cycles cycle) = 0;
};

}  // namespace tactus
