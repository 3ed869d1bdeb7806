#include "testbench/app/validate/bias_search.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr std::uint64_t kFlits = 128;  // of a full packet
constexpr std::uint64_t kFull = 2016;  // its payload

/// In cycles of the default machine.
std::uint64_t cycles(std::uint64_t bytes, const std::vector<int>& hops, int eighths) {
  const MachineConfig machine;
  return machine.clock.cycle_at(gaps_alone(machine, Bytes{bytes}, hops, PacketEighths{eighths})).count();
}

TEST_CASE("Gaps alone: every packet but the last takes hops - 1 and the bias longer than itself") {
  CHECK(cycles(kFull, {5}, 8) == kFlits);
  CHECK(cycles(2 * kFull, {1}, 0) == 2 * kFlits);
  CHECK(cycles(2 * kFull, {3}, 8) == 4 * kFlits + kFlits);
  CHECK(cycles(3 * kFull, {2}, 4) == 2 * (2 * kFlits + kFlits / 2) + kFlits);
  // A last packet of 16 B of payload has three flits.
  CHECK(cycles(kFull + 16, {2}, 0) == 2 * kFlits + 3);
}

TEST_CASE("Gaps alone: a negative gap is none, and phases follow each other") {
  CHECK(cycles(4 * kFull, {2}, -80) == 4 * kFlits);
  CHECK(cycles(2 * kFull, {1, 3, 2}, 0) == (2 + 4 + 3) * kFlits);
  CHECK(cycles(2 * kFull, {}, 0) == 0);
}

}  // namespace
}  // namespace tactus
