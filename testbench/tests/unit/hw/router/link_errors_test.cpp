#include "hw/router/link_errors.h"

#include <cmath>
#include <vector>

#include "testbench/tests/support/catch.h"

namespace tactus {

TEST_CASE("Bit errors: packets have them as often as they have bits, each flit alike, every link its own", "[LINK-7]") {
  MachineConfig machine;
  machine.faults.bit_error_rate = 1e-5;
  const LinkErrors link(machine, {1, 1}, Direction::kPlusX);
  const LinkErrors other(machine, {1, 1}, Direction::kMinusX);
  machine.faults.seed = 2;
  const LinkErrors reseeded(machine, {1, 1}, Direction::kPlusX);
  constexpr int kPackets = 200'000;
  for (const int flits : {2, 128}) {
    std::vector<int> wrong(static_cast<std::size_t>(flits));
    int failures = 0;
    int alike = 0;
    for (int i = 0; i < kPackets; ++i) {
      const auto head = 1000 * static_cast<std::uint64_t>(i);
      const int flit = link.wrong_flit(head, flits);
      REQUIRE(flit < flits);
      if (flit >= 0) ++failures;
      if (flit >= 0) ++wrong[static_cast<std::size_t>(flit)];
      if (flit >= 0 && (other.wrong_flit(head, flits) >= 0 || reseeded.wrong_flit(head, flits) >= 0)) ++alike;
    }
    // Within five standard deviations of so many draws.
    const double fails = 1 - std::pow(1 - 1e-5, 128.0 * flits);
    CHECK(std::abs(failures - kPackets * fails) < 5 * std::sqrt(kPackets * fails));
    CHECK(alike < 2 * fails * failures + 5 * std::sqrt(2 * fails * failures) + 2);
    const double each = kPackets * fails / flits;
    for (const int count : wrong) CHECK(std::abs(count - each) < 5.5 * std::sqrt(each));
  }
}

TEST_CASE("Bit errors: a link without any carries every packet as it is", "[LINK-7]") {
  MachineConfig machine;
  machine.faults.bit_error_rate = 1e-300;
  const LinkErrors link(machine, {1, 1}, Direction::kPlusX);
  for (std::uint64_t head = 1; head < 100'000; ++head) REQUIRE(link.wrong_flit(head, 128) == -1);
}

}  // namespace tactus
