#include <cstdint>
#include <exception>
#include <vector>

#include "rtl/regs/tactus_nic.h"
#include "rtl/twin/rtl_assertion.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/rtl/axi/axi_pair.h"
#include "testbench/tests/unit/rtl/axi/axi_software.h"
#include "testbench/tests/unit/rtl/axi/axi_traffic.h"

namespace tactus::test {
namespace {

bool is_found() {
  AxiPair::Setup setup;
  setup.outstanding_reads = setup.packet_buffers = 16;
  setup.pace = 20;
  try {
    if (!fault_of_exchange(setup, 3).empty() || !fault_of_drop().empty()) return true;
    return !AxiPair(setup, 1).access(0, true, TACTUS_NIC_ID, 1).refused;
  } catch (const std::exception&) {
    return true;
  }
}

}  // namespace
TEST_CASE("NIC on AXI: all bytes of all messages come to their places, and no others, with random memories",
          "[AXI-1][AXI-4][AXI-5][AXI-9]") {
  std::uint64_t seed = 1;
  for (const int pace : {100, 60, 15}) {
    for (const unsigned payload : {480U, 96U}) {
      CAPTURE(pace, payload);
      AxiPair::Setup setup;
      setup.pace = pace;
      setup.max_payload = payload;
      setup.outstanding_reads = pace == 60 ? 16 : 1;
      setup.packet_buffers = 16;
      CHECK(fault_of_exchange(setup, seed++) == "");
    }
  }
}

TEST_CASE("NIC on AXI: a packet of one flit of payload at every place in a beat is read and written whole",
          "[AXI-5][AXI-6]") {
  AxiPair pair({}, 7);
  EngineSoftware sender(pair, 0, 0);
  EngineSoftware receiver(pair, 1, 0);
  std::uint32_t sent = 0;
  for (std::uint32_t from = 0; from < 16; ++from) {
    for (std::uint32_t bytes = 1; bytes <= 16; bytes += 5) {
      // Across 4 GiB and across 4 KiB.
      const Message message{sent, NodeMemory::kBase + 0xFFF0 + from, NodeMemory::kBase + 0x8FF0 + from, bytes, true};
      for (std::uint32_t i = 0; i < bytes; ++i) {
        pair.memory(0).at(message.from + i) = static_cast<std::uint8_t>(7 * sent + i + 1);
      }
      sender.send(message, 0);
      ++sent;
      while (receiver.read(TACTUS_NIC_ENGINE_RX_ONE_SIDED) != sent) pair.run(3);
      for (std::uint32_t i = 0; i < bytes; ++i) {
        REQUIRE(pair.memory(1).at(message.to + i) == static_cast<std::uint8_t>(7 * (sent - 1) + i + 1));
      }
    }
  }
}

TEST_CASE("NIC on AXI: packets in mode phase start by the common counter") {
  constexpr std::uint32_t kPackets = 4;
  constexpr std::uint32_t kPeriod = 100;
  constexpr std::uint32_t kAhead = 700;
  AxiPair pair({}, 9);
  EngineSoftware sender(pair, 0, 0);
  EngineSoftware receiver(pair, 1, 0);
  const std::uint32_t begin = pair.counter() + kAhead;
  sender.write(TACTUS_NIC_ENGINE_PACE_CTRL, TACTUS_NIC_ENGINE_PACE_CTRL_MODE_MASK & 3U);
  sender.write(TACTUS_NIC_ENGINE_PACE_PERIOD, kPeriod);
  sender.write(TACTUS_NIC_ENGINE_PACE_PHASE, 40);
  sender.write(TACTUS_NIC_ENGINE_PACE_BEGIN, begin);
  sender.send({0, NodeMemory::kBase, NodeMemory::kBase + 0x9000, kPackets * 480, true}, 0);
  std::vector<std::uint32_t> starts;
  while (starts.size() < kPackets) {
    REQUIRE(pair.counter() < begin + 10 * kPeriod);
    if (sender.read(TACTUS_NIC_ENGINE_TX_PACKETS) > starts.size()) starts.push_back(pair.counter());
  }
  // A read takes some clocks.
  for (std::uint32_t i = 0; i < kPackets; ++i) {
    CAPTURE(i, starts[i], begin);
    CHECK(starts[i] > begin + 40 + i * kPeriod);
    CHECK(starts[i] < begin + 40 + i * kPeriod + 10);
  }
}

TEST_CASE("NIC on AXI: a bad access is answered with an error, and an interrupt rises and falls", "[AXI-3]") {
  AxiPair pair({}, 8);
  CHECK(pair.read(0, TACTUS_NIC_ID) == TACTUS_NIC_ID_VALUE);
  CHECK(pair.read(1, TACTUS_NIC_NODE) == 1);
  CHECK(pair.access(0, true, TACTUS_NIC_ID, 1).refused);
  CHECK(pair.access(0, false, 0x9000, 0).refused);
  CHECK(pair.access(1, false, 2, 0).refused);
  EngineSoftware sender(pair, 0, 1);
  sender.write(TACTUS_NIC_ENGINE_IRQ_ENABLE, TACTUS_NIC_ENGINE_IRQ_ENABLE_SEND_MASK);
  CHECK_FALSE(pair.interrupt(0));
  sender.send({0, NodeMemory::kBase, NodeMemory::kBase + 0x9000, 100, true}, 1);
  for (int waited = 0; !pair.interrupt(0); ++waited) {
    REQUIRE(waited < 1000);
    pair.run(1);
  }
  CHECK_FALSE(pair.interrupt(1));
  sender.write(TACTUS_NIC_ENGINE_IRQ_ENABLE, 0);
  pair.run(6);
  CHECK_FALSE(pair.interrupt(0));
}

TEST_CASE("NIC on AXI: an error of memory is told, and the message goes on", "[AXI-2][AXI-7]") {
  AxiPair pair({}, 9);
  EngineSoftware sender(pair, 0, 1);
  pair.port(0, 1).fail();
  pair.port(1, 1).fail();
  sender.send({0, NodeMemory::kBase, NodeMemory::kBase + 0x9000, 100, true}, 1);
  EngineSoftware receiver(pair, 1, 1);
  while (receiver.read(TACTUS_NIC_ENGINE_RX_ONE_SIDED) != 1) pair.run(3);
  CHECK(pair.failed(0, 1, false));
  CHECK(pair.failed(1, 1, true));
  CHECK_FALSE(pair.failed(0, 0, false));
  pair.reset(3);
  CHECK_FALSE(pair.failed(0, 1, false));
  CHECK(receiver.read(TACTUS_NIC_ENGINE_RX_ONE_SIDED) == 0);
}

TEST_CASE("NIC on AXI: a cancelled receive's payload is forgotten, and what comes behind it is whole", "[AXI-8]") {
  CHECK(fault_of_drop() == "");
}

TEST_CASE("NIC on AXI: checkers of APB and AXI name the rule that is broken", "[AXI-3]") {
  AxiPair pair({}, 11);
  pair.lose_select();
  try {
    pair.read(0, TACTUS_NIC_ID);
    FAIL("nothing was found");
  } catch (const RtlAssertion& found) {
    CHECK_THAT(found.what(), Catch::Contains("EnableNeedsSelect"));
  }
}

// Those of axi_faults.cmake.
TEST_CASE("NIC on AXI: every planted fault is found by traffic or by a checker", "[AXI-6]") {
  struct Fault {
    int number;
    const char* what;
  };
  const Fault faults[] = {
      {1, "the second burst begins a beat too late"},
      {2, "a burst crosses 4 KiB"},
      {3, "a read is done with its first burst"},
      {4, "payload is taken out of the beat before"},
      {5, "payload is not shifted to its place in the flit"},
      {6, "a byte too few of the last flit is payload"},
      {7, "the payload of a cancelled receive stays in its slots"},
      {8, "the payload of VC 1 goes to the slots of VC 0"},
      {9, "the first beat of a write has all its strobes"},
      {10, "the last beat of a write has all its strobes"},
      {11, "the last beat of a burst does not say so"},
      {12, "a write is visible with the response to its first burst"},
      {13, "an address is withdrawn while data comes"},
      {14, "data changes before it is taken"},
      {15, "an access is answered twice"},
      {16, "an error is not told to APB"},
      {17, "tags of writes that memory has taken are mixed up"},
      {18, "the NIC gets payload in place of its pattern"},
  };
  for (const Fault& fault : faults) {
    CAPTURE(fault.number, fault.what);
    plant_axi_fault(fault.number);
    CHECK(is_found());
  }
  plant_axi_fault(0);
}

}  // namespace tactus::test
