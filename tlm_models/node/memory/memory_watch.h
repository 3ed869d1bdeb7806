#pragma once

#include <cstdint>

#include "hw/common/units.h"
#include "tlm_models/node/memory/coherent_caches.h"

namespace tactus {

struct AccessCounts;

/// An access of a thread to a line, step by step; each time is at or after the one before.
struct WatchedAccess {
  int thread = 0;
  bool write = false;
  CacheOutcome outcome;
  const AccessCounts* counts = nullptr;  ///< counts of the thread, this access included
  int home = 0;                          ///< the core whose directory was asked, if one was
  int hops = 0;                          ///< hops on the ring of the last answer; 0 if no directory was asked
  bool directory = false;                ///< whether a directory was asked
  Picoseconds begin;
  Picoseconds translated;  ///< when the page is known: what follows is the time of L1, which every access takes
  Picoseconds ready;       ///< when L1 has answered
  Picoseconds issued;      ///< when the core has had a slot for the instruction
  Picoseconds arrived;     ///< when the level that serves it has answered
  Picoseconds done;        ///< when the rate of the memory has allowed it
  Picoseconds goes_on;  ///< when the thread goes on; of a write that is when the buffer has room, before `done` or not
  Picoseconds ended;    ///< when a write leaves the buffer; of a read `done`
};

/// Sees what the threads of a node do with its caches, its ring and its memory; for waveforms. Times of one thread
/// never go back; those of different threads are in no order within a quantum.
class MemoryWatch {
 public:
  virtual ~MemoryWatch() = default;
  virtual void accessed(const WatchedAccess& access) = 0;
  /// Instructions of `thread` from `begin` on have taken until `ready`, and until `issued` since the core had no slots.
  virtual void worked(int thread, Picoseconds ready, Picoseconds issued) = 0;
  /// A quantum that began at `start` is over: what `core`, or the memory if `core` is -1, was asked for in it.
  virtual void loaded(int core, Picoseconds start, Picoseconds load) = 0;
  /// Everything that is still to come is of a quantum that begins at `start`.
  virtual void quantum_begins(Picoseconds start) = 0;
};

}  // namespace tactus
