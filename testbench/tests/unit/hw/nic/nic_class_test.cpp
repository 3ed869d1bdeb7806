#include <set>

#include "hw/common/reports.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

/// Classes of two VCs and of one, and room for one packet at the router.
MachineConfig classed_config() {
  MachineConfig config = bench_config();
  config.router.classes = {{"short", 2, 1, 1}, {"long", 1, 0, 1}};
  config.router.virtual_channels = 3;
  config.router.vc_buffer = config.nic.mtu;
  return config;
}

nic_reg::SendDescriptor message(std::uint8_t message_class, std::uint64_t bytes, bool one_sided = false) {
  nic_reg::SendDescriptor descriptor;
  descriptor.destination = kNeighbour;
  descriptor.bytes = bytes;
  descriptor.message_class = message_class;
  descriptor.one_sided = one_sided;
  return descriptor;
}

std::set<int> vcs(const NicBench& bench, int engine) {
  std::set<int> seen;
  for (const SeenFlit& each : bench.flits(engine)) seen.insert(each.flit.vc);
  return seen;
}

}  // namespace

TEST_CASE("Nic: sends each message on the first VC of its class", "[CLASS-1][CLASS-6][PIN-12]") {
  RunningNicBench bench(classed_config());
  bench.return_credits(false);
  bench.send(0, message(0, 100));
  bench.send(1, message(1, 100));
  bench.send(2, message(1, 100, true));
  bench.run(100);
  CHECK(vcs(bench, 0) == std::set<int>{0});
  CHECK(vcs(bench, 1) == std::set<int>{2});
  CHECK(vcs(bench, 2) == std::set<int>{2});
}

TEST_CASE("Nic: has credits of each class, which come back by its VC", "[CLASS-1][PIN-3][PIN-16]") {
  RunningNicBench bench(classed_config());
  bench.return_credits(false);
  bench.send(0, message(1, 2016));
  bench.send(0, message(0, 64));
  bench.send(0, message(1, 64));
  bench.run(400);
  // The second message has credits of its own, the third has none.
  CHECK(bench.heads(0).size() == 2);
  CHECK(vcs(bench, 0) == std::set<int>{0, 2});
  bench.give_credits(0, credits_for(0, 6));
  bench.run(50);
  CHECK(bench.heads(0).size() == 2);
  bench.give_credits(0, credits_for(2, 5));
  bench.run(50);
  CHECK(bench.heads(0).size() == 2);
  bench.give_credits(0, credits_for(2, 1));
  const std::uint64_t given = bench.cycle();
  bench.run(50);
  REQUIRE(bench.heads(0).size() == 3);
  CHECK(bench.heads(0).back() == given + 1);
}

TEST_CASE("Nic: refuses a message of a class that there is not", "[CLASS-6]") {
  RunningNicBench bench(classed_config());
  CHECK(report_of([&] { bench.send(0, message(2, 64)); }) == reports::kNicRegister);
}

TEST_CASE("Nic: credits of a VC by which it does not send break the protocol", "[CLASS-1][PIN-16]") {
  RunningNicBench bench(classed_config());
  bench.give_credits(0, credits_for(1, 1));
  CHECK(report_of([&] { bench.run(3); }) == reports::kNicProtocol);
}

TEST_CASE("Nic: the queue of each class is at an address of its own, and TURN_CYCLES counts who waits for others",
          "[CLASS-11][CLASS-12][reg:TURN_CYCLES]") {
  MachineConfig config = classed_config();
  config.router.vc_buffer = config.nic.mtu * 4;
  config.nic.class_queues = true;
  RunningNicBench bench(config);
  bench.return_credits(false);
  bench.send(1, message(0, 4 * 2016));
  bench.run(90);
  std::uint32_t words[nic_reg::kDescriptorWords];
  nic_reg::encode(message(1, 0), config.network.dimensions(), words);
  const std::uint64_t queue = nic_reg::queue_base(1, 1);
  for (std::uint64_t i = 0; i < nic_reg::kDescriptorWords; ++i) bench.write(queue + nic_reg::kTxRing + 4 * i, words[i]);
  bench.write(queue + nic_reg::kTxDoorbell, 1);
  const std::uint64_t given = bench.cycle();
  bench.run(700);
  REQUIRE(bench.heads(1).size() == 5);
  CHECK(bench.heads(1)[4] == bench.heads(1)[0] + 4 * 128);
  CHECK(vcs(bench, 1) == std::set<int>{0, 2});
  CHECK(bench.read(nic_reg::control_address(nic_reg::kTurnCycles)) == bench.heads(1)[4] - (given + 1));
  CHECK(bench.read(queue + nic_reg::kTxDone) == 1);
  CHECK(bench.read(1, nic_reg::kTxDone) == 1);
  CHECK(report_of([&] { bench.write(nic_reg::queue_base(1, 2) + nic_reg::kTxDoorbell, 0); }) == reports::kNicRegister);
}

TEST_CASE("Nic: with queues for classes there is no injection control", "[CLASS-7][CLASS-11]") {
  MachineConfig config = classed_config();
  config.nic.class_queues = true;
  RunningNicBench bench(config);
  CHECK(report_of([&] { bench.write(nic_reg::control_address(nic_reg::kControl), 3); }) == reports::kNicRegister);
}

TEST_CASE("Nic: without classes the bits of a class mean nothing", "[CLASS-6]") {
  RunningNicBench bench(bench_config());
  nic_reg::SendDescriptor descriptor = message(0, 64);
  descriptor.destination_address = std::uint64_t{5} << 32U;
  bench.send(0, descriptor);
  bench.run(60);
  CHECK(vcs(bench, 0) == std::set<int>{0});
}

TEST_CASE("Nic: takes what comes while it can send nothing", "[CLASS-8]") {
  RunningNicBench bench(classed_config());
  bench.return_credits(false);
  // Both classes have given away all their credits, and software has more to send.
  for (const std::uint8_t message_class : {0, 1, 0, 1}) bench.send(0, message(message_class, 2016));
  bench.run(500);
  REQUIRE(bench.heads(0).size() == 2);
  std::uint64_t returned = 0;
  for (std::uint32_t i = 0; i < 20; ++i) {
    bench.give_packet(0, static_cast<int>(i % 3), make_header(kPeer, 0, i, 100));
    bench.run(60);
  }
  for (const SeenCredits& seen : bench.credits(0)) {
    for (int vc = 0; vc < 3; ++vc) returned += credits_of(seen.credits, vc);
  }
  CHECK(returned == 20U * 9U);
  CHECK(bench.heads(0).size() == 2);
}
