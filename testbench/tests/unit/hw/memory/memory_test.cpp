#include "hw/memory/memory.h"

#include <map>
#include <tuple>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

using Kind = MemoryRequest::Kind;

MachineConfig machine_with(const MemoryConfig& memory) {
  MachineConfig machine;
  machine.memory = memory;
  return machine;
}

/// Asks a memory on a clock of 4 ns and notes at which edge it answers what.
struct Requester : MemoryClient {
  Memory memory;
  Cycles now;
  std::map<std::tuple<Kind, int, std::uint32_t>, Cycles> read_or_taken, visible;

  explicit Requester(const MemoryConfig& config) : memory(machine_with(config)) { memory.connect(*this); }
  void done(int engine, MemoryAnswer answer, std::uint32_t tag) override {
    const Kind kind = answer == MemoryAnswer::kRead ? Kind::kRead : Kind::kWrite;
    const auto key = std::tuple(kind, engine, tag);
    if (answer != MemoryAnswer::kVisible) CHECK(read_or_taken.emplace(key, now).second);
    if (answer == MemoryAnswer::kVisible || answer == MemoryAnswer::kWritten) CHECK(visible.emplace(key, now).second);
  }
  void ask(Kind kind, std::uint32_t tag, std::uint64_t bytes, int engine = 0, std::uint64_t address = 0) {
    memory.request({engine, tag, kind, address, Bytes{bytes}}, now);
  }
  void run_to(std::uint64_t edge) {
    while (now < Cycles{edge}) {
      now += 1_cycles;
      memory.answer(now);
    }
  }
  Cycles answered(Kind kind, std::uint32_t tag, int engine = 0) {
    run_to(now.count() + 1000);
    return read_or_taken.at({kind, engine, tag});
  }
};

}  // namespace

TEST_CASE("Memory: requests of one direction are served one after the other at the bandwidth",
          "[SERVER-1][MEMORY-1][MEMORY-2][key:memory.bandwidth][MEMORY-3]") {
  Requester requester({16_GBps, Picoseconds{0}});
  requester.ask(Kind::kRead, 1, 2016);  // 126 ns: 31.5 cycles
  requester.ask(Kind::kRead, 2, 2016, 3);
  requester.ask(Kind::kRead, 3, 16);
  CHECK(requester.answered(Kind::kRead, 1) == 32_cycles);
  CHECK(requester.answered(Kind::kRead, 2, 3) == 63_cycles);
  CHECK(requester.answered(Kind::kRead, 3) == 64_cycles);
}

TEST_CASE("Memory: reading and writing do not slow each other", "[MEMORY-1][SERVER-1]") {
  Requester requester({16_GBps, Picoseconds{0}});
  requester.ask(Kind::kRead, 1, 1600);
  requester.ask(Kind::kWrite, 1, 1600);
  CHECK(requester.answered(Kind::kRead, 1) == 25_cycles);
  CHECK(requester.answered(Kind::kWrite, 1) == 25_cycles);
}

TEST_CASE("Memory: latency delays each answer but does not occupy the server",
          "[MEMORY-2][SERVER-1][key:memory.latency]") {
  Requester requester({16_GBps, 52_ns});
  requester.ask(Kind::kRead, 1, 1600);
  requester.ask(Kind::kRead, 2, 1600);
  CHECK(requester.answered(Kind::kRead, 1) == 38_cycles);
  CHECK(requester.answered(Kind::kRead, 2) == 63_cycles);
}

TEST_CASE("Memory: it moves whole accesses, as many as a request touches", "[SERVER-1][MEMORY-2][key:memory.access]") {
  struct Case {
    std::uint64_t address, bytes, moved;
  };
  for (const auto& each : std::vector<Case>{{0, 8, 64},
                                            {56, 8, 64},
                                            {60, 8, 128},
                                            {64, 64, 64},
                                            {63, 66, 192},
                                            {0, 2016, 2048},
                                            {32, 2016, 2048},
                                            {33, 2016, 2112}}) {
    MemoryConfig config{4_GBps, Picoseconds{0}};  // 16 B a cycle
    config.access = 64_B;
    Requester requester(config);
    requester.ask(Kind::kRead, 1, each.bytes, 0, each.address);
    requester.ask(Kind::kWrite, 2, each.bytes, 0, each.address);
    CAPTURE(each.address, each.bytes);
    CHECK(requester.answered(Kind::kRead, 1).count() == each.moved / 16);
    CHECK(requester.answered(Kind::kWrite, 2).count() == each.moved / 16);
    CHECK(requester.memory.bytes_read() == Bytes{each.moved});
  }
}

TEST_CASE("Memory: an idle server starts at the edge of the request", "[MEMORY-2]") {
  Requester requester({16_GBps, Picoseconds{0}});
  requester.ask(Kind::kRead, 1, 16);
  requester.run_to(125);
  requester.ask(Kind::kRead, 2, 128);
  CHECK(requester.answered(Kind::kRead, 2) == 127_cycles);
}

TEST_CASE("Memory: work that is no whole number of picoseconds is rounded up, and so are cycles",
          "[MEMORY-2][SERVER-4]") {
  Requester requester({BytesPerSecond{3'000'000'000}, Picoseconds{0}});
  for (std::uint32_t i = 1; i <= 12; ++i) requester.ask(Kind::kRead, i, 1);  // 334 ps each
  CHECK(requester.answered(Kind::kRead, 11) == 1_cycles);
  CHECK(requester.answered(Kind::kRead, 12) == 2_cycles);
}

TEST_CASE("Memory: what it has taken is visible at the same edge", "[MEMORY-2][SERVER-4]") {
  Requester requester({16_GBps, 50_ns});
  for (std::uint32_t i = 0; i < 5; ++i) requester.ask(Kind::kWrite, i, 700 * i + 1, 2);
  requester.run_to(1000);
  CHECK(requester.read_or_taken.size() == 5);
  CHECK(requester.visible == requester.read_or_taken);
}

TEST_CASE("Memory: counts bytes and busy time of each direction") {
  Requester requester({16_GBps, 50_ns});
  requester.ask(Kind::kRead, 1, 1600);
  requester.ask(Kind::kRead, 2, 160);
  requester.ask(Kind::kWrite, 1, 32);
  CHECK(requester.memory.bytes_read() == Bytes{1760});
  CHECK(requester.memory.bytes_written() == Bytes{32});
  CHECK(requester.memory.read_busy() == Picoseconds{110'000});
  CHECK(requester.memory.write_busy() == Picoseconds{2'000});
}

TEST_CASE("Memory: says at which edge it has an answer that somebody waits for", "[PORT-5]") {
  Requester requester({16_GBps, Picoseconds{0}});
  const auto next = [&](bool reads_awaited) { return requester.memory.next(reads_awaited); };
  CHECK(next(true) == Cycles::max());
  requester.ask(Kind::kRead, 1, 1600, 0);
  requester.ask(Kind::kRead, 1, 1600, 2);
  CHECK(next(true) == 25_cycles);
  CHECK(next(false) == Cycles::max());
  requester.ask(Kind::kWrite, 1, 1920, 1);
  CHECK(next(true) == 25_cycles);
  CHECK(next(false) == 30_cycles);
  requester.run_to(25);
  CHECK(next(true) == 30_cycles);
  requester.run_to(30);
  CHECK(next(true) == 50_cycles);
  CHECK(next(false) == Cycles::max());
}

TEST_CASE("Memory: what was not taken when it was done is said at the next call") {
  Requester requester({16_GBps, Picoseconds{0}});
  requester.ask(Kind::kRead, 1, 1600);
  requester.now = 99_cycles;
  requester.memory.answer(requester.now);
  CHECK(requester.read_or_taken.at({Kind::kRead, 0, 1}) == 99_cycles);
}

TEST_CASE("Memory: answers nothing that was asked before its NIC was reset", "[PORT-7]") {
  Requester requester({16_GBps, Picoseconds{0}});
  requester.ask(Kind::kRead, 1, 1600);
  requester.ask(Kind::kWrite, 1, 1600);
  requester.memory.forget();
  CHECK(requester.memory.next(true) == Cycles::max());
  requester.run_to(100);
  CHECK(requester.read_or_taken.empty());
  CHECK(requester.visible.empty());
}
