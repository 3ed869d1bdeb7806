#include "rtl/twin/lockstep.h"

#include <algorithm>
#include <string>
#include <systemc>
#include <vector>

#include "rtl/twin/part_bits.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;

/// A twin with two words in, two out, and a pacer for each.
class SmallTwin {
 public:
  SmallTwin()
      : bits_({"pacer", {"hops_i", "slot_come_o", "slot_wait_o"}, {10, 1, 20}, {}},
              {"engine_0.pacer", "engine_1.pacer"}, {"hops_i", "slot_come_o", "slot_wait_o"}),
        lockstep_("small", {number("a_i[0]", 0), number("a_i[1]", 32)}, {number("b_o[0]", 0), number("b_o[1]", 32)}, {},
                  bits_.parts()) {}

  /// An edge: both outputs of the model, and the second one of the RTL. The hops of each pacer are the edge's number.
  void edge(std::uint32_t number, PinWord model_1, PinWord rtl_1, bool rtl_slot = true) {
    Lockstep::Row& row = lockstep_.begin(Cycles{number});
    row.inputs = {number, 7};
    row.model = {number + 1, model_1};
    row.rtl = {number + 1, rtl_1};
    for (unsigned instance = 0; instance < 2; ++instance) {
      bits_.put_model(row, instance, {{"hops_i", number % 1000}, {"slot_come_o", 1}, {"no_such_port", 3}});
    }
    bits_.put_rtl(row, Host{number % 1000, rtl_slot});
  }
  Lockstep& lockstep() { return lockstep_; }

  [[nodiscard]] std::string difference() const {
    try {
      lockstep_.compare();
    } catch (const sc_core::sc_report& report) {
      return report.get_msg();
    }
    return {};
  }

 private:
  struct Host {
    std::uint64_t hops;
    bool slot_of_1;
    [[nodiscard]] std::uint64_t part_value(unsigned instance, unsigned port) const {
      if (port == 0) return hops;
      return port == 1 ? std::uint64_t{instance == 0 || slot_of_1} : 40 + instance;
    }
  };
  static TwinPort number(const char* name, unsigned lsb) { return {name, TwinPort::Kind::kNumber, lsb, 32}; }

  PartBits bits_;
  Lockstep lockstep_;
};

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("Lockstep: remembers the last 512 edges with all that was on the ports, oldest first") {
  SmallTwin twin;
  for (std::uint32_t edge = 1; edge <= 1300; ++edge) twin.edge(edge, edge % 3, edge % 3);
  const std::vector<Lockstep::Row> rows = twin.lockstep().rows();
  REQUIRE(rows.size() == 512);
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t edge = 1300 - 511 + i;
    REQUIRE(rows[i].edge == Cycles{edge});
    REQUIRE(rows[i].inputs == std::vector<PinWord>{edge, 7});
    REQUIRE(rows[i].model == std::vector<PinWord>{edge + 1, edge % 3});
    REQUIRE(rows[i].rtl == rows[i].model);
    REQUIRE((rows[i].part_rtl.front() & 0x3ff) == edge % 1000);
    REQUIRE((rows[i].part_model.front() & 0x3ff) == edge % 1000);
  }
  twin.lockstep().clear();
  CHECK(twin.lockstep().rows().empty());
  twin.edge(1301, 0, 0);
  CHECK(twin.lockstep().rows().size() == 1);
}

TEST_CASE("Lockstep: a report shows the last 20 of the edges, and says how many there are") {
  SmallTwin twin;
  for (std::uint32_t edge = 1; edge <= 99; ++edge) twin.edge(edge, 1, 1);
  CHECK(twin.difference().empty());
  twin.edge(100, 1, 2);
  const std::string text = twin.difference();
  CHECK_THAT(text, Contains("small, b_o[1], cycle 100: the model has 1, the RTL 2") &&
                       Contains("The ports in the last 20 of 100 remembered cycles") && Contains("\n  cycle 81:") &&
                       !Contains("\n  cycle 80:"));
  CHECK(count(text, "\n  cycle ") == 20);
}

TEST_CASE("Lockstep: a report shows the parts whose output differs, and names the port that differed first") {
  SmallTwin twin;
  for (std::uint32_t edge = 1; edge <= 40; ++edge) twin.edge(edge, 1, 1, edge != 10);
  twin.edge(41, 1, 2);
  const std::string text = twin.difference();
  CHECK_THAT(text, Contains("engine_1.pacer differs first at slot_come_o, cycle 10: the model has 1, the RTL 0") &&
                       Contains("\n    RTL:   engine_1.pacer: hops_i 41, slot_come_o 1, slot_wait_o 41"));
  // Nothing differs at engine 0, neither an output nor a port of its pacer that has to be equal.
  CHECK_THAT(text, !Contains("engine_0.pacer"));
}

TEST_CASE("Lockstep: a port of a part that the model knows nothing of is shown of the RTL alone, and never differs") {
  const PartBits bits({"arbiter", {"grant_i", "state_i"}, {8, 8}, {}}, {"plus_x.arbiter"}, {"grant_i"});
  Lockstep lockstep("small", {}, {{"b_o[0]", TwinPort::Kind::kPlain, 0, 8}}, {}, bits.parts());
  Lockstep::Row& row = lockstep.begin(Cycles{1});
  bits.put_model(row, 0, {{"grant_i", 0x21}});
  row.part_rtl[0] = 0xfe21;
  row.rtl[0] = 1;
  try {
    lockstep.compare();
    FAIL("no report");
  } catch (const sc_core::sc_report& report) {
    CHECK_THAT(report.get_msg(),
               Contains("\n    plus_x.arbiter: grant_i 21, state_i fe") && !Contains("differs first"));
  }
}

TEST_CASE("Lockstep: a port of a part that means nothing is 0 on both sides") {
  const PartBits bits({"pacer", {"hops_i", "gap_o"}, {10, 16}, {}}, {"engine_0.pacer"}, {"hops_i", "gap_o"});
  Lockstep lockstep("small", {}, {}, {}, bits.parts());
  Lockstep::Row& row = lockstep.begin(Cycles{1});
  bits.put_model(row, 0, {{"gap_o", 12}});
  row.part_rtl[0] = 12U << 10U;
  bits.clear_unless(row, 0, "gap_o", "hops_i");
  CHECK(row.part_model[0] == 0);
  CHECK(row.part_rtl[0] == 0);
  row.part_rtl[0] = 3 | 12U << 10U;
  bits.clear_unless(row, 0, "gap_o", "hops_i");
  CHECK(row.part_rtl[0] == (3 | 12U << 10U));
}

}  // namespace tactus
