#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/node/memory/cache_array.h"
#include "tlm_models/node/memory/many_core_config.h"
#include "tlm_models/node/memory/tag_directory.h"

namespace tactus {

/// Where the data of an access came from, or went to.
enum class ServedBy : std::uint8_t { kL1, kL2, kOtherCore, kMemory };

/// Side effects of an access.
struct CacheOutcome {
  ServedBy served = ServedBy::kL1;
  int source = -1;        ///< the core that it was served by, if another one
  bool upgraded = false;  ///< it had the line, but had to ask the directory for the right to write
  CoreSet losers = 0;     ///< cores that had the line and have lost it to this writer
  int memory_lines = 0;   ///< lines that memory has read and written for it
};

/// Private L1 and L2 of each core, L2 including L1, coherent by a directory: MESI, with modified lines shared without
/// being written back (the "globally owned, locally shared" state of the Xeon Phi). Knows of no time.
/// Reference: docs/reference/copies.md.
class CoherentCaches {
 public:
  /// `config` is valid.
  explicit CoherentCaches(const ManyCoreConfig& config);

  CacheOutcome read(int core, std::uint64_t line) {
    if (l1_[static_cast<std::size_t>(core)].use(line) != nullptr) return {};
    return read_beyond_l1(core, line);
  }
  CacheOutcome write(int core, std::uint64_t line) {
    CacheEntry* entry = l1_[static_cast<std::size_t>(core)].use(line);
    if (entry != nullptr && entry->state() == LineState::kModified) return {};
    return write_beyond(core, line, entry);
  }
  /// No core has it any more, nor answers for what it has written there: memory has something newer.
  void drop(std::uint64_t line);
  /// Hops between two cores, the shorter way round.
  [[nodiscard]] int hops(int from, int to) const {
    const int one_way = from < to ? to - from : from - to;
    return one_way < cores_ - one_way ? one_way : cores_ - one_way;
  }
  /// The core whose tag directory has `line`.
  [[nodiscard]] int home(std::uint64_t line) const {
    return static_cast<int>((line * 0xD1342543DE82EF95U >> 32) * static_cast<std::uint64_t>(cores_) >> 32);
  }

 private:
  CacheOutcome read_beyond_l1(int core, std::uint64_t line);
  CacheOutcome write_beyond(int core, std::uint64_t line, CacheEntry* in_l1);
  void share(TagDirectory::Entry& entry);
  void take_from_others(TagDirectory::Entry& entry, CoreSet others, CacheOutcome& outcome);
  CacheOutcome write_around(std::uint64_t line);
  void put_into_l2(int core, std::uint64_t line, LineState state, CacheOutcome& outcome);
  void put_into_l1(int core, std::uint64_t line, LineState state);
  void leave(int core, CacheEntry victim, CacheOutcome& outcome);
  [[nodiscard]] int nearest(int core, CoreSet holders) const;

  int cores_;
  bool write_allocate_;
  /// Lines of L1 have the state of L2's copy.
  std::vector<CacheArray> l1_;
  std::vector<CacheArray> l2_;
  TagDirectory directory_;
};

}  // namespace tactus
