#include "hw/nic/dma_engine.h"

#include <algorithm>
#include <string>
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
  constexpr std::uint64_t kAddress = 0x123456789ABC;
  rig.send(2 * 2016 + 5, kAddress);
  rig.idle(500);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> reads;
  for (const MemoryRequest& request : rig.memory.requests) reads.emplace_back(request.address, request.bytes.count());
  CHECK(reads == std::vector<std::pair<std::uint64_t, std::uint64_t>>{
                     {kAddress, 2016}, {kAddress + 2016, 2016}, {kAddress + std::uint64_t{2} * 2016, 5}});
}

TEST_CASE("DmaEngine: a descriptor and a receive that name a node or an engine that there is not are refused",
          "[reg:TX_RING.destination_z][reg:TX_RING.destination_w][reg:TX_RING.destination_nic]"
          "[reg:RX_SLOTS.source_z][reg:RX_SLOTS.source_w]") {
  MachineConfig config = bench_config();
  config.network = {3, 4, 2};
  config.nic.count = 5;
  struct Case {
    Coordinate node;
    int nic = 0;
    const char* fault = "";
  };
  const std::vector<Case> cases = {{{2, 3, 1}, 4, ""},
                                   {{3, 3, 1}, 4, "node (3,3,1) is outside the 3x4x2 network"},
                                   {{2, 4, 1}, 4, "node (2,4,1) is outside the 3x4x2 network"},
                                   {{2, 3, 2}, 4, "node (2,3,2) is outside the 3x4x2 network"},
                                   {{2, 3, 1, 1}, 4, "node (2,3,1,1) is outside the 3x4x2 network"},
                                   {{2, 3, 1}, 5, "engine 5 of 5"}};
  for (const Case& one : cases) {
    CAPTURE(one.fault);
    EngineRig rig(config);
    nic_reg::SendDescriptor descriptor;
    descriptor.destination = one.node;
    descriptor.destination_nic = static_cast<std::uint8_t>(one.nic);
    const std::string fault = one.fault;
    CHECK(rig.send(descriptor).message == (fault.empty() ? "" : "descriptor 0: " + fault));
    if (one.nic == 5) continue;
    nic_reg::ReceiveSlot slot;
    slot.source = one.node;
    std::uint32_t words[nic_reg::kDescriptorWords];
    nic_reg::encode(slot, config.network.dimensions(), words);
    for (std::uint64_t w = 0; w < nic_reg::kDescriptorWords; ++w) {
      rig.engine.write(nic_reg::kRxSlots + 3 * nic_reg::kDescriptorBytes + 4 * w, words[w]);
    }
    CHECK(rig.engine.write(nic_reg::kRxPost, 3).message == (fault.empty() ? "" : "receive slot 3: " + fault));
  }
}

TEST_CASE("DmaEngine: sends messages of up to 2^24 packets, one-sided ones of up to 2^20, and refuses longer ones",
          "[BUS-4][PACKET-8][reg:TX_RING.bytes][reg:TX_RING.one_sided]") {
  MachineConfig config;
  config.nic.mtu = Bytes{9216};
  for (const bool one_sided : {false, true}) {
    const std::uint64_t most = std::min((std::uint64_t{1} << 36) - 1, Bytes{9184}.count() << (one_sided ? 20 : 24));
    for (const std::uint64_t bytes : {most, most + 1}) {
      if (bytes >> 36 != 0) continue;  // more than the register holds
      CAPTURE(one_sided, bytes);
      EngineRig rig(config);
      nic_reg::SendDescriptor descriptor;
      descriptor.one_sided = one_sided;
      descriptor.bytes = bytes;
      CHECK(rig.send(descriptor).message.empty() == (bytes == most));
      if (bytes != most) continue;
      rig.idle(2);
      REQUIRE(rig.memory.requests.size() == 1);
      CHECK(rig.memory.requests[0].bytes == Bytes{9184});
    }
  }
}

TEST_CASE("DmaEngine: in six dimensions positions have 5 bits for each, in its registers and its packets",
          "[PACKET-11][reg:TX_RING.negative]") {
  MachineConfig config;
  config.network = {5, 4, 2, 3, 2, 32};
  config.nic.count = 2;
  EngineRig rig(config);
  rig.memory.at_once = true;
  nic_reg::SendDescriptor descriptor;
  descriptor.destination = {4, 3, 1, 2, 1, 31};
  descriptor.negative = OffsetSigns(0b101010);
  descriptor.bytes = 100;
  rig.send(descriptor);
  CHECK(rig.engine.read(nic_reg::kTxRing, Cycles{}, true).value ==
        (4U | 3U << 5 | 1U << 10 | 2U << 15 | 1U << 20 | 31U << 25));
  rig.idle(100);
  REQUIRE(rig.sent.size() == 1);
  CHECK(rig.sent[0].route.destination == Coordinate{4, 3, 1, 2, 1, 31});
  CHECK(rig.sent[0].route.negative == OffsetSigns(0b101010));
  descriptor.destination = {4, 3, 1, 2, 2, 31};
  CHECK(rig.send(descriptor).message == "descriptor 1: node (4,3,1,2,2,31) is outside the 5x4x2x3x2x32 network");
}

TEST_CASE("DmaEngine: software that changes pacing wakes the sender, which may have a slot at once", "[PACER-13]") {
  EngineRig rig;
  rig.memory.at_once = true;
  constexpr std::uint32_t kFarAway = 100'000;  // the sender sleeps until the first slot
  rig.engine.write(nic_reg::kPaceCtrl, 3);
  rig.engine.write(nic_reg::kPacePeriod, 1'000);
  rig.engine.write(nic_reg::kPaceBegin, kFarAway);
  rig.send(64);
  rig.idle(500);
  REQUIRE(rig.sent.empty());
  rig.engine.write(nic_reg::kPaceCtrl, 0);
  rig.idle(2);
  CHECK(rig.sent.size() == 1);
}
