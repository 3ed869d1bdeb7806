#include "hw/router/link_transfer.h"

#include <cmath>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr std::uint64_t kLength = 128;  ///< flits
constexpr std::uint64_t kDelay = 22;    ///< of the links, in cycles

Picoseconds edge_of(std::uint64_t cycle) { return MachineConfig{}.clock.edge(Cycles{cycle}); }

/// The link from (1,1) to (2,1).
LinkTransfer link_of(const MachineConfig& machine) { return {machine, {1, 1}, Direction::kPlusX}; }

LinkOutage outage_of(std::uint64_t first, std::uint64_t end) {
  return {{{{2, 1}, {1, 1}}, {{0, 0}, {0, 1}}}, edge_of(first), edge_of(end)};
}

}  // namespace

TEST_CASE("LinkTransfer: a link like the others takes every packet at once", "[LINK-2]") {
  MachineConfig machine;
  machine.faults.outages = {{{{{0, 0}, {0, 1}}}, edge_of(1), edge_of(900)}};
  CHECK(link_of(machine).prompt());
  CHECK(link_of(machine).lateness(5, kLength) == 0);
  CHECK(!LinkTransfer(machine, {0, 1}, Direction::kMinusY).prompt());
}

TEST_CASE("LinkTransfer: outages hold what is on the wire, one after the other", "[LINK-3]") {
  MachineConfig machine;
  machine.faults.outages = {outage_of(700, 800), outage_of(500, 600), outage_of(550, 560)};
  const LinkTransfer link = link_of(machine);
  CHECK(!link.prompt());
  CHECK(link.lateness(500 - kLength - 1, kLength) == 0);                // its last flit leaves in cycle 499
  CHECK(link.lateness(500 - kLength, kLength) == 799 - 500 + kLength);  // 100 cycles do not hold a packet of 128 flits
  CHECK(link.lateness(555, 10) == 599 - 555);
  CHECK(link.lateness(599, 10) == 0);  // it begins in cycle 600
  CHECK(link.lateness(799, kLength) == 0);
  LinkOverride slow;
  slow.dimension = 0;
  slow.bandwidth = BytesPerSecond{1'000'000'000};
  machine.link.overrides = {slow};
  CHECK(link_of(machine).lateness(460, 10) == 599 + 40 - 10 - 460);
  CHECK(link_of(machine).lateness(459, 10) == 30);
}

TEST_CASE("Bit errors: transfers fail as often as packets have bits, each for C + 2 D + retry_delay cycles",
          "[LINK-4]") {
  MachineConfig machine;
  machine.faults.bit_error_rate = 1e-5;
  machine.faults.retry_delay = edge_of(13);
  const LinkTransfer link = link_of(machine);
  const std::uint64_t attempt = kLength + 2 * kDelay + 13;
  const double fails = 1 - std::pow(1 - 1e-5, 128.0 * kLength);
  std::uint64_t failures = 0;
  constexpr int kPackets = 200'000;
  for (int i = 0; i < kPackets; ++i) {
    const auto [late, repetitions] = link.transfer(1000 * static_cast<std::uint64_t>(i), kLength);
    REQUIRE(late == static_cast<std::uint64_t>(repetitions) * attempt);
    failures += late / attempt;
  }
  // As many failures before each success as a geometric distribution has, within five standard deviations.
  const double mean = fails / (1 - fails);
  const double deviation = std::sqrt(fails) / (1 - fails) / std::sqrt(kPackets);
  CHECK(std::abs(static_cast<double>(failures) / kPackets - mean) < 5 * deviation);
}

}  // namespace tactus
