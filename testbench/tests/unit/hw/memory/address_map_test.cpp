#include "hw/memory/address_map.h"

#include <set>

#include "testbench/tests/support/catch.h"

using namespace tactus;

TEST_CASE("AddressMap: no two buffers share a byte, and each can be written by one-sided packets", "[ADDRESS-1]") {
  constexpr std::uint64_t kLongest = 0xFFFFFFFF;  // a message's length has 32 bits
  std::set<std::uint64_t> begins;
  for (int place = 0; place < 256; ++place) {
    for (int engine = 0; engine < kMaxNics; ++engine) {
      begins.insert(AddressMap::send_buffer(place, engine));
      begins.insert(AddressMap::receive_buffer(place, engine));
    }
  }
  REQUIRE(begins.size() == 256 * kMaxNics * 2);
  std::uint64_t free_from = 0;
  for (const std::uint64_t begin : begins) {
    CHECK(begin >= free_from);
    free_from = begin + kLongest;
  }
  CHECK(free_from <= std::uint64_t{1} << AddressMap::kAddressBits);
}

TEST_CASE("AddressMap: buffers lie in the memories that are said, each wholly, and in no other place for it",
          "[ADDRESS-1]") {
  const BufferHomes homes{{0, 15, 2, 7, 9, 1, 14, 3}, {5, 0, 13, 1, 8, 15, 2, 6}};
  for (int engine = 0; engine < kMaxNics; ++engine) {
    const auto e = static_cast<std::size_t>(engine);
    for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{0xFFFFFFFF}}) {
      CHECK(AddressMap::home(AddressMap::send_buffer(255, engine, homes) + offset) == homes.send[e]);
      CHECK(AddressMap::home(AddressMap::receive_buffer(0, engine, homes) + offset) == homes.receive[e]);
    }
    const std::uint64_t within = AddressMap::send_buffer(9, engine, homes) - AddressMap::in_memory(homes.send[e], 0);
    CHECK(within == AddressMap::send_buffer(9, engine));
  }
}

TEST_CASE("AddressMap: where nothing is said a buffer lies in memory 0", "[ADDRESS-1]") {
  for (int place = 0; place < 256; ++place) {
    for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{0xFFFFFFFF}}) {
      CHECK(AddressMap::home(AddressMap::send_buffer(place, 7) + offset) == 0);
      CHECK(AddressMap::home(AddressMap::receive_buffer(place, 7) + offset) == 0);
    }
  }
}

TEST_CASE("AddressMap: the upper bits of an address are its home") {
  CHECK(AddressMap::home((std::uint64_t{1} << 44) - 1) == 0);
  CHECK(AddressMap::home(std::uint64_t{1} << 44) == 1);
  CHECK(AddressMap::home((std::uint64_t{1} << 48) - 1) == 15);
}
