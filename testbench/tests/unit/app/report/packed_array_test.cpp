#include "testbench/app/report/torus_map.h"

#include <random>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/report/unpacked.h"

namespace tactus {
namespace {

TEST_CASE("packed: what is packed comes out again, of any length") {
  std::mt19937 dice(1);
  for (std::size_t size = 0; size < 200; ++size) {
    std::vector<std::uint8_t> bytes(size);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(dice());
    const std::string text = packed(bytes);
    CHECK(text.size() % 4 == 0);
    const bool same = test::unpacked(text) == bytes;
    CHECK(same);
  }
}

TEST_CASE("packed: numbers have four bytes, the least significant first") {
  CHECK(test::unpacked(packed(std::vector<std::uint32_t>{1, 0x04030201})) ==
        std::vector<std::uint8_t>{1, 0, 0, 0, 1, 2, 3, 4});
}

}  // namespace
}  // namespace tactus
