#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"
#include "tlm_models/node/memory/node_memory.h"

namespace tactus {
namespace {

/// Latencies that are told apart in any sum; a cycle of 1 ns.
ManyCoreConfig plain() {
  ManyCoreConfig config;
  config.cores = 8;
  config.threads_per_core = 2;
  config.cycle = Picoseconds{1000};
  config.issue_interval = Cycles{1};
  config.l1 = {Bytes{1024}, 2, Cycles{3}};
  config.l2 = {Bytes{4096}, 2, Cycles{20}};
  config.ring_hop = Cycles{1000};
  config.directory_latency = Cycles{100'000};
  config.memory_latency = Cycles{10'000'000};
  config.misses_in_flight = 1;
  config.write_buffer = 0;
  config.quantum = Cycles{1'000'000'000};
  return config;
}

std::uint64_t cycles(Picoseconds time) { return time.count() / 1000; }

/// The first line from `from` on whose directory is at `core`.
std::uint64_t line_at(const ManyCoreConfig& config, int core, std::uint64_t from = 0) {
  const CoherentCaches caches(config);
  while (caches.home(from) != core) ++from;
  return from;
}

TEST_CASE("NodeMemory: an access takes what the way of its line takes", "[CACHE-5][CACHE-9]") {
  const ManyCoreConfig config = plain();
  NodeMemory memory(config);
  const std::uint64_t line = line_at(config, 3);
  const Picoseconds zero{0};
  // From core 0: to the directory and back, three hops each, and memory behind it.
  CHECK(cycles(memory.read(0, line, zero)) == 20 + 100'000 + 6 * 1000 + 10'000'000);
  CHECK(cycles(memory.read(0, line, zero)) == 3);
  // Core 7 is four hops from core 3, which is three from core 0, which is one from core 7 the other way round.
  CHECK(cycles(memory.read(7, line, zero)) == 20 + 100'000 + (4 + 3 + 1) * 1000 + 20);
  // Core 7 writes: core 0 loses the line, and its answer is what counts.
  CHECK(cycles(memory.write(7, line, zero)) == 3 + 100'000 + (4 + 3 + 1) * 1000);
  CHECK(cycles(memory.write(7, line, Picoseconds{200'000'000})) == 200'003);
  // Core 4 is next to the directory, its data four hops beyond, at core 7, which loses the line.
  CHECK(cycles(memory.write(4, line, zero)) == 20 + 100'000 + (1 + 4 + 3) * 1000 + 20);
  // Core 0 reads it, and core 4 takes it back: three hops to core 0, and four from there.
  memory.read(0, line, zero);
  CHECK(cycles(memory.write(4, line, Picoseconds{1'000'000'000})) == 1'000'003 + 100'000 + (1 + 3 + 4) * 1000);
  CHECK(memory.counts(7).l1_hits == 2);
  CHECK(memory.counts(7).other_core == 1);
  CHECK(memory.counts(7).upgrades == 1);
  CHECK(memory.counts(0).memory == 1);
}

TEST_CASE("NodeMemory: a thread goes on while it writes, until its write buffer is full; writes end one by one",
          "[CACHE-7]") {
  ManyCoreConfig config = plain();
  config.ring_hop = Cycles{0};
  config.directory_latency = Cycles{0};
  config.memory_latency = Cycles{983};
  config.write_buffer = 2;
  NodeMemory memory(config);
  const auto write = [&](std::uint64_t line, std::uint64_t now) {
    return cycles(memory.write(0, line, Picoseconds{now * 1000}));
  };
  // Each takes 3 cycles to issue and 1,000 more.
  CHECK(write(1, 0) == 3);
  CHECK(write(2, 3) == 6);
  CHECK(cycles(memory.written(0)) == 2003);
  CHECK(write(3, 6) == 1003);
  CHECK(cycles(memory.written(0)) == 3003);
  // A write that hits waits for its turn, the thread for a place.
  CHECK(write(3, 1003) == 2003);
  CHECK(cycles(memory.written(0)) == 3003);
  CHECK(cycles(memory.read(0, 3, Picoseconds{2'003'000})) == 2006);
  CHECK(write(4, 5000) == 5003);
  CHECK(cycles(memory.written(0)) == 6003);
}

TEST_CASE("NodeMemory: threads of a core share its caches, each with its own counts", "[CACHE-9]") {
  const ManyCoreConfig config = plain();
  NodeMemory memory(config);
  memory.read(1, 5, Picoseconds{0});
  CHECK(cycles(memory.read(9, 5, Picoseconds{0})) == 3);
  CHECK(memory.counts(9).l1_hits == 1);
  CHECK(memory.counts(9).l1_misses() == 0);
  CHECK(memory.counts(1).l1_misses() == 1);
}

TEST_CASE("NodeMemory: lines of a stream wait together as far as they are in flight", "[CACHE-6]") {
  ManyCoreConfig config = plain();
  config.misses_in_flight = 4;
  config.ring_hop = Cycles{0};
  const std::uint64_t alone = 20 + 100'000 + 10'000'000;
  const std::uint64_t in_stream = 3 + (17 + 100'000 + 10'000'000 + 3) / 4;
  const auto reads = [&](const std::vector<std::uint64_t>& lines) {
    NodeMemory memory(config);
    std::vector<bool> streamed;
    for (const std::uint64_t line : lines) {
      const std::uint64_t time = cycles(memory.read(0, line, Picoseconds{0}));
      CHECK((time == alone || time == in_stream));
      streamed.push_back(time == in_stream);
    }
    return streamed;
  };
  // Up and down, by at most two lines, within a page of 64.
  CHECK((reads({640, 641, 643, 646, 647}) == std::vector<bool>{false, true, true, false, true}));
  CHECK((reads({660, 658, 657}) == std::vector<bool>{false, true, true}));
  CHECK((reads({63, 64, 65}) == std::vector<bool>{false, false, true}));
  // Two streams in turn; of three with room for two none goes on.
  CHECK((reads({0, 640, 1, 641}) == std::vector<bool>{false, false, true, true}));
  config.prefetch_streams = 2;
  CHECK((reads({0, 640, 1280, 1, 641, 1281}) == std::vector<bool>(6, false)));
  config.prefetch_streams = 0;
  CHECK((reads({0, 1, 2}) == std::vector<bool>(3, false)));
}

TEST_CASE("NodeMemory: a page that the core has not used takes a walk", "[CACHE-8]") {
  ManyCoreConfig config = plain();
  config.tlb = {2, 2, Bytes{4096}, Cycles{50}};
  NodeMemory memory(config);
  const auto read = [&](std::uint64_t address) {
    return cycles(memory.read(0, memory.line_of(address), Picoseconds{0}));
  };
  const std::uint64_t second = 4096 + 64;
  const std::uint64_t third = 8192 + 128;
  CHECK(read(0) > 50);
  CHECK(read(0) == 3);
  read(second);
  CHECK(read(0) == 3);
  CHECK(memory.counts(0).tlb_misses == 2);
  // The page used last stays: that of `second` goes, its line does not.
  read(third);
  CHECK(read(0) == 3);
  CHECK(read(second) == 53);
  CHECK(memory.counts(0).tlb_misses == 4);
  // Thread 8 is on the same core: it finds that one's pages, and its walks are its own.
  memory.read(8, memory.line_of(second), Picoseconds{0});
  memory.read(8, memory.line_of(third), Picoseconds{0});
  CHECK(memory.counts(8).tlb_misses == 1);
  CHECK(memory.counts(0).tlb_misses == 4);
}

TEST_CASE("NodeMemory: instructions take their interval, and no more are issued in a quantum than it has cycles",
          "[QUANTUM-3]") {
  ManyCoreConfig config = plain();
  config.issue_interval = Cycles{2};
  config.threads_per_core = 4;
  config.quantum = Cycles{100};
  NodeMemory memory(config);
  memory.begin_quantum(Picoseconds{0});
  const auto work = [&](int thread) { return cycles(memory.work(thread, 50, Picoseconds{0})); };
  CHECK(work(0) == 100);
  CHECK(work(8) == 100);
  // The core's slots of this quantum are gone.
  CHECK(work(16) == 150);
  CHECK(work(24) == 200);
  CHECK(work(1) == 100);
  memory.begin_quantum(Picoseconds{200'000});
  CHECK(cycles(memory.work(0, 50, Picoseconds{200'000})) == 300);
}

TEST_CASE("NodeMemory: all threads together get no more lines in a quantum than the memory has", "[QUANTUM-3]") {
  ManyCoreConfig config = plain();
  config.ring_hop = config.directory_latency = config.memory_latency = Cycles{0};
  config.quantum = Cycles{1000};
  config.memory_rate = BytesPerSecond{6'400'000'000};  // a line in 10 cycles: 100 in a quantum
  NodeMemory memory(config);
  memory.begin_quantum(Picoseconds{0});
  std::uint64_t line = 0;
  for (int i = 0; i < 100; ++i) CHECK(cycles(memory.read(i % 16, ++line, Picoseconds{0})) == 20);
  CHECK(cycles(memory.read(0, ++line, Picoseconds{0})) == 1010);
  CHECK(cycles(memory.read(1, ++line, Picoseconds{0})) == 1020);
  memory.begin_quantum(Picoseconds{1'000'000});
  CHECK(cycles(memory.read(2, ++line, Picoseconds{1'000'000})) == 1020);
}

TEST_CASE("AccessCounts: sums and differences are those of every count") {
  const auto members = {&AccessCounts::l1_hits, &AccessCounts::l2_hits,  &AccessCounts::other_core,
                        &AccessCounts::memory,  &AccessCounts::upgrades, &AccessCounts::tlb_misses};
  AccessCounts few;
  AccessCounts many;
  std::uint64_t number = 0;
  for (const auto member : members) {
    few.*member = ++number;
    many.*member = number * 100;
  }
  AccessCounts sum = many;
  sum += few;
  const AccessCounts difference = many - few;
  number = 0;
  for (const auto member : members) {
    ++number;
    CHECK(sum.*member == number * 101);
    CHECK(difference.*member == number * 99);
  }
}

TEST_CASE("ManyCoreConfig: what cannot be built is named by its member, all at once") {
  CHECK(validate(ManyCoreConfig{}).empty());
  ManyCoreConfig config;
  config.cores = 65;
  config.threads_per_core = 0;
  config.l1.size = Bytes{48 * 1024};
  config.l2.ways = 0;
  config.l2.latency = Cycles{0};
  config.tlb.entries = 6;
  config.memory_rate = BytesPerSecond{0};
  config.write_buffer = 65;
  config.quantum = Cycles{0};
  CHECK(fields_at_fault(config) == Fields{"cores", "threads_per_core", "l1.size", "l2.ways", "tlb.entries",
                                          "l2.latency", "memory_rate", "write_buffer", "quantum"});
}

}  // namespace
}  // namespace tactus
