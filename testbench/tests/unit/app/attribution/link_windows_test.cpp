#include "testbench/app/attribution/link_windows.h"

#include <array>
#include <map>
#include <tuple>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

MachineConfig machine() {
  MachineConfig config;
  config.network = {2, 2};
  return config;
}

std::uint64_t sum_of(const LinkWindows& windows, int node, int port, int vc, LinkWindows::VcColumn column) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < windows.windows(); ++i) sum += windows.of_vc(i, node, port, vc, column);
  return sum;
}

}  // namespace

TEST_CASE("LinkWindows: every output of any router has counts of its own", "[ATTRIBUTION-6]") {
  Dice dice(3);
  for (int dimensions = 1; dimensions <= kMaxDimensions; ++dimensions) {
    for (int nics = 1; nics <= kMaxNics; ++nics) {
      CAPTURE(dimensions, nics);
      MachineConfig config;
      config.network.sizes = {};
      for (int d = 0; d < dimensions; ++d) config.network.sizes.push_back(dice.between(2, 3));
      config.nic.count = nics;
      LinkWindows windows(config);
      REQUIRE(windows.ports() == 2 * dimensions + nics);
      const int places = config.network.nodes() * windows.ports();
      for (int place = 0; place < places; ++place) {
        windows.passed(place / windows.ports(), place % windows.ports(), 1, 0, 1 + static_cast<unsigned>(place % 200));
      }
      bool equal = true;
      for (int place = 0; place < places; ++place) {
        equal = equal && windows.of_vc(0, place / windows.ports(), place % windows.ports(), 1,
                                       LinkWindows::VcColumn::kFlits) == 1 + static_cast<unsigned>(place % 200);
      }
      CHECK(equal);
    }
  }
}

TEST_CASE("LinkWindows: waits for bubbles have a count of their own at each output", "[ATTRIBUTION-20]") {
  MachineConfig config = machine();
  CHECK_FALSE(LinkWindows(config).have_bubbles());
  config.router.flow_control = FlowControl::kBubble;
  LinkWindows windows(config);
  REQUIRE(windows.have_bubbles());
  windows.waited(1, 2, LatencyPart::kBubble, 10, 30);
  const int places = windows.nodes() * windows.ports();
  for (int place = 0; place < places; ++place) {
    CAPTURE(place);
    const int node = place / windows.ports();
    const int port = place % windows.ports();
    CHECK(windows.wait(0, node, port, LatencyPart::kBubble) == (node == 1 && port == 2 ? 20 : 0));
    for (const LatencyPart part : LinkWindows::kPortParts) CHECK(windows.wait(0, node, port, part) == 0);
    for (int vc = 0; vc < windows.virtual_channels(); ++vc) {
      for (const auto column :
           {LinkWindows::VcColumn::kFlits, LinkWindows::VcColumn::kCredits, LinkWindows::VcColumn::kOccupancy}) {
        CHECK(windows.of_vc(0, node, port, vc, column) == 0);
      }
    }
  }
}

TEST_CASE("LinkWindows: a wait counts in each window as long as it is in it", "[ATTRIBUTION-6]") {
  LinkWindows windows(machine());
  REQUIRE(windows.window_cycles() == 256);
  windows.waited(3, 3, LatencyPart::kInput, 250, 800);
  REQUIRE(windows.windows() == 4);
  const std::array<std::uint32_t, 4> expected = {6, 256, 256, 32};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(windows.wait(i, 3, 3, LatencyPart::kInput) == expected[i]);
    CHECK(windows.wait(i, 3, 3, LatencyPart::kOutput) == 0);
    CHECK(windows.wait(i, 3, 2, LatencyPart::kInput) == 0);
  }
}

TEST_CASE("LinkWindows: a buffer's flit-cycles are those of each flit, across windows too", "[ATTRIBUTION-6]") {
  Dice dice(7);
  LinkWindows windows(machine());
  std::vector<std::uint64_t> expected(100);
  for (int i = 0; i < 200; ++i) {
    const auto begin = static_cast<std::uint64_t>(dice.below(3000));
    const auto flits = static_cast<std::uint64_t>(dice.between(1, 128));
    const auto stay = static_cast<std::uint64_t>(dice.between(1, 300));
    windows.buffered(1, 0, 1, begin, flits, stay);
    for (std::uint64_t flit = 0; flit < flits; ++flit) {
      for (std::uint64_t cycle = begin + flit; cycle < begin + flit + stay; ++cycle) ++expected[cycle / 256];
    }
  }
  REQUIRE(windows.window_cycles() == 256);
  bool equal = true;
  for (std::size_t i = 0; i < windows.windows(); ++i) {
    equal = equal && windows.of_vc(i, 1, 0, 1, LinkWindows::VcColumn::kOccupancy) == expected[i];
  }
  CHECK(equal);
}

TEST_CASE("LinkWindows: a long run has windows of a power of two of cycles, half of them to all, and the same sums",
          "[ATTRIBUTION-6]") {
  LinkWindows windows(machine());
  std::map<std::tuple<int, int>, std::uint64_t> flits;
  Dice dice(11);
  std::uint64_t cycle = 0;
  for (int i = 0; i < 20'000; ++i) {
    cycle += static_cast<std::uint64_t>(dice.below(200));
    const int node = dice.below(4);
    const int port = dice.below(windows.ports());
    windows.passed(node, port, 0, cycle, 10);
    flits[{node, port}] += 10;
  }
  CHECK(windows.windows() > 128);
  CHECK(windows.windows() <= 256);
  CHECK(windows.window_cycles() * windows.windows() >= cycle);
  CHECK(windows.window_cycles() * (windows.windows() - 1) <= cycle + 10);
  for (const auto& [place, count] : flits) {
    CHECK(sum_of(windows, std::get<0>(place), std::get<1>(place), 0, LinkWindows::VcColumn::kFlits) == count);
  }
}

TEST_CASE("LinkWindows: windows of parts of a network are together those of all of it, however far each has come",
          "[ATTRIBUTION-6]") {
  LinkWindows whole(machine());
  LinkWindows together(machine());
  std::array<LinkWindows, 2> parts = {LinkWindows(machine(), 0, 1), LinkWindows(machine(), 1, 3)};
  Dice dice(12);
  std::uint64_t cycle = 0;
  for (int i = 0; i < 5'000; ++i) {
    cycle += static_cast<std::uint64_t>(dice.below(200));
    // Nothing happens at node 0 after the first windows, which are as short as they can be.
    const int node = i < 100 ? dice.below(4) : dice.between(1, 3);
    const int port = dice.below(whole.ports());
    for (LinkWindows* windows : {&whole, &parts[node == 0 ? 0 : 1]}) {
      windows->waited(node, port, LatencyPart::kInput, cycle, cycle + 300);
      windows->lacked_credits(node, port, 1, cycle, cycle + 7);
      windows->buffered(node, port, 0, cycle, 20, 100);
    }
  }
  REQUIRE(parts[0].window_cycles() < parts[1].window_cycles());
  for (const LinkWindows& part : parts) together.add(part);
  REQUIRE(together.windows() == whole.windows());
  REQUIRE(together.window_cycles() == whole.window_cycles());
  for (std::size_t i = 0; i < whole.windows(); ++i) {
    CHECK(together.waits(i, LatencyPart::kInput) == whole.waits(i, LatencyPart::kInput));
    for (const auto column : {LinkWindows::VcColumn::kCredits, LinkWindows::VcColumn::kOccupancy}) {
      const std::vector<std::uint32_t> row = together.of_vcs(i, column);
      CHECK(row == whole.of_vcs(i, column));
      // By node, port and VC.
      const auto vcs = static_cast<std::size_t>(whole.virtual_channels());
      const auto ports = static_cast<std::size_t>(whole.ports());
      CHECK(row.at((2 * ports + 3) * vcs + 1) == whole.of_vc(i, 2, 3, 1, column));
    }
  }
}

}  // namespace tactus
