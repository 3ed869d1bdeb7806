#include "hw/memory/memory_controller.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"

namespace tactus {
namespace {

using namespace literals;

MemoryControllerConfig quick() {
  MemoryControllerConfig config;
  config.rate = BytesPerSecond{6'400'000'000};  // 64 B in 10 ns
  config.latency = {};
  config.banks = 8;
  config.bank_busy = {};
  config.queue = 1000;
  return config;
}

/// Time of the last of `n` writes of 64 B, `stride` bytes apart, each given as soon as there is room.
Picoseconds time_of_writes(const MemoryControllerConfig& config, std::uint64_t n, std::uint64_t stride) {
  MemoryController memory(config);
  Picoseconds now;
  Picoseconds done;
  for (std::uint64_t i = 0; i < n; ++i) {
    if (!memory.has_room(now)) now = memory.next_room();
    REQUIRE(memory.has_room(now));
    done = memory.write(i * stride, 64_B, now);
  }
  return done;
}

}  // namespace

TEST_CASE("MemoryController: the data bus gives bytes / rate to each access, one after the other") {
  CHECK(time_of_writes(quick(), 100, 64) == 1000_ns);
}

TEST_CASE("MemoryController: accesses of one bank are as far apart as it is busy, those of several overlap") {
  MemoryControllerConfig config = quick();
  config.bank_busy = 40_ns;
  CHECK(time_of_writes(config, 100, 64) == 1000_ns);                     // eight banks in turn: the bus
  CHECK(time_of_writes(config, 100, 64 * 8) == 40_ns * 99 + 10_ns);      // one bank
  CHECK(time_of_writes(config, 100, 64 * 4) == 40_ns * 49 + 10_ns * 2);  // two banks in turn
}

TEST_CASE("MemoryController: a queue of n places gives n accesses per latency and transfer") {
  MemoryControllerConfig config = quick();
  config.latency = 90_ns;
  config.queue = 4;
  // Four at a time; each place is free 100 ns after its access has begun, and the bus staggers them.
  CHECK(time_of_writes(config, 400, 64) == 100_ns * 99 + 30_ns + 100_ns);
}

TEST_CASE("MemoryController: a read keeps its place until its answer has left") {
  MemoryControllerConfig config = quick();
  config.queue = 1;
  MemoryController memory(config);
  CHECK(memory.read(0, 64_B, {}) == 10_ns);
  CHECK_FALSE(memory.has_room(500_ns));
  CHECK(memory.next_room() == Picoseconds::max());
  memory.release(600_ns);
  CHECK(memory.has_room(600_ns));
  CHECK(memory.read(0, 64_B, 500_ns) == 610_ns);  // it came before there was a place
}

TEST_CASE("MemoryController: banks that are no power of two, short lines and no queue are refused by member") {
  MemoryControllerConfig config;
  CHECK(validate(config).empty());
  config.banks = 6;
  config.bank_interleave = 48_B;
  config.queue = 0;
  CHECK(fields_at_fault(config) == Fields{"banks", "bank_interleave", "queue"});
}

}  // namespace tactus
