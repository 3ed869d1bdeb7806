#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"
#include "testbench/tests/unit/parts/fault_table.h"
#include "testbench/tests/unit/rtl/nic/faulty_nic.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

/// Those of nic_faults.cmake.
const std::vector<PlantedFault> kNicFaults = {
    {1, "fixed mode: the gap is an eighth too long"},
    {2, "hops mode: the gap is a packet too long"},
    {3, "the slot is not rounded up"},
    {4, "the first packet of a message waits for the slot of the one before"},
    {5, "one of the credits that come at once is lost"},
    {6, "the wraparound link is not counted on for the shortest way"},
    {7, "a message of whole packets gets one more without bytes"},
    {8, "the remote address does not move on from packet to packet"},
    {9, "payload flits carry the number of the flit before"},
    {10, "the window is a packet too wide"},
    {11, "a packet buffer is left unused"},
    {12, "a read too many is under way"},
    {13, "a message meets the newest receive that fits"},
    {14, "packets of a cancelled receive are written"},
    {15, "packets that came before the receive do not open the window"},
    {16, "credits go back for the other VC"},
    {17, "receives of all ranks of a node are one"},
    {18, "the first cycle of waiting is not counted"},
    {19, "reserved pacing modes are taken"},
    {20, "a slot that is complete and not cleared can be posted"},
    {21, "the doorbell takes a descriptor for a node that there is not"},
    {22, "the last entry that the engine holds can be written"},
    {23, "bit 0 of RX_DONE cannot be cleared"},
    {24, "reading TX_DONE leaves the interrupt pending"},
    {25, "the interrupt comes a cycle late"},
    {26, "a receive meets the newest message that waits for it"},
    {27, "a tag of a write is freed twice"},
    {28, "the high word of a counter is not latched by reading the low one"},
    {29, "the way along a row goes by a wraparound link that it lacks"},
    {30, "a receive of any source takes messages of the source that its slot names"},
    {31, "a receive that ignores bits of the tag compares them"},
    {32, "RX_MET has no source and tag of a message that came after its receive"},
    {33, "a receive of any source is refused for the node that its slot names"},
    {34, "a receive can ignore 33 bits of the tag"},
    {35, "a write to RX_DONE clears the next bit too"},
    {36, "a write to RX_FREED clears the next bit too"},
    {37, "a one-sided message ends a byte beyond memory"},
    {38, "the place of a packet in memory does not go on across 4 GiB"},
    {39, "a packet is not read across 4 GiB from the one before"},
    {40, "words of the ring can be accessed at addresses that are not aligned"},
    {41, "packets are compared with the window in eight bits"},
    {42, "packets that open the window are counted in eight bits"},
    {43, "a tolerance of 0 leaves no slot open"},
    {44, "a slot closes a cycle late"},
    {45, "a message that is taken late begins in a slot that has begun"},
    {46, "a packet without bytes starts at the edge at which its message is taken"},
    {47, "the first slot begins with PACE_BEGIN, whatever PACE_PHASE is"},
    {48, "a slot takes as many packets as find it open"},
    {49, "the slots of a message hold at the first edge of another mode"},
    {50, "a message gets its slots back with the mode"},
    {51, "eight bits of the period count"},
    {52, "the slots of a message go on behind its last packet"},
    {53, "in mode phase a message is taken while the one before it is sent"},
};

PartOnTest faulty_nic() {
  PartOnTest part;
  part.nic = make_nic_on_test;
  part.dimensions = 2;
  part.nics = 4;
  part.virtual_channels = 2;
  return part;
}

std::string finder(int number, const std::string& first) {
  plant_nic_fault(number);
  return finder_of(nic_benches(), faulty_nic(), first);
}

}  // namespace

// If the page is to have other rows: TACTUS_WRITE_PAGE=1 build/release/bin/rtl_nic_fault_test
TEST_CASE("RtlNic: each planted fault is found by the benches of check-part, and the page says by what", "[CHECK-1]") {
  const std::string rows = fault_rows("nic", kNicFaults, finder);
  CHECK_THAT(rows, !Contains(kNotFound));
  CHECK(fault_rows_of_page("nic", rows) == rows);
}

TEST_CASE("RtlNic: without a fault the benches of check-part find nothing, and make each of their stimuli",
          "[CHECK-2]") {
  plant_nic_fault(0);
  CHECK(faults_of_benches(nic_benches(), faulty_nic()).empty());
}
