#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tlm_models/node/memory/many_core_config.h"

namespace tactus {

/// How far apart the accesses of a core to a line are, as one goes through them: counted in touches of its set by other
/// lines, a cache with more ways than that still has it. An estimate: the same line may be counted several times.
class LineReuse {
 public:
  enum class Found : std::uint8_t { kFirst, kNear, kBeyondL1, kBeyondL2 };

  explicit LineReuse(const ManyCoreConfig& config) : l1_(config.l1, config.line), l2_(config.l2, config.line) {}

  /// Where a cold core's caches would find `line`, which is used now.
  Found use(std::uint64_t line) {
    const auto [entry, first] = stamps_.try_emplace(line);
    Stamp& stamp = entry->second;
    const bool near = !first && l1_.near(line, stamp.l1);
    stamp.l1 = l1_.touch(line);
    if (near) return Found::kNear;
    const bool in_l2 = !first && l2_.near(line, stamp.l2);
    stamp.l2 = l2_.touch(line);
    if (first) return Found::kFirst;
    return in_l2 ? Found::kBeyondL1 : Found::kBeyondL2;
  }

 private:
  class Level {
   public:
    Level(const CacheConfig& cache, Bytes line)
        : ways_(static_cast<std::uint32_t>(cache.ways)),
          sets_(cache.size.count() / line.count() / static_cast<std::uint64_t>(cache.ways)) {}

    [[nodiscard]] bool near(std::uint64_t line, std::uint32_t stamp) const {
      return sets_[line & (sets_.size() - 1)].touches - stamp < ways_;
    }
    /// Answers the stamp of this touch.
    std::uint32_t touch(std::uint64_t line) {
      Set& set = sets_[line & (sets_.size() - 1)];
      if (set.last != line) ++set.touches;
      set.last = line;
      return set.touches;
    }

   private:
    struct Set {
      std::uint64_t last = ~std::uint64_t{0};
      std::uint32_t touches = 0;
    };
    std::uint32_t ways_;
    std::vector<Set> sets_;
  };
  struct Stamp {
    std::uint32_t l1 = 0;
    std::uint32_t l2 = 0;
  };

  Level l1_;
  Level l2_;
  std::unordered_map<std::uint64_t, Stamp> stamps_;
};

}  // namespace tactus
