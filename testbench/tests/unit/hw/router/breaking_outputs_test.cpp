#include "hw/router/breaking_outputs.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

MachineConfig breaking_machine() {
  MachineConfig machine;  // 4x4, 4 ns
  machine.faults.breaks = {{{{{{0, 0}, {1, 0}}, {{0, 0}, {0, 3}}}}, Picoseconds{40'001}},
                           {{{{{1, 1}, {0, 1}}, {{0, 0}, {0, 1}}}}, Picoseconds{20'000}}};
  return machine;
}

PortSet port(Direction direction) { return port_bit(static_cast<int>(direction)); }

TEST_CASE("BreakingOutputs: each is taken once, from the first edge at its time or after it", "[ROUTE-59]") {
  BreakingOutputs outputs(breaking_machine(), {0, 0});
  CHECK_FALSE(outputs.due(4));
  CHECK(outputs.take(4) == 0);
  CHECK(outputs.due(5));
  CHECK(outputs.take(5) == port(Direction::kPlusY));
  CHECK_FALSE(outputs.due(10));
  CHECK(outputs.due(11));
  CHECK(outputs.take(500) == (port(Direction::kPlusX) | port(Direction::kMinusY)));
  CHECK_FALSE(outputs.due(~std::uint64_t{0} - 1));
  outputs.reset();
  CHECK(outputs.take(11) == (port(Direction::kPlusX) | port(Direction::kPlusY) | port(Direction::kMinusY)));
}

TEST_CASE("BreakingOutputs: links that lead to a router that breaks close, and those that leave it do not",
          "[ROUTE-64]") {
  MachineConfig machine;
  machine.faults.breaks = {{{{}, {}, {{0, 0}, {2, 2}}}, Picoseconds{20'000}}};
  BreakingOutputs beside(machine, {0, 3});
  CHECK(beside.take(4) == 0);
  CHECK(beside.take(5) == port(Direction::kPlusY));
  CHECK(BreakingOutputs(machine, {1, 2}).take(5) == port(Direction::kPlusX));
  CHECK_FALSE(BreakingOutputs(machine, {0, 0}).due(1'000'000));
}

TEST_CASE("BreakingOutputs: a router beside no such cable has none", "[ROUTE-59]") {
  CHECK_FALSE(BreakingOutputs(breaking_machine(), {2, 2}).due(1'000'000));
  CHECK(BreakingOutputs(breaking_machine(), {1, 0}).take(11) == port(Direction::kMinusX));
}

}  // namespace
}  // namespace tactus
