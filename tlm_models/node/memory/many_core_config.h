#pragma once

#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/units.h"

namespace tactus {

/// One level of the caches of a core.
struct CacheConfig {
  Bytes size{0};      ///< lines times ways times sets; sets are a power of two
  int ways = 8;       ///< 1 to 64; the least recently used line of a set is replaced
  Cycles latency{0};  ///< from the instruction to the data, if they are here
};

/// Translations that a core keeps. Without entries addresses take no time to translate.
struct TlbConfig {
  int entries = 0;   ///< a multiple of `ways`, 0 for none
  int ways = 4;      ///< 1 to 64
  Bytes page{4096};  ///< a power of two, at least a line
  Cycles miss{0};    ///< time of a walk through the page table, which is not seen as accesses
};

/// A node of many in-order cores with private caches on a ring. The defaults are those of the Xeon Phi 5110P; sources:
/// docs/reference/copies.md. Cycles are those of the cores.
struct ManyCoreConfig {
  int cores = 60;            ///< 1 to 64, in their order on the ring
  int threads_per_core = 4;  ///< 1 to 4, a process on each
  Picoseconds cycle{950};    ///< 1.053 GHz
  Cycles issue_interval{2};  ///< from an instruction of a thread to its next one; the core issues one each cycle
  Bytes line{64};            ///< a power of two, 16 or more
  CacheConfig l1{Bytes{32 * 1024}, 8, Cycles{3}};
  CacheConfig l2{Bytes{512 * 1024}, 8, Cycles{24}};
  bool write_allocate = true;  ///< a write that misses reads the line; otherwise it goes to memory
  TlbConfig tlb;
  Cycles ring_hop{2};             ///< from a core to the next on the ring, either way
  Cycles directory_latency{112};  ///< time of a line's tag directory, with what the ring takes to get on and off
  static constexpr Picoseconds kMemoryLatency{100'700};
  Cycles memory_latency{106};  ///< behind the directory, while the memory is idle; kMemoryLatency at 1.053 GHz
  BytesPerSecond memory_rate{140'000'000'000};  ///< rate of all reads and writes together
  int prefetch_streams = 16;                    ///< that the prefetcher of a core follows, 0 to 64
  int prefetch_stride = 2;                      ///< lines from one of a stream to the next one, at most; 1 to 64
  int misses_in_flight = 4;                     ///< lines of a stream that are under way at once, 1 to 16
  int write_buffer = 4;  ///< writes that a thread has begun and goes on without, 0 to 64; they end one by one
  /// Within a quantum threads go on one after the other, each on its own time; at its end all are level.
  Cycles quantum{1000};

  [[nodiscard]] int threads() const { return cores * threads_per_core; }
};

/// Every fault of `config`, in the order of its members.
std::vector<ConfigFault> validate(const ManyCoreConfig& config);

}  // namespace tactus
