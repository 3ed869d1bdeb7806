#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/units.h"
#include "tlm_models/flow/flow_solver.h"
#include "tlm_models/flow/flow_topology.h"

namespace tactus {

struct FlowMessage;

/// A message that a rank sends to one on another node.
struct SentMessage {
  int sender = 0;    ///< rank
  int receiver = 0;  ///< rank
  std::uint32_t tag = 0;
  Endpoint source;
  Endpoint destination;
};

/// Share that a flow has from some time on.
struct FlowShare {
  double rate = 0;                            ///< bytes per picosecond
  LinkId bottleneck = FlowSolver::kOwnLimit;  ///< link that keeps it from more
  Picoseconds due = Picoseconds::max();       ///< when all its bytes have passed, if it keeps that rate
};

/// Told what messages and their flows do, as it happens. A FlowPort tells of messages, its FlowNetwork of flows. `id`
/// is the mark `FlowMessage::user`: no two messages have the same until the first of them has arrived.
class FlowObserver {
 public:
  virtual ~FlowObserver() = default;
  /// The send call takes effect.
  virtual void message_sent(std::uint64_t id, const SentMessage& message, Picoseconds now) = 0;
  /// The message is on the network: a flow on `route`, unless it has no bytes.
  virtual void flow_started(const FlowMessage& message, const std::vector<LinkRun>& route, Picoseconds now) = 0;
  /// From `now` on the flow has `share`, which may be what it had. Told at the time of its start, too.
  virtual void flow_shared(std::uint64_t id, const FlowShare& share, Picoseconds now) = 0;
  /// The message has left.
  virtual void flow_left(std::uint64_t id, Picoseconds now) = 0;
  /// The message has arrived, whether a receive is posted for it or not.
  virtual void message_arrived(std::uint64_t id, Picoseconds now) = 0;
};

}  // namespace tactus
