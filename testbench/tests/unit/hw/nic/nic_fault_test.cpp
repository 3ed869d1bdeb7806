#include "hw/common/reports.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

/// Gives the flits to engine 0 one per cycle; the id of the report that comes of it.
std::string give(NicBench& bench, const std::vector<Flit>& flits) {
  return report_of([&] {
    for (const Flit& flit : flits) {
      bench.give_flit(0, flit);
      bench.run(1);
    }
    bench.run(100);
  });
}

}  // namespace

TEST_CASE("Nic: a damaged packet is an integrity fault", "[NIC-8]") {
  StartedNicBench bench(bench_config());
  auto flits = make_flits(make_header(kPeer, 0, 1, 160), 0);
  flits[5].data_lo ^= 1;
  CHECK(give(bench, flits) == reports::kNicIntegrity);
}

TEST_CASE("Nic: an undamaged packet raises nothing") {
  StartedNicBench bench(bench_config());
  CHECK(give(bench, make_flits(make_header(kPeer, 0, 1, 160), 0)).empty());
}

TEST_CASE("Nic: a flit without a free slot is a receive overflow", "[NIC-9][key:nic.receive_buffer]") {
  MachineConfig config = bench_config();
  config.nic.receive_buffer = Bytes{2048};
  config.memory.latency = Picoseconds{10'000'000};
  StartedNicBench bench(config);
  const auto packet = make_flits(make_header(kPeer, 0, 1, 2016), 0);
  REQUIRE(give(bench, packet).empty());
  CHECK(give(bench, packet) == reports::kNicReceiveOverflow);
}

TEST_CASE("Nic: VCs do not share receive buffers", "[key:nic.receive_buffer]") {
  MachineConfig config = bench_config();
  config.nic.receive_buffer = Bytes{2048};
  config.memory.latency = Picoseconds{10'000'000};
  StartedNicBench bench(config);
  CHECK(give(bench, make_flits(make_header(kPeer, 0, 1, 2016), 0)).empty());
  CHECK(give(bench, make_flits(make_header(kPeer, 0, 2, 2016), 1)).empty());
  CHECK(model_of(bench).receive_occupancy(0, 0) == 128);
  CHECK(model_of(bench).receive_occupancy(0, 1) == 128);
}

TEST_CASE("Nic: more unexpected messages than entries are a fault",
          "[MATCH-2][NIC-10][PIN-27][key:nic.unexpected_entries]") {
  MachineConfig config = bench_config();
  config.nic.unexpected_entries = 2;
  StartedNicBench bench(config);
  REQUIRE(give(bench, make_flits(make_header(kPeer, 0, 1, 16), 0)).empty());
  REQUIRE(give(bench, make_flits(make_header(kPeer, 0, 2, 16), 0)).empty());
  CHECK(give(bench, make_flits(make_header(kPeer, 0, 3, 16), 0)) == reports::kNicUnexpectedOverflow);
}

TEST_CASE("Nic: a message longer than its receive is a protocol fault", "[NIC-11]") {
  StartedNicBench bench(bench_config());
  bench.post(0, 0, kPeer, 1, 159);
  CHECK(give(bench, make_flits(make_header(kPeer, 0, 1, 160), 0)) == reports::kNicProtocol);
}

TEST_CASE("Nic: more credits than the router has slots are a protocol fault", "[NIC-11][PIN-16]") {
  StartedNicBench bench(bench_config());
  CHECK(report_of([&] {
          bench.give_credits(0, credits_for(0, 1));
          bench.run(2);
        }) == reports::kNicProtocol);
}

TEST_CASE("Nic: credits of a VC that is not used for sending are a protocol fault", "[NIC-11][PIN-16]") {
  StartedNicBench bench(bench_config());
  CHECK(report_of([&] {
          bench.give_credits(0, credits_for(1, 1));
          bench.run(2);
        }) == reports::kNicProtocol);
}

namespace {

/// Each final fault holds one of `phrases`, in order.
void check_final_faults(const NicBench& bench, const std::vector<std::string>& phrases) {
  const auto faults = bench.nic.final_faults();
  REQUIRE(faults.size() == phrases.size());
  for (std::size_t i = 0; i < faults.size(); ++i) CHECK(faults[i].find(phrases[i]) != std::string::npos);
}

}  // namespace

TEST_CASE("Nic: final faults name a message half sent and credits that are not home", "[NIC-12][TORUS-12]") {
  StartedNicBench bench(bench_config());
  CHECK(bench.nic.final_faults().empty());
  bench.return_credits(false);
  bench.send(0, {2, 2}, 10 * 2016);
  bench.run(2000);
  check_final_faults(bench, {"1 messages not sent, state stall", "0 of 512 credits"});
}

TEST_CASE("Nic: final faults name the credits of a single packet that are not home", "[NIC-12]") {
  StartedNicBench bench(bench_config());
  bench.return_credits(false);
  bench.send(0, {2, 2}, 2016);
  bench.run(500);
  check_final_faults(bench, {"384 of 512 credits"});
}

TEST_CASE("Nic: final faults name a message half received", "[NIC-12]") {
  StartedNicBench bench(bench_config());
  bench.give_packet(2, 0, make_header(kPeer, 2, 1, 3000, 0));
  bench.run(100);
  check_final_faults(bench, {"1 messages half received", "1 messages that no receive"});
}

TEST_CASE("Nic: final faults name a packet half received", "[NIC-12]") {
  StartedNicBench bench(bench_config());
  bench.give_flit(1, make_flits(make_header(kPeer, 1, 1, 3000, 0), 1)[0]);
  bench.run(2);
  check_final_faults(bench, {"1 flits in the receive buffer of VC 1"});
}

TEST_CASE("Nic: final faults name a receive that nobody answered", "[NIC-12]") {
  StartedNicBench bench(bench_config());
  bench.post(0, 3, kPeer, 1, 8);
  bench.run(10);
  check_final_faults(bench, {"slots 0x8"});
}
