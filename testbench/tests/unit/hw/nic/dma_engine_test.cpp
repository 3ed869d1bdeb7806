#include "hw/nic/dma_engine.h"

#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/engine_rig.h"

using namespace tactus;
using namespace tactus::test;

TEST_CASE("DmaEngine: reading the low word of a counter keeps its high word for the next read", "[COUNT-1]") {
  EngineRig rig;
  rig.send(64);
  rig.engine.sender.tick(Cycles{10}, 0);  // its read is never answered
  const auto cycle = [](std::uint64_t high, std::uint64_t low) { return Cycles{10 + (high << 32) + low}; };
  const auto low = [&](Cycles now, bool effects) {
    return rig.engine.read(nic_reg::kTxMemoryCycles, now, effects).value;
  };
  const auto high = [&](Cycles now) { return rig.engine.read(nic_reg::kTxMemoryCycles + 4, now, true).value; };
  CHECK(low(cycle(3, 6), true) == 7);  // the present cycle is included
  CHECK(high(cycle(5, 0)) == 3);
  CHECK(low(cycle(7, 1), false) == 2);  // debug access
  CHECK(high(cycle(7, 1)) == 3);
  CHECK(low(cycle(8, 1), true) == 2);
  CHECK(high(cycle(8, 2)) == 8);
}

TEST_CASE("DmaEngine: the payload of packet i is read at the message's address plus i times a full payload",
          "[PIN-21][reg:TX_RING.source_address][reg:TX_RING.bytes]") {
  EngineRig rig;
  rig.memory.at_once = true;
  constexpr std::uint64_t kAddress = 0x123456789ABCDEF0;
  rig.send(2 * 2016 + 5, kAddress);
  rig.idle(500);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> reads;
  for (const MemoryRequest& request : rig.memory.requests) reads.emplace_back(request.address, request.bytes.count());
  CHECK(reads == std::vector<std::pair<std::uint64_t, std::uint64_t>>{
                     {kAddress, 2016}, {kAddress + 2016, 2016}, {kAddress + std::uint64_t{2} * 2016, 5}});
}
