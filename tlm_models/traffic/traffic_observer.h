#pragma once

#include <cstdint>

#include "hw/common/units.h"
#include "tlm_models/traffic/rank_program.h"

namespace tactus {

/// A message as ranks see it. In open loop every node is a rank of its number.
struct MessageEvent {
  int source = 0;        ///< rank
  int destination = 0;   ///< rank
  std::uint8_t nic = 0;  ///< DMA engine of the observing rank's node
  std::uint32_t tag = 0;
  Bytes bytes;
};

/// An operation of a rank begins.
struct OperationEvent {
  int rank = 0;
  std::uint32_t operation = 0;         ///< number in its rank
  std::uint32_t after = kNoOperation;  ///< the one that it came after last
};

/// Work that the processor of a rank did.
enum class WorkKind : std::uint8_t {
  kCall,       ///< a call, or its return, or that the processor saw what it had waited for
  kCompute,    ///< computing of the program
  kLateStart,  ///< the program had not begun: imbalance, or the start of its job
};

/// Work of a rank's processor has ended.
struct WorkEvent {
  int rank = 0;
  WorkKind kind = WorkKind::kCall;
  Picoseconds noise;                       ///< by which noise has put off its end
  Cycles began{};                          ///< in which it began
  std::uint32_t operation = kNoOperation;  ///< number of the operation of the program that it belongs to
};

/// Completion that a blocking call waits for.
enum class AwaitedCompletion : std::uint8_t { kSend, kReceive };

/// Listener that is told of everything that ranks do when they do it. Cycles count from time zero.
class TrafficObserver {
 public:
  virtual ~TrafficObserver() = default;
  virtual void send_started(const MessageEvent& /*message*/, Cycles /*cycle*/) {}
  virtual void receive_completed(const MessageEvent& /*message*/, Cycles /*cycle*/) {}
  virtual void sequence_began(int /*rank*/, int /*sequence*/, Cycles /*cycle*/) {}
  virtual void sequence_ended(int /*rank*/, int /*sequence*/, Cycles /*cycle*/) {}
  virtual void program_ended(int /*rank*/, Cycles /*cycle*/) {}
  /// In a program of operations: one begins, or has ended.
  virtual void operation_began(const OperationEvent& /*operation*/, Cycles /*cycle*/) {}
  /// A receive that takes messages of any rank is about to end with `message`, which its destination observes.
  virtual void operation_met(std::uint32_t /*operation*/, const MessageEvent& /*message*/, Cycles /*cycle*/) {}
  virtual void operation_ended(int /*rank*/, std::uint32_t /*operation*/, Cycles /*cycle*/) {}
  /// A call that has blocked can go on: what it waited for has completed. In a program of operations: a
  /// processor that had nothing to do can go on.
  virtual void wait_ended(int /*rank*/, AwaitedCompletion /*awaited*/, Cycles /*cycle*/) {}
  /// Work has ended: computing, a late start, and calls that noise has put off; not of a processor of a plug-in.
  virtual void work_ended(const WorkEvent& /*work*/, Cycles /*cycle*/) {}
};

}  // namespace tactus
