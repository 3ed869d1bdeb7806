#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/node/memory/naive_caches.h"

namespace tactus {
namespace {

/// L1 of two sets of two lines, L2 of four sets of two.
ManyCoreConfig tiny(int cores) {
  ManyCoreConfig config;
  config.cores = cores;
  config.threads_per_core = 1;
  config.l1 = {Bytes{4 * 64}, 2, Cycles{1}};
  config.l2 = {Bytes{8 * 64}, 2, Cycles{4}};
  return config;
}

TEST_CASE("CoherentCaches: a line goes down the levels as others push it out, and comes back from where it is",
          "[CACHE-1]") {
  CoherentCaches caches(tiny(1));
  CHECK(caches.read(0, 0).served == ServedBy::kMemory);
  CHECK(caches.read(0, 0).served == ServedBy::kL1);
  // Lines 0, 2 and 6 share a set of L1, 2 and 6 one of L2.
  CHECK(caches.read(0, 2).served == ServedBy::kMemory);
  CHECK(caches.read(0, 6).served == ServedBy::kMemory);
  CHECK(caches.read(0, 0).served == ServedBy::kL2);
  CHECK(caches.read(0, 6).served == ServedBy::kL1);
  // 10 pushes 2 out of L2, the least recently used of its set.
  CHECK(caches.read(0, 10).served == ServedBy::kMemory);
  CHECK(caches.read(0, 6).served == ServedBy::kL1);
  CHECK(caches.read(0, 2).served == ServedBy::kMemory);
}

TEST_CASE("CoherentCaches: what leaves L2 leaves L1, and is written to memory if it was modified",
          "[CACHE-1][CACHE-3]") {
  CoherentCaches caches(tiny(1));
  CHECK(caches.write(0, 0).memory_lines == 1);
  CHECK(caches.read(0, 4).memory_lines == 1);
  CHECK(caches.read(0, 0).served == ServedBy::kL1);
  // L1 hits do not make a line recent in L2: 0 goes, though it was used last.
  const CacheOutcome third = caches.read(0, 8);
  CHECK(third.served == ServedBy::kMemory);
  CHECK(third.memory_lines == 2);
  CHECK(caches.read(0, 0).served == ServedBy::kMemory);
}

TEST_CASE("CoherentCaches: readers share a line, a writer takes it from them and needs no leave the second time",
          "[CACHE-2][CACHE-3]") {
  CoherentCaches caches(tiny(4));
  caches.write(1, 5);
  const CacheOutcome second = caches.read(3, 5);
  CHECK(second.served == ServedBy::kOtherCore);
  CHECK(second.source == 1);
  CHECK(second.memory_lines == 0);
  CHECK(caches.read(1, 5).served == ServedBy::kL1);
  const CacheOutcome upgrade = caches.write(3, 5);
  CHECK(upgrade.served == ServedBy::kL1);
  CHECK(upgrade.upgraded);
  CHECK(upgrade.losers == core_bit(1));
  CHECK_FALSE(caches.write(3, 5).upgraded);
  CHECK(caches.read(1, 5).served == ServedBy::kOtherCore);
}

TEST_CASE("CoherentCaches: a line that one core alone has read is written without asking anybody", "[CACHE-2]") {
  CoherentCaches caches(tiny(2));
  caches.read(0, 5);
  CHECK_FALSE(caches.write(0, 5).upgraded);
  CHECK(caches.read(1, 5).source == 0);
}

TEST_CASE("CoherentCaches: without write allocation a write that misses goes to memory and leaves no copy anywhere",
          "[CACHE-4]") {
  ManyCoreConfig config = tiny(2);
  config.write_allocate = false;
  CoherentCaches caches(config);
  CHECK(caches.write(0, 3).served == ServedBy::kMemory);
  CHECK(caches.read(0, 3).served == ServedBy::kMemory);
  CHECK(caches.write(0, 3).served == ServedBy::kL1);
  const CacheOutcome other = caches.write(1, 3);
  CHECK(other.losers == core_bit(0));
  CHECK(other.memory_lines == 2);
  CHECK(caches.read(0, 3).served == ServedBy::kMemory);
}

bool same(const CacheOutcome& a, const CacheOutcome& b) {
  return a.served == b.served && a.source == b.source && a.upgraded == b.upgraded && a.losers == b.losers &&
         a.memory_lines == b.memory_lines;
}

TEST_CASE("CoherentCaches: do what a naive model does that follows every copy, and no read of that gets old data",
          "[CACHE-1][CACHE-2][CACHE-3][CACHE-4]") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Dice dice(seed);
    ManyCoreConfig config = tiny(dice.between(1, 9));
    config.l1.ways = 1 << dice.below(3);
    config.l1.size = Bytes{64U * 4U << dice.below(2)};
    config.l2.ways = 1 << dice.below(3);
    config.l2.size = Bytes{64U * 8U << dice.below(3)};
    config.write_allocate = dice.chance(70);
    CoherentCaches caches(config);
    NaiveCaches naive(config);
    const int lines = dice.between(4, 100);
    int differences = 0;
    for (int i = 0; i < 4000; ++i) {
      const int core = dice.below(config.cores);
      const auto line = static_cast<std::uint64_t>(dice.below(lines));
      const bool write = dice.chance(40);
      const CacheOutcome outcome = write ? caches.write(core, line) : caches.read(core, line);
      if (!same(outcome, naive.access(core, line, write))) ++differences;
    }
    CAPTURE(seed);
    REQUIRE(differences == 0);
    REQUIRE(naive.stale_reads() == 0);
  }
}

TEST_CASE("TagDirectory: finds what it was given, through any adding and removing") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Dice dice(seed);
    TagDirectory directory(64);
    std::map<std::uint64_t, CoreSet> expected;
    int wrong = 0;
    for (int i = 0; i < 20'000; ++i) {
      const auto line = static_cast<std::uint64_t>(dice.below(200));
      TagDirectory::Entry* entry = directory.find(line);
      const auto known = expected.find(line);
      if ((entry != nullptr) != (known != expected.end())) ++wrong;
      if (entry != nullptr && known != expected.end()) {
        if (entry->holders != known->second || entry->line != line) ++wrong;
        directory.remove(entry);
        expected.erase(known);
      } else if (expected.size() < 64) {
        expected[line] = 1 + (dice.bits() >> 1);
        directory.add(line, expected[line]);
      }
    }
    CAPTURE(seed);
    REQUIRE(wrong == 0);
  }
}

}  // namespace
}  // namespace tactus
