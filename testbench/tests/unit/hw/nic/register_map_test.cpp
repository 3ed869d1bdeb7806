#include <vector>

#include "hw/nic/nic_registers.h"
#include "rtl/regs/tactus_nic.h"
#include "testbench/tests/support/catch.h"

using namespace tactus;
using namespace tactus::nic_reg;

TEST_CASE("RegisterBlock: every word of a register finds it, and no other word finds anything") {
  std::vector<const Register*> owner(kEngineSpan / 4, nullptr);
  for (const Register& reg : kEngineRegisters) {
    for (std::uint64_t offset = reg.offset; offset < reg.offset + reg.bytes; offset += 4) {
      REQUIRE(owner.at(offset / 4) == nullptr);
      owner[offset / 4] = &reg;
    }
  }
  for (std::uint64_t offset = 0; offset < kEngineSpan; offset += 4) {
    const Register* const found = kEngineBlock.find(offset);
    const Register* const expected = owner[offset / 4];
    CAPTURE(offset);
    REQUIRE((found != nullptr) == (expected != nullptr));
    if (found != nullptr) CHECK(std::string(found->name) == expected->name);
  }
  CHECK(kEngineBlock.find(std::uint64_t{1} << 40) == nullptr);
}

TEST_CASE("Field: its mask, reading and writing speak of the same bits") {
  constexpr Field kPart{24, 4};
  CHECK(kPart.mask() == 0x0F000000);
  CHECK(kPart.get(0xF5FFFFFF) == 5);
  CHECK(kPart.put(0x15) == 0x05000000);
  constexpr Field kWord{0, 32};
  CHECK(kWord.mask() == 0xFFFFFFFF);
  CHECK(kWord.get(0x80000001) == 0x80000001);
  CHECK(kWord.put(0x80000001) == 0x80000001);
}

TEST_CASE("Register map: the header for drivers in C says what the C++ map says") {
  CHECK(TACTUS_NIC_ID == kId);
  CHECK(TACTUS_NIC_ID_VALUE == kIdValue);
  CHECK(TACTUS_NIC_SHAPE_Y_MASK == kShapeY.mask());
  CHECK(TACTUS_NIC_IRQ_STATUS == kIrqStatus);
  CHECK(TACTUS_NIC_ENGINE_COUNT == kEngineBlocks);
  for (int e = 0; e < kEngineBlocks; ++e) {
    CHECK(TACTUS_NIC_ENGINE_BASE(static_cast<std::uint64_t>(e)) == engine_base(e));
  }
  CHECK(TACTUS_NIC_ENGINE_PACE_GAP == kPaceGap);
  CHECK(TACTUS_NIC_ENGINE_RX_DROPPED == kRxDropped);
  CHECK(TACTUS_NIC_ENGINE_TX_RING == kTxRing);
  CHECK(TACTUS_NIC_ENGINE_TX_RING_ENTRIES == kRingEntries);
  CHECK(TACTUS_NIC_ENGINE_IRQ_ENABLE_FREED_MASK == kIrqFreed);

  std::uint32_t words[kDescriptorWords] = {};
  words[TACTUS_NIC_ENGINE_TX_RING_RECEIVE_SLOT_WORD] |= 9U << TACTUS_NIC_ENGINE_TX_RING_RECEIVE_SLOT_SHIFT;
  words[TACTUS_NIC_ENGINE_TX_RING_DESTINATION_ADDRESS_HIGH_WORD] |=
      TACTUS_NIC_ENGINE_TX_RING_DESTINATION_ADDRESS_HIGH_MASK;
  const SendDescriptor descriptor = decode_send(words, 2);
  CHECK(descriptor.receive_slot == 9);
  CHECK(descriptor.destination_address == 0xFFFF'00000000);
}
