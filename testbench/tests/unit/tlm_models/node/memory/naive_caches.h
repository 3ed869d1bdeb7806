#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <set>
#include <vector>

#include "tlm_models/node/memory/coherent_caches.h"

namespace tactus {

/// Caches as one would draw them: lists in the order of use, no directory, and a version of each line's data in every
/// place that has it, so that a read that would get old data is seen.
class NaiveCaches {
 public:
  explicit NaiveCaches(const ManyCoreConfig& config);

  CacheOutcome access(int core, std::uint64_t line, bool write);
  /// Reads that did not get what was written last.
  [[nodiscard]] int stale_reads() const { return stale_reads_; }

 private:
  struct Line {
    std::uint64_t line;
    LineState state;
    std::uint64_t version;
  };
  using Set = std::list<Line>;  ///< last used first
  struct Cache {
    std::vector<Set> sets;
    std::size_t ways = 0;

    Set& set_of(std::uint64_t line) { return sets[line % sets.size()]; }
    Line* find(std::uint64_t line);
    void touch(std::uint64_t line);
    void drop(std::uint64_t line);
  };
  struct Core {
    Cache l1;
    Cache l2;
  };

  void read(int core, std::uint64_t line, CacheOutcome& outcome);
  void write(int core, std::uint64_t line, CacheOutcome& outcome);
  void fill_l2(int core, const Line& line, CacheOutcome& outcome);
  void fill_l1(int core, std::uint64_t line);
  void evict(int core, const Line& line, CacheOutcome& outcome);
  [[nodiscard]] CoreSet holders(std::uint64_t line);
  [[nodiscard]] int nearest(int core, CoreSet holders) const;
  void to_memory(std::uint64_t line, std::uint64_t version, CacheOutcome& outcome);

  [[nodiscard]] int distance(int a, int b) const;

  std::vector<Core> cores_;
  bool write_allocate_;
  std::map<std::uint64_t, std::uint64_t> memory_;  ///< versions
  std::map<std::uint64_t, std::uint64_t> newest_;
  int stale_reads_ = 0;
};

}  // namespace tactus
