#pragma once

#include <cstdint>

#include "hw/common/units.h"
#include "tlm_models/node/copies/copy_plan.h"
#include "tlm_models/node/memory/memory_watch.h"

namespace tactus {

enum class MessagePart : std::uint8_t;

/// Sees what the processes of a node do, besides what their threads do with memory; for waveforms. Times are as in
/// MemoryWatch.
class CopyWatch : public MemoryWatch {
 public:
  /// The next steps of `process` are of its `part` of message `number`, counted from 1 on, with process `peer`.
  virtual void takes(int process, std::uint64_t number, int peer, MessagePart part) = 0;
  /// The next steps of `process` are its program's own: no message.
  virtual void takes_own(int process) = 0;
  /// `process` carries out a step from `now` on; told again for as long as that takes.
  virtual void at(int process, CopyStep::Kind kind, Picoseconds now) = 0;
  /// `process` waits for others from `now` on; told again while it does.
  virtual void waits(int process, Picoseconds now) = 0;
  virtual void ended(int process, Picoseconds now) = 0;
  /// `process` has copied so many bytes more.
  virtual void copied(int process, std::uint64_t bytes, Picoseconds now) = 0;
  /// `process` has all of a message.
  virtual void received(int process, Picoseconds now) = 0;
  /// `process` is at a mark of its program: kBegin or kEnd.
  virtual void marked(int process, int mark, Picoseconds now) = 0;
};

}  // namespace tactus
