#include "hw/nic/pacer_decisions.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/policies.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/system/router_axes.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// One message between every two nodes, each way.
MessageCounts all_to_all(int nodes) {
  MessageCounts counts;
  for (int source = 0; source < nodes; ++source) {
    for (int destination = 0; destination < nodes; ++destination) {
      if (source != destination) counts[{source, destination}] = 1;
    }
  }
  return counts;
}

/// In rounds of distance 1, 2, 4 ... every node sends to the one so far ahead.
MessageCounts dissemination(int nodes, int repetitions) {
  MessageCounts counts;
  for (int distance = 1; distance < nodes; distance *= 2) {
    for (int node = 0; node < nodes; ++node) counts[{node, (node + distance) % nodes}] += repetitions;
  }
  return counts;
}

void check_a2at(int n, Bytes message_size) {
  int number = 0;
  for (const RouterConfig& router : all_router_axes()) {
    Scenario scenario = scenario_on(n, n, "a2at");
    scenario.machine.router = router;
    scenario.workload.message_size = message_size;
    CAPTURE(number++);
    CHECK(faults_of_exchange(scenario, all_to_all(n * n)) == "");
  }
}

struct Size {
  int width;
  int height;
};
constexpr Size kUnusualSizes[] = {{2, 2}, {2, 5}, {5, 3}, {7, 2}};

}  // namespace

TEST_CASE("A2AT on 3x3: every message arrives once and nothing is left, with every kind of router", "[long]") {
  check_a2at(3, Bytes{5000});
}

TEST_CASE("A2AT on 4x4: every message arrives once and nothing is left, with every kind of router", "[long]") {
  check_a2at(4, Bytes{3000});
}

TEST_CASE("A2AT: messages of every awkward size arrive once", "[key:workload.message_size]") {
  for (const unsigned size : {0U, 1U, 15U, 16U, 17U, 2015U, 2016U, 2017U, 4032U, 40'000U}) {
    Scenario scenario = scenario_on(3, 3, "a2at");
    scenario.workload.message_size = Bytes{size};
    CAPTURE(size);
    CHECK(faults_of_exchange(scenario, all_to_all(9)) == "");
  }
}

TEST_CASE("A2AT: a NIC with the smallest buffers and a slow memory loses nothing",
          "[key:nic.mtu][key:nic.packet_buffers]") {
  Scenario scenario = scenario_on(4, 4, "a2at");
  scenario.machine.nic.packet_buffers = 1;
  scenario.machine.nic.receive_buffer = scenario.machine.nic.mtu;
  scenario.machine.nic.dma_rate = BytesPerSecond{1'000'000'000};
  scenario.machine.memory.bandwidth = BytesPerSecond{3'000'000'000};
  scenario.machine.memory.latency = Picoseconds{1'234'567};
  CHECK(faults_of_exchange(scenario, all_to_all(16)) == "");
}

TEST_CASE("A2AT: pacing of every mode loses nothing") {
  for (const PaceModeName& mode : policy_names<PaceModeKind>()) {
    Scenario scenario = scenario_on(4, 4, "a2at");
    scenario.pacing = {mode, PacketEighths{7}, PacketEighths{-3}};
    CHECK(faults_of_exchange(scenario, all_to_all(16)) == "");
  }
}

TEST_CASE("Ring on rectangular, odd and smallest tori: every message arrives once") {
  for (const Size size : kUnusualSizes) {
    CAPTURE(size.width, size.height);
    CHECK(faults_of_exchange(scenario_on(size.width, size.height, "ring"), all_to_all(size.width * size.height)) == "");
  }
}

TEST_CASE("Pairwise exchange on 4x2 and 2x8: every message arrives once") {
  for (const Size size : {Size{4, 2}, Size{2, 8}}) {
    CAPTURE(size.width, size.height);
    CHECK(faults_of_exchange(scenario_on(size.width, size.height, "pwx"), all_to_all(size.width * size.height)) == "");
  }
}

TEST_CASE("Barrier on rectangular, odd and smallest tori: every round's messages arrive") {
  for (const Size size : kUnusualSizes) {
    Scenario scenario = scenario_on(size.width, size.height, "barrier");
    scenario.workload.repetitions = 5;
    CAPTURE(size.width, size.height);
    CHECK(faults_of_exchange(scenario, dissemination(size.width * size.height, 5)) == "");
  }
}

TEST_CASE("Uniform traffic on rectangular, odd and smallest tori: what is measured arrives, all of it complete") {
  for (const Size size : kUnusualSizes) {
    Scenario scenario = scenario_on(size.width, size.height, "uniform");
    scenario.workload.load = 0.2;
    scenario.workload.warmup = Cycles{1000};
    scenario.workload.measure = Cycles{20'000};
    const auto look = [](const FinishedRun& run) {
      if (run.summary.open_loop->outstanding != 0) return std::string("measured packets are outstanding");
      if (run.summary.open_loop->measured == 0) return std::string("nothing was measured");
      return std::string(run.book.incomplete_messages() == 0 ? "" : "incomplete messages");
    };
    CAPTURE(size.width, size.height);
    CHECK(faults_of_run(scenario, look) == "");
  }
}
