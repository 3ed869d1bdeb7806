#include "hw/router/link_transfer.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr std::uint64_t kLength = 128;  ///< flits

Picoseconds edge_of(std::uint64_t cycle) { return MachineConfig{}.clock.edge(Cycles{cycle}); }

/// The link from (1,1) to (2,1).
LinkTransfer link_of(const MachineConfig& machine) { return {machine, {1, 1}, Direction::kPlusX}; }

LinkOutage outage_of(std::uint64_t first, std::uint64_t end) {
  return {{{{{2, 1}, {1, 1}}, {{0, 0}, {0, 1}}}}, edge_of(first), edge_of(end)};
}

}  // namespace

TEST_CASE("LinkTransfer: a link like the others takes every packet at once", "[LINK-2]") {
  MachineConfig machine;
  machine.faults.outages = {{{{{{0, 0}, {0, 1}}}}, edge_of(1), edge_of(900)}};
  CHECK(link_of(machine).prompt());
  CHECK(link_of(machine).lateness(5, kLength) == 0);
  CHECK(!LinkTransfer(machine, {0, 1}, Direction::kMinusY).prompt());
}

TEST_CASE("LinkTransfer: all cables of a router are down, in both directions", "[LINK-3]") {
  MachineConfig machine;
  machine.faults.outages = {{{{}, {}, {{2, 1}}}, edge_of(1), edge_of(900)}};
  CHECK(link_of(machine).lateness(0, kLength) == 899);
  for (const Direction direction : {Direction::kPlusX, Direction::kMinusX, Direction::kPlusY, Direction::kMinusY}) {
    CHECK_FALSE(LinkTransfer(machine, {2, 1}, direction).prompt());
    CHECK(LinkTransfer(machine, {0, 3}, direction).prompt());
  }
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

}  // namespace tactus
