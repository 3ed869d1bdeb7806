#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/node/memory/coherent_caches.h"
#include "tlm_models/node/memory/memory_watch.h"
#include "tlm_models/node/memory/stream_prefetcher.h"
#include "tlm_models/node/memory/write_buffer.h"

namespace tactus {

/// Outcomes of the accesses of a thread, a line each.
struct AccessCounts {
  std::uint64_t l1_hits = 0;
  std::uint64_t l2_hits = 0;     ///< missed L1 only
  std::uint64_t other_core = 0;  ///< served by the L2 of another core
  std::uint64_t memory = 0;
  std::uint64_t upgrades = 0;  ///< hits among the above that had to ask for the right to write
  std::uint64_t tlb_misses = 0;

  [[nodiscard]] std::uint64_t l1_misses() const { return l2_hits + other_core + memory; }
  [[nodiscard]] std::uint64_t l2_misses() const { return other_core + memory; }
  [[nodiscard]] std::uint64_t accesses() const { return l1_hits + l1_misses(); }
  AccessCounts& operator+=(const AccessCounts& other);
  AccessCounts& operator-=(const AccessCounts& other);
  friend AccessCounts operator-(AccessCounts a, const AccessCounts& b) { return a -= b; }
};

/// Cost of the accesses and instructions of the threads of a node. A thread waits for its reads, and for its write
/// buffer if that is full. The caller says in which quantum accesses fall. Within a quantum all threads draw on one
/// stock of the core's issue slots and of the memory's rate; a thread that finds it used up goes on in the next
/// quantum. Reference: docs/reference/copies.md.
class NodeMemory {
 public:
  /// `config` is valid.
  explicit NodeMemory(const ManyCoreConfig& config);

  /// `watch` is told of everything from now on, and outlives this; nullptr: nobody is.
  void watch(MemoryWatch* watch) { watch_ = watch; }
  /// The last quantum is over: the watch is told of it.
  void end_watch() const { tell_of_quantum(start_ + quantum_); }
  /// Nothing more comes before `next`, the begin of a quantum: the watch is told of the quanta up to then, again of
  /// those that it knows.
  void tell_until(Picoseconds next) const { tell_of_quantum(next); }
  /// From now on calls are of the quantum that begins at `start`, no earlier than the last one.
  void begin_quantum(Picoseconds start);
  /// One instruction of `thread` at `now` that reads or writes (within) a line; answers when the next may begin.
  Picoseconds read(int thread, std::uint64_t line, Picoseconds now);
  Picoseconds write(int thread, std::uint64_t line, Picoseconds now);
  /// When all that `thread` has written is where others find it.
  [[nodiscard]] Picoseconds written(int thread) const { return writes_[static_cast<std::size_t>(thread)].empty(); }
  /// Something that is no core writes memory: no core has `bytes` from `address` on any more.
  void written_from_outside(std::uint64_t address, Bytes bytes);
  /// Other instructions of `thread`; answers when the next may begin.
  Picoseconds work(int thread, std::uint64_t instructions, Picoseconds now);

  [[nodiscard]] std::uint64_t line_of(std::uint64_t address) const { return address >> line_bits_; }
  [[nodiscard]] int core_of(int thread) const { return thread % config_.cores; }
  [[nodiscard]] const AccessCounts& counts(int thread) const { return counts_[static_cast<std::size_t>(thread)]; }
  [[nodiscard]] const ManyCoreConfig& config() const { return config_; }

 private:
  struct Access {
    Picoseconds ready;   ///< when it could be issued, the core having a slot
    Picoseconds issued;  ///< when the next instruction could begin if this one had nothing to wait for
    Picoseconds arrived;
    Picoseconds done;
  };
  Access served(int thread, std::uint64_t line, const CacheOutcome& outcome, Picoseconds now);
  /// Tells the watch of an access that lets its thread go on at `goes_on`.
  void tell(int thread, std::uint64_t line, const CacheOutcome& outcome, Picoseconds now, const Access& access,
            Picoseconds goes_on, bool write) const;
  void tell_of_quantum(Picoseconds next) const;
  /// Hops of the last answer to a request that goes by a directory.
  [[nodiscard]] int ring_hops(int core, std::uint64_t line, const CacheOutcome& outcome) const;
  [[nodiscard]] std::uint64_t beyond_l1(int core, std::uint64_t line, const CacheOutcome& outcome) const;
  std::uint64_t translation(int thread, std::uint64_t line);
  /// No earlier than `ready`, and than the core has issued all that it was asked to.
  Picoseconds issued(int core, std::uint64_t instructions, Picoseconds ready);

  ManyCoreConfig config_;
  int line_bits_;
  int page_bits_;  ///< bits of the lines of a page
  Picoseconds line_time_;
  CoherentCaches caches_;
  std::vector<StreamPrefetcher> prefetchers_;  ///< one for each core
  std::vector<CacheArray> tlbs_;
  std::vector<AccessCounts> counts_;
  std::vector<WriteBuffer> writes_;
  Picoseconds quantum_;
  Picoseconds start_;
  std::vector<Picoseconds> issue_load_;  ///< load of each core, from `start_` on
  Picoseconds memory_load_;              ///< load of the memory, from `start_` on
  MemoryWatch* watch_ = nullptr;
};

}  // namespace tactus
