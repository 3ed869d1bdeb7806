#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "hw/common/reports.h"
#include "rtl/twin/rtl_router.h"
#include "testbench/parts/random_machine.h"
#include "testbench/parts/random_neighbours.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/parts/fault_table.h"
#include "testbench/tests/unit/rtl/twin/faulty_router.h"
#include "testbench/tests/unit/rtl/twin/plain_twin.h"

namespace tactus {
namespace {

constexpr int kMachines = 48;
/// Long enough for the injection cycle, which begins 1024 before its wrap.
constexpr int kCycles = 6000;

struct Fault {
  int number;
  const char* what;
  const char* found_by;  ///< by what it is found in most machines: the first port that differs, or an assertion
};

const std::vector<Fault> kFaults = {
    {1, "the dateline's wraparound link does not change the class", "flit_o"},
    {2, "the class is kept on a turn", "flit_o"},
    {3, "entry: a packet that will wrap enters with class 0", "flit_o"},
    {4, "the tie break does not follow the sign", "flit_o"},
    {5, "the wraparound link is looked for at the wrong end of the ring", "flit_o"},
    {6, "the second dimension before the first", "flit_o"},
    {7, "all packets leave by the first NIC port", "flit_o"},
    {8, "a credit is lost when both VCs of a port return one", "credit_o"},
    {9, "one of two credits that come at once is lost", "flit_o"},
    {10, "a grant takes a credit too few", "CreditsBelowCapacity"},
    {11, "reset gives a credit too few", "flit_o"},
    {12, "round robin: the last winner is first in line again", "flit_o"},
    {13, "round robin: the line never turns", "flit_o"},
    {14, "ages are compared without regard to the wrap", "RequestsAreAnswered"},
    {15, "the higher number of two of the same age wins", "flit_o"},
    {16, "a head states its request an edge late", "flit_o"},
    {17, "outputs are served from port 0 on in every cycle", "flit_o"},
    {18, "a port feeds two VCs that are granted at the same edge", "OneGrantPerInputPort"},
    {19, "a port feeds two VCs, one after the other", "flit_o"},
    {20, "the highest VC with room is taken", "flit_o"},
    {21, "a packet asks for a slot more than it needs", "flit_o"},
    {22, "a packet is granted with one free slot", "flit_o"},
    {23, "the tail's mark is lost on VC 1", "flit_o"},
    {24, "flits keep VC 0", "flit_o"},
    {25, "an idle output keeps a bit of the last flit", "flit_o"},
    {26, "the write pointer wraps a slot early", "flit_o"},
    {27, "packets of five flits hold the output for six", "flit_o"},
    {28, "the fifth packet of a queue overwrites the fourth", "flit_o"},
    {29, "a busy output is granted", "OnlyFreeOutputs"},
    {30, "a busy input side is granted", "OnlyFreeInputs"},
    {31, "an output is granted that nobody asks for", "FlitIsThere"},
    {32, "a packet is granted without any room", "GrantedPacketHasRoom"},
    {33, "a transfer is counted down from 0", "CreditsBelowCapacity"},
    {34, "round robin grants to all that are ahead", "OneGrantPerOutput"},
    {35, "a packet takes the shorter way round a row, where no link is", "flit_o"},
    {36, "the dateline holds in a row too", "flit_o"},
    {37, "in a ring of more than 16 nodes the tie break does not follow the sign", "flit_o"},
    {38, "positions are compared in four bits", "flit_o"},
    {39, "the links to go are counted in five bits", "flit_o"},
    {40, "the turnaround is a cycle too long", "flit_o"},
    {41, "the input side does not rest", "flit_o"},
    {42, "a flit is taken at the last edge of a rest", "credit_o"},
    {43, "an output that rests is granted", "OnlyFreeOutputs"},
    {44, "a packet for a busy output is passed over", "flit_o"},
    {45, "the packet that stated its request first is nominated", "flit_o"},
    {46, "the rank of a packet that follows another one is not read", "flit_o"},
    {47, "input ports nominate all packets", "flit_o"},
    {48, "first come goes by the cycle of injection", "flit_o"},
    {49, "arrivals are counted in ten bits", "flit_o"},
    {50, "a grant to one class moves the turn of the other one", "flit_o"},
    {51, "through traffic does not go first", "flit_o"},
    {52, "NICs are served by age, not in turn", "flit_o"},
    {53, "packets of the first NIC do not go first", "OneGrantPerOutput"},
    {54, "matrix: a winner does not come behind those of higher numbers", "flit_o"},
    {55, "matrix: the order never changes", "flit_o"},
    {56, "matrix: the highest number comes first after reset", "flit_o"},
    {57, "the turn of an output does not move on with it", "flit_o"},
    {58, "an output is given away at two edges in a row", "OnlyFreeInputs"},
    {59, "an input side is given away at two edges in a row", "OnlyFreeInputs"},
    {60, "a packet whose output is given away counts as one without room", "flit_o"},
    {61, "a port's candidate is the last of its VCs", "flit_o"},
    {62, "the output that is served last is given to nobody", "flit_o"},
};

/// Of bubble flow control and of O1TURN.
const std::vector<Fault> kFaultsOfWays = {
    {63, "inside a ring a packet takes any VC", "flit_o"},
    {64, "a packet enters a ring with room for one", "flit_o"},
    {65, "a packet enters a row with room for two only", "flit_o"},
    {66, "a packet goes on in a ring with room for two only", "flit_o"},
    {67, "a packet takes both rooms", "flit_o"},
    {68, "each flit gives back a credit of a link", "credit_o"},
    {69, "a link begins with a credit for each flit", "flit_o"},
    {70, "a NIC is given back a credit for each packet", "credit_o"},
    {71, "a packet takes one credit of a NIC", "flit_o"},
    {72, "NICs of a node draw the same", "flit_o"},
    {73, "the upper half of the cycle is not drawn", "flit_o"},
    {74, "a packet of the reverse order goes on in the first order", "flit_o"},
    {75, "in a row a packet leaves its set of VCs", "flit_o"},
    {76, "in a ring a packet of the reverse order takes the first set", "flit_o"},
    {77, "a nominated packet needs as many rooms as another has flits", "flit_o"},
    {78, "all packets go in the first order", "flit_o"},
};

/// Report id and port or assertion.
std::string found(const sc_core::sc_report& report) {
  const std::string text = report.get_msg();
  if (report.get_msg_type() == std::string(reports::kRtlAssertion)) {
    // "... Assertion failed in router.....Name: ..."
    const std::size_t begin = text.rfind('.', text.find(": 'assert'"));
    return text.substr(begin + 1, text.find(": 'assert'") - begin - 1);
  }
  const std::size_t begin = text.find(", ") + 2;
  return text.substr(begin, text.find('[') - begin);
}

/// What finds the fault in one machine; empty: nothing.
std::string run(int number, std::uint64_t seed, bool ways = false, std::optional<std::uint64_t> turnaround = {}) {
  Dice dice(seed);
  MachineConfig config = random_rtl_machine(dice, {2, 4, 2});
  if (ways) draw_ways(dice, config);
  if (turnaround) config.router.turnaround = Cycles{*turnaround};
  const Coordinate here = random_position(dice, config.network);
  RandomNeighbours neighbours(config, dice.bits(), here);
  PlainTwin twin(config, here, make_faulty_router(config, here, number));
  try {
    for (int cycle = 0; cycle < kCycles; ++cycle) neighbours.observe(twin.edge(neighbours.next()));
  } catch (const sc_core::sc_report& report) {
    return found(report);
  }
  return {};
}

/// Two machines have found a fault by what is to find it, and fewer by anything else: no more of them need be built.
bool is_settled(const std::map<std::string, int>& found_by, const std::string& expected) {
  const auto found = found_by.find(expected);
  if (found == found_by.end() || found->second < 2) return false;
  return std::all_of(found_by.begin(), found_by.end(),
                     [&](const auto& each) { return each.first == expected || each.second < found->second; });
}

/// Each of them is found in more than one machine, and by what is to find it.
void check_found(const std::vector<Fault>& faults, bool ways) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  for (const Fault& fault : faults) {
    std::map<std::string, int> found_by;
    int machines = 0;
    for (int seed = 0; seed < kMachines && !is_settled(found_by, fault.found_by); ++seed) {
      const std::string by = run(fault.number, static_cast<std::uint64_t>(seed), ways);
      if (by.empty()) continue;
      ++found_by[by];
      ++machines;
    }
    std::string most;
    std::string all;
    for (const auto& [by, times] : found_by) {
      if (most.empty() || times > found_by[most]) most = by;
      all += fmt::format(" {} x {}", times, by);
    }
    CAPTURE(fault.number, fault.what, all);
    CHECK(machines >= 2);
    CHECK(most == fault.found_by);
  }
}

/// A router with this fault.
PartOnTest faulty_router(int number) {
  PartOnTest part;
  part.router = [number](const char* name, const NodeSite& site) {
    TwinSetup setup;
    setup.router = [number](const MachineConfig& config, Coordinate at) {
      return make_faulty_router(config, at, number);
    };
    return std::make_unique<RtlRouter>(name, site.domain, site.config, site.position, setup);
  };
  part.dimensions = 2;
  part.nics = 4;
  part.virtual_channels = 2;
  return part;
}

std::string finder(int number, const std::string& first) {
  return test::finder_of(router_benches(), faulty_router(number), first);
}

}  // namespace

// If the page is to have other rows: TACTUS_WRITE_PAGE=1 build/release/bin/rtl_router_fault_test
TEST_CASE("RtlRouter: each planted fault is found by the bench of check-part, and the page says by what", "[CHECK-1]") {
  std::vector<test::PlantedFault> faults;
  for (const Fault& fault : kFaults) faults.push_back({fault.number, fault.what});
  const std::string rows = test::fault_rows("router", faults, finder);
  CHECK_THAT(rows, !Catch::Matchers::Contains(test::kNotFound));
  CHECK(test::fault_rows_of_page("router", rows) == rows);
}

TEST_CASE("RtlRouter: the bench of check-part finds nothing without a fault, and makes each of its stimuli",
          "[CHECK-2]") {
  CHECK(test::faults_of_benches(router_benches(), faulty_router(0)).empty());
}

TEST_CASE("RtlRouter: without a planted fault nothing is found") {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  for (int seed = 0; seed < kMachines; ++seed) CHECK(run(0, static_cast<std::uint64_t>(seed)).empty());
  for (int seed = 0; seed < kMachines / 4; ++seed) CHECK(run(0, static_cast<std::uint64_t>(seed), true).empty());
}

TEST_CASE("RtlRouter: outputs and input sides rest for up to 1000 cycles as those of the model",
          "[ROUTER-6][key:router.turnaround]") {
  sc_core::sc_report_handler::set_actions(sc_core::SC_ERROR, sc_core::SC_THROW);
  for (const std::uint64_t rest : {std::uint64_t{255}, std::uint64_t{256}, std::uint64_t{1000}}) {
    for (std::uint64_t seed = 100; seed < 104; ++seed) {
      CAPTURE(rest, seed);
      CHECK(run(0, seed, false, rest).empty());
    }
  }
}

TEST_CASE("RtlRouter: every planted fault is found, in more than one machine, and by what is to find it") {
  check_found(kFaults, false);
}

TEST_CASE("RtlRouter: every planted fault of bubbles and drawn orders is found, and by what is to find it",
          "[ROUTE-52][ROUTE-54][ROUTE-21][ROUTE-22][ROUTE-23]") {
  check_found(kFaultsOfWays, true);
}

}  // namespace tactus
