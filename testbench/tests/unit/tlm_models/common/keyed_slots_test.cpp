#include "tlm_models/common/keyed_slots.h"

#include <map>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TEST_CASE("Keyed slots: what is found under a key is what a map finds, whatever comes and goes") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const RandomStream random(seed, 0);
    std::uint64_t draw = 0;
    KeyedSlots<int> slots;
    std::map<std::uint64_t, int> plain;
    // Few keys, so that they come again and stand in each other's way; some differ in the upper half only.
    const std::uint64_t keys = 2 + random.below(draw++, 60);
    for (int i = 0; i < 2'000; ++i) {
      const std::uint64_t number = random.below(draw++, keys);
      const std::uint64_t key = number % 2 == 0 ? number : number << 32;
      CAPTURE(seed, i, key);
      int* const found = slots.find(key);
      REQUIRE((found != nullptr) == (plain.count(key) != 0));
      if (found == nullptr) {
        REQUIRE(slots.insert(key, i) == i);
        plain[key] = i;
      } else {
        REQUIRE(*found == plain[key]);
        slots.erase(key);
        plain.erase(key);
      }
      REQUIRE(slots.size() == plain.size());
    }
    std::map<std::uint64_t, int> visited;
    slots.for_each([&visited](std::uint64_t key, int value) { visited[key] = value; });
    CHECK(visited == plain);
  }
}

TEST_CASE("Keyed slots: without values nothing is found") {
  KeyedSlots<int> slots;
  CHECK(slots.find(0) == nullptr);
  slots.insert(0, 3);
  slots.erase(0);
  CHECK(slots.find(0) == nullptr);
  CHECK(slots.size() == 0);
}

}  // namespace
}  // namespace tactus
