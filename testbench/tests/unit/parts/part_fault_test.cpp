#include <string>
#include <vector>

#include "testbench/parts/arbiter_stimuli.h"
#include "testbench/parts/nic_stimuli.h"
#include "testbench/parts/pacer_stimuli.h"
#include "testbench/parts/router_stimuli.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/parts/fault_table.h"
#include "testbench/tests/unit/parts/faulty_parts.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

const std::vector<PlantedFault> kPacerFaults = {
    {1, "fixed mode: the gap is an eighth too long"},
    {2, "fixed mode: a negative register is no gap of 0"},
    {3, "hops mode: the gap is a packet too long"},
    {4, "hops mode: a sum below 0 is no gap of 0"},
    {5, "hops mode: the bias has no sign"},
    {6, "hops mode: links are counted in eight bits"},
    {7, "mode off has the gap of mode fixed"},
    {8, "the registers are read instead of the gap that the message was given"},
    {9, "the highest bit of the gap is lost"},
    {10, "the length is multiplied in seven bits"},
    {11, "the slot is not rounded up"},
    {12, "the slot is rounded up where the product is a multiple of 8"},
    {13, "the gap is counted from the start of the packet, its length left out"},
    {14, "the slot after a packet of two flits is a cycle early"},
    {15, "ticks of the register bus are counted"},
    {16, "skipped edges are not counted"},
    {17, "skipped edges are counted in 16 bits"},
    {18, "skipped edges are counted in 20 bits"},
    {19, "the slot is a cycle late"},
    {20, "the first packet of a message waits for the slot of the packet before"},
    {21, "reset leaves the slot"},
    {22, "a message that is taken opens the slot"},
    {23, "a packet that starts at an edge of reset has a slot behind it"},
    {24, "a tick of the register bus forgets the slot of the packet that has just started"},
};

const std::vector<PlantedFault> kArbiterFaults = {
    {101, "round robin: the last winner is first in line again"},
    {102, "round robin: the lowest number always wins"},
    {103, "round robin: the highest number comes first when the turn is over"},
    {104, "round robin: all that are ahead come first"},
    {105, "oldest first: the youngest comes first"},
    {106, "oldest first: the highest number comes behind itself"},
    {107, "oldest first: the last two numbers both come first"},
    {108, "oldest first: the strap is ignored"},
};

/// The pins of pacer and arbiter, and nothing around them.
PartOnTest parts() {
  PartOnTest part;
  part.pacer = make_faulty_pacer;
  part.arbiter = make_faulty_arbiter;
  part.dimensions = 2;
  part.nics = 4;
  part.virtual_channels = 2;
  return part;
}

/// If the page is to have other rows: TACTUS_WRITE_PAGE=1 build/release/bin/part_fault_test
void check_faults(const std::string& part, const PartBench& pins, const std::vector<PlantedFault>& faults) {
  const auto find = [&pins](int number, const std::string& first) {
    plant_part_fault(number);
    return finder_of({pins}, parts(), first);
  };
  CHECK(find(0, "") == kNotFound);
  const std::string rows = fault_rows(part, faults, find);
  CHECK_THAT(rows, !Contains(kNotFound));
  CHECK(fault_rows_of_page(part, rows) == rows);
}

/// A row for each group of kinds.
template <class Texts>
std::string stimuli_rows(const std::string& part, const Texts& texts) {
  std::string rows;
  std::string group;
  for (const Stimulus& kind : texts) {
    if (kind.group == group) {
      rows += std::string("; ") + kind.text;
    } else {
      rows += (rows.empty() ? "" : " |\n") + std::string("| ") + part + " | " + kind.group + " | " + kind.text;
    }
    group = kind.group;
  }
  return rows + " |\n";
}

}  // namespace

TEST_CASE("Part benches: outputs to which the contract gives no meaning may be anything", "[CHECK-5]") {
  constexpr int kSlotComeAtTicks = 90;
  constexpr int kSlotWait = 91;
  for (const int other : {kSlotComeAtTicks, kSlotWait}) {
    plant_part_fault(other);
    CHECK(finder_of({pacer_benches().front()}, parts()) == kNotFound);
  }
}

TEST_CASE("Part benches: each planted fault of the pacer is found on its pins, and the page says by what",
          "[CHECK-1]") {
  check_faults("pacer", pacer_benches().front(), kPacerFaults);
}

TEST_CASE("Part benches: each planted fault of the arbiter is found on its pins, and the page says by what",
          "[CHECK-1]") {
  check_faults("arbiter", arbiter_benches().front(), kArbiterFaults);
}

TEST_CASE("Part benches: those of pacer and arbiter on their pins make each of their stimuli", "[CHECK-2]") {
  plant_part_fault(0);
  CHECK(faults_of_benches({pacer_benches().front()}, parts()).empty());
  CHECK(faults_of_benches({arbiter_benches().front()}, parts()).empty());
}

TEST_CASE("Part benches: the page on RTL of users lists the kinds of stimuli of each part") {
  const std::string rows = stimuli_rows("pacer", kPacerStimuli) + stimuli_rows("arbiter", kArbiterStimuli) +
                           stimuli_rows("router", kRouterStimuli) + stimuli_rows("NIC", kNicStimuli);
  CHECK(rows_of_page("cosimulation.md", "stimuli", rows) == rows);
}
