#include <string>

#include "hw/common/reports.h"
#include "testbench/parts/router_bench.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

/// A router of small buffers, without credits for plus_x on VC 0 but for two flits, and what it reports.
class FaultyNeighbour {
 public:
  FaultyNeighbour() : bench(clock, small()) { bench.send(7, 0, 5, packet_to(kPlusX, 6)); }

  /// Id of the report raised at the edge that comes after `quiet` edges without any; "" if there is none.
  std::string report_after(std::uint64_t quiet) {
    run(clock, {&bench}, quiet);
    try {
      run(clock, {&bench}, quiet + 1);
    } catch (const sc_core::sc_report& report) {
      return report.get_msg_type();
    }
    return "";
  }

  BenchClock clock;
  RouterBench bench;

 private:
  static MachineConfig small() {
    MachineConfig config;
    config.router.vc_buffer = kFlitBytes * 8;
    return config;
  }
};

}  // namespace

TEST_CASE("VcRouter: reports a flit that finds its buffer full", "[VCR-18]") {
  FaultyNeighbour test;
  test.bench.send(kMinusX, 0, 30, packet_to(kPlusX, 9));  // 8 slots, nothing leaves: the flit of edge 38 has none
  CHECK(test.report_after(37) == reports::kRouterOverflow);
}

TEST_CASE("VcRouter: reports a granted packet whose flits come too late", "[VCR-19]") {
  FaultyNeighbour test;
  const auto packet = packet_to(4, 4);
  for (std::size_t i = 0; i < 3; ++i) test.bench.send(kMinusX, 30 + i, packet[i]);
  // Granted at 32, flit 3 is due on ST at 36 and so has to be sampled at 35.
  test.bench.send(kMinusX, 36, packet[3]);
  CHECK(test.report_after(35) == reports::kRouterUnderrun);
}

TEST_CASE("VcRouter: takes a flit that is just in time") {
  FaultyNeighbour test;
  const auto packet = packet_to(4, 4);
  for (std::size_t i = 0; i < 3; ++i) test.bench.send(kMinusX, 30 + i, packet[i]);
  test.bench.send(kMinusX, 35, packet[3]);
  CHECK(test.report_after(35).empty());
  CHECK(test.bench.sent(4).size() == 4);
}

TEST_CASE("VcRouter: reports more credits than there are slots", "[VCR-20]") {
  FaultyNeighbour test;
  test.bench.give(kPlusX, 0, 6, 30);
  test.bench.give(kPlusX, 0, 1, 31);
  CHECK(test.report_after(30) == reports::kRouterCreditOverflow);
}

TEST_CASE("VcRouter: reports credits for a VC that does not exist", "[VCR-21]") {
  FaultyNeighbour test;
  test.bench.give(kPlusX, 2, 1, 31);
  CHECK(test.report_after(30) == reports::kRouterProtocol);
}

TEST_CASE("VcRouter: reports a flit on a VC that does not exist", "[VCR-21]") {
  FaultyNeighbour test;
  test.bench.send(kMinusX, 2, 31, packet_to(kPlusX, 2));
  CHECK(test.report_after(30) == reports::kRouterProtocol);
}

TEST_CASE("VcRouter: reports a head before the tail of the packet before", "[VCR-21]") {
  FaultyNeighbour test;
  test.bench.send(kMinusX, 29, packet_to(kPlusX, 4)[0]);
  test.bench.send(kMinusX, 30, packet_to(kPlusX, 4)[1]);
  test.bench.send(kMinusX, 31, packet_to(kPlusX, 4)[0]);
  CHECK(test.report_after(30) == reports::kRouterProtocol);
}

TEST_CASE("VcRouter: reports a flit that belongs to no packet", "[VCR-21]") {
  FaultyNeighbour test;
  test.bench.send(kMinusX, 31, packet_to(kPlusX, 4)[1]);
  CHECK(test.report_after(30) == reports::kRouterProtocol);
}

TEST_CASE("VcRouter: reports a packet that ends before its header says so", "[VCR-21]") {
  FaultyNeighbour test;
  auto packet = packet_to(kPlusX, 4);
  packet[2].tail = true;
  test.bench.send(kMinusX, 0, 29, packet);
  CHECK(test.report_after(30) == reports::kRouterProtocol);
}

TEST_CASE("VcRouter: reports a packet that does not end where its header says", "[VCR-21]") {
  FaultyNeighbour test;
  auto packet = packet_to(kPlusX, 4);
  packet[3].tail = false;
  test.bench.send(kMinusX, 0, 28, packet);
  CHECK(test.report_after(30) == reports::kRouterProtocol);
}

TEST_CASE("VcRouter: reports a packet of a head alone", "[VCR-21]") {
  FaultyNeighbour test;
  auto head = packet_to(kPlusX, 2)[0];
  head.tail = true;
  test.bench.send(kMinusX, 31, head);
  CHECK(test.report_after(30) == reports::kRouterProtocol);
}

TEST_CASE("VcRouter: reports a header that says less than two flits", "[VCR-21]") {
  FaultyNeighbour test;
  test.bench.send(kMinusX, 31, pack_head({header_to(kPlusX, 1), {}, 0}, 2));
  CHECK(test.report_after(30) == reports::kRouterProtocol);
}

TEST_CASE("VcRouter: reports a destination outside the torus", "[VCR-21]") {
  FaultyNeighbour test;
  RouteHeader header = header_to(kPlusX, 2);
  header.destination = {4, 1};
  test.bench.send(kMinusX, 31, pack_head({header, {}, 0}, 2));
  CHECK(test.report_after(30) == reports::kRouterProtocol);
}

TEST_CASE("VcRouter: reports a destination in a dimension that the network lacks", "[VCR-21]") {
  FaultyNeighbour test;
  RouteHeader header = header_to(kPlusX, 2);
  header.destination.set(3, 1);
  test.bench.send(kMinusX, 31, pack_head({header, {}, 0}, 2));
  CHECK(test.report_after(30) == reports::kRouterProtocol);
}

TEST_CASE("VcRouter: reports a NIC that the node lacks", "[VCR-21]") {
  FaultyNeighbour test;
  RouteHeader header = header_to(kPlusX, 2);
  header.destination_nic = 4;
  test.bench.send(kMinusX, 31, pack_head({header, {}, 0}, 2));
  CHECK(test.report_after(30) == reports::kRouterProtocol);
}

}  // namespace tactus
