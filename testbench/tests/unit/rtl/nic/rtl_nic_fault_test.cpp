#include <string>
#include <systemc>
#include <vector>

#include "hw/common/reports.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/rtl/nic/faulty_nic.h"
#include "testbench/tests/unit/rtl/nic/random_nic.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// The port that differs first, or the assertion.
std::string finder(const sc_core::sc_report& report) {
  std::string text = report.get_msg();
  if (report.get_msg_type() == std::string(reports::kRtlAssertion)) {
    const std::size_t end = text.find(": 'assert'");
    const std::size_t begin = text.rfind('.', end);
    return text.substr(begin + 1, end - begin - 1);
  }
  if (report.get_msg_type() != std::string(reports::kRtlDifference)) return text;
  const std::size_t begin = text.find(", ") + 2;
  return text.substr(begin, text.find_first_of("[,", begin) - begin);
}

/// What finds the fault in some of the random NICs; empty: nothing.
std::string found_by(int number, bool any_shape = false) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  plant_nic_fault(number);
  RandomNics nics(12, 200, {{4, 2}, any_shape});
  try {
    nics.run(6000);
  } catch (const sc_core::sc_report& report) {
    return finder(report);
  }
  return {};
}

/// The same of a NIC that waits for credits for 2^32 cycles, asleep, and whose counter of them is read in two halves
/// with the carry between them.
std::string found_in_a_long_wait(int number) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  plant_nic_fault(number);
  MachineConfig config = bench_config();
  config.router.vc_buffer = config.nic.mtu;
  config.nic.unexpected_entries = 32;
  StartedNicBench bench(config);
  bench.return_credits(false);
  bench.send(0, {3, 0}, 3 * static_cast<std::uint32_t>(config.max_payload().count()));
  bench.run(1000);
  const std::uint64_t waited = bench.read(0, nic_reg::kTxStallCycles);
  const std::uint64_t to_carry = (std::uint64_t{1} << 32) - waited;
  sc_core::sc_start(sc_core::sc_time(static_cast<double>(to_carry - 10) * 4, sc_core::SC_NS));
  try {
    std::vector<std::uint64_t> halves = {bench.read(0, nic_reg::kTxStallCycles)};
    sc_core::sc_start(sc_core::sc_time(80, sc_core::SC_NS));
    halves.push_back(bench.read(0, nic_reg::kTxStallCycles + 4));
    halves.push_back(bench.read(0, nic_reg::kTxStallCycles));
    halves.push_back(bench.read(0, nic_reg::kTxStallCycles + 4));
    CHECK(halves == std::vector<std::uint64_t>{0xFFFFFFF6, 0, 10, 1});
  } catch (const sc_core::sc_report& report) {
    return finder(report);
  }
  return {};
}

}  // namespace

// One process for each: a simulation in which something was raised is at its end.
#define NIC_FAULT(number, what, finder) \
  TEST_CASE("RtlNic: fault " #number " is found: " what) { CHECK(found_by(number) == (finder)); }

NIC_FAULT(0, "none", "")
NIC_FAULT(1, "fixed mode: the gap is an eighth too long", "flit_o")
NIC_FAULT(2, "hops mode: the gap is a packet too long", "flit_o")
NIC_FAULT(3, "the slot is not rounded up", "flit_o")
NIC_FAULT(4, "the first packet of a message waits for the slot of the one before", "flit_o")
NIC_FAULT(5, "of the credits that come at once one is lost", "flit_o")
NIC_FAULT(6, "the wraparound link is not counted on for the shortest way", "flit_o")
NIC_FAULT(7, "a message of whole packets gets one more without bytes", "rd_tag_o")
NIC_FAULT(8, "the remote address does not move on from packet to packet", "flit_o")
NIC_FAULT(9, "payload flits carry the number of the flit before", "flit_o")
NIC_FAULT(10, "the window is a packet too wide", "flit_o")
NIC_FAULT(11, "a packet buffer is left unused", "rd_req_o")
NIC_FAULT(12, "a read too many is under way", "rd_req_o")
NIC_FAULT(13, "a message meets the newest receive that fits", "wr_addr_o")
NIC_FAULT(14, "packets of a cancelled receive are written", "credit_o")
NIC_FAULT(15, "packets that came before the receive do not open the window", "flit_o")
NIC_FAULT(16, "credits go back for the other VC", "CreditsOfFlitsThatCame")
NIC_FAULT(17, "receives of all ranks of a node are one", "wr_addr_o")
NIC_FAULT(18, "the first cycle of waiting is not counted", "register bus")
NIC_FAULT(19, "the reserved pacing mode is taken", "register bus")
NIC_FAULT(20, "a slot that is complete and not cleared can be posted", "register bus")
NIC_FAULT(21, "the doorbell takes a descriptor for a node that there is not", "register bus")
NIC_FAULT(22, "the last entry that the engine holds can be written", "register bus")
NIC_FAULT(23, "bit 0 of RX_DONE cannot be cleared", "register bus")
NIC_FAULT(24, "reading TX_DONE leaves the interrupt pending", "register bus")
NIC_FAULT(25, "the interrupt comes a cycle late", "irq_o")
NIC_FAULT(26, "a receive meets the newest message that waits for it", "register bus")
NIC_FAULT(27, "a tag of a write is freed twice", "credit_o")

TEST_CASE("RtlNic: without a planted fault nothing is found in a wait of 2^32 cycles") {
  CHECK(found_in_a_long_wait(0).empty());
}
TEST_CASE("RtlNic: fault 28 is found: the high word of a counter is not latched by reading the low one") {
  CHECK(found_in_a_long_wait(28) == "register bus");
}
TEST_CASE("RtlNic: without a planted fault nothing is found in networks of any shape") {
  CHECK(found_by(0, true).empty());
}
TEST_CASE("RtlNic: fault 29 is found: the way along a row goes by a wraparound link that it lacks") {
  CHECK(found_by(29, true) == "flit_o");
}
