#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/memory/scripted_memory.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;
using namespace tactus::test;

namespace {

struct ScriptedBench {
  ScriptedMemory* memory = new ScriptedMemory;  // NOLINT(cppcoreguidelines-owning-memory): the bench has it
  StartedNicBench bench{bench_config(), std::unique_ptr<MemoryPort>(memory)};
};

}  // namespace

TEST_CASE("Nic: what the memory says between two edges counts at the next one, and wakes the NIC", "[PORT-6]") {
  ScriptedBench scripted;
  NicBench& bench = scripted.bench;
  bench.run_to(10);
  bench.send(1, {2, 2}, 64);
  bench.give_packet(3, 1, make_header(kPeer, 3, 1, 64));
  bench.run_to(500);
  CHECK(bench.heads(1).empty());
  CHECK(bench.credits(3).empty());
  REQUIRE(scripted.memory->requests.size() == 2);
  scripted.memory->tell(scripted.memory->requests[0]);
  bench.run(1);
  CHECK(bench.heads(1) == std::vector<std::uint64_t>{501});
  bench.run_to(700);
  scripted.memory->tell(scripted.memory->requests[1]);
  bench.run(5);
  REQUIRE(bench.credits(3).size() == 1);
  CHECK(bench.credits(3)[0].cycle == 701);
}

TEST_CASE("Nic: within an edge writes are asked for in the order of the engines, then reads",
          "[PORT-4][SERVER-2][NIC-1]") {
  ScriptedBench scripted;
  NicBench& bench = scripted.bench;
  bench.run_to(10);
  std::vector<Flit> flits[kEngines];
  for (int e = 0; e < kEngines; ++e) flits[e] = make_flits(make_header(kPeer, e, 1, 16), 0);
  for (std::size_t i = 0; i < 3; ++i) {
    for (int e = 0; e < kEngines; ++e) bench.give_flit(e, flits[e][i]);
    if (i == 2) {
      for (const int engine : {3, 1, 0, 2}) bench.send(engine, {2, 2}, 100);
    }
    bench.run(1);
  }
  REQUIRE(scripted.memory->requests.size() == 8);
  for (int i = 0; i < 8; ++i) {
    const MemoryRequest& request = scripted.memory->requests[static_cast<std::size_t>(i)];
    CHECK(scripted.memory->edges[static_cast<std::size_t>(i)] == 13);
    CHECK(request.engine == i % 4);
    CHECK((request.kind == MemoryRequest::Kind::kWrite) == (i < 4));
  }
}

TEST_CASE("Nic: something is due until what it has received is visible") {
  ScriptedBench scripted;
  NicBench& bench = scripted.bench;
  bench.give_packet(0, 0, make_header(kPeer, 0, 1, 64));
  bench.run(100);
  CHECK(bench.nic.something_due());
  scripted.memory->tell(scripted.memory->requests.at(0), MemoryAnswer::kTaken);
  bench.run(10);
  CHECK(bench.nic.flits_in_receive_buffer() == 0);
  CHECK(bench.nic.writes_pending());
  CHECK(bench.nic.something_due());
  scripted.memory->tell(scripted.memory->requests.at(0), MemoryAnswer::kVisible);
  bench.run(1);
  CHECK_FALSE(bench.nic.writes_pending());
  CHECK_FALSE(bench.nic.something_due());
}

TEST_CASE("Nic: reset forgets what memory was asked for", "[PORT-7]") {
  MachineConfig config = bench_config();
  config.memory.latency = Picoseconds{1'000'000};
  RunningNicBench bench(config);
  bench.send(0, {2, 2}, 2016);
  bench.give_packet(1, 0, make_header(kPeer, 1, 1, 64));
  bench.run(20);
  bench.reset(3);
  bench.run(1000);
  CHECK(bench.heads(0).empty());
  CHECK(bench.credits(1).empty());
  CHECK(bench.nic.final_faults().empty());
}
