#include "hw/nic/descriptor_ring.h"

#include <set>

#include "testbench/tests/support/catch.h"

using namespace tactus;

TEST_CASE("DescriptorRing: the doorbell moves forward only, and at most a ring ahead of what was taken",
          "[reg:TX_DOORBELL]") {
  DescriptorRing ring(2);
  for (std::uint32_t base = 0; base < 40; ++base) {
    ring.ring(base + 1);
    ring.take();
    CHECK_FALSE(ring.accepts(base));
    CHECK(ring.accepts(base + 1));
    CHECK(ring.accepts(base + 1 + 16));
    CHECK_FALSE(ring.accepts(base + 1 + 17));
  }
}

TEST_CASE("DescriptorRing: an entry is the engine's from the doorbell until it is taken") {
  DescriptorRing ring(2);
  std::uint32_t given = 0;
  std::uint32_t taken = 0;
  for (int step = 0; step < 200; ++step) {
    const auto more = static_cast<std::uint32_t>(step * 7 % 5);
    if (given + more - taken <= 16) ring.ring(given += more);
    for (int i = 0; i < step % 3 && taken < given; ++i, ++taken) ring.take();
    std::set<std::uint32_t> owned;
    for (std::uint32_t n = taken; n != given; ++n) owned.insert(n % 16);
    for (int word = 0; word < 128; ++word) {
      REQUIRE(ring.busy(word) == (owned.count(static_cast<std::uint32_t>(word / 8)) == 1));
    }
  }
}

TEST_CASE("DescriptorRing: descriptors are taken in order, as they were written", "[PIN-25]") {
  DescriptorRing ring(2);
  std::uint32_t words[nic_reg::kDescriptorWords];
  for (std::uint32_t n = 0; n < 40; ++n) {
    nic_reg::SendDescriptor d;
    d.destination = {static_cast<int>(n), 1, 2, static_cast<int>(255 - n)};
    d.tag = 1000 + n;
    d.source_address = 0x123456789ABCULL + n;
    nic_reg::encode(d, 2, words);
    for (int w = 0; w < nic_reg::kDescriptorWords; ++w) ring.write(static_cast<int>(n % 16) * 8 + w, words[w]);
    ring.ring(n + 1);
    const nic_reg::SendDescriptor taken = ring.take();
    CHECK(taken.destination == d.destination);
    CHECK(taken.tag == 1000 + n);
    CHECK(taken.source_address == 0x123456789ABCULL + n);
    CHECK(ring.empty());
  }
}
