#include <cstdlib>
#include <fstream>
#include <map>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

bool yosys_is_missing() {
  if (std::system("command -v yosys > /dev/null 2>&1") == 0) return false;
  WARN("yosys is not installed: not tested");
  return true;
}

const std::string kCatchUp = scenario_path("cosim/catch_up_pacer");

}  // namespace

TEST_CASE("tactus area: a user's pacer beside ours, with the ratio, as a table and as JSON") {
  if (yosys_is_missing()) return;
  const Arguments area = {"area", "pacer", kCatchUp, "--top", "catch_up_pacer"};
  const Outcome table = ended_with(0, run_tactus(area));
  CHECK_THAT(table.out, Contains("flip-flops  memory bits  logic depth") && Contains("\npacer    ours   pacer ") &&
                            Contains("\npacer    yours  catch_up_pacer ") && Contains("\n         ratio "));
  const auto json = nlohmann::json::parse(ended_with(0, run_tactus(with(area, {"--json"}))).out);
  REQUIRE(json.size() == 2);
  CHECK(json[0]["flip_flops"] == 45);  // wait_q of 20 bits, and 25 of the packet that has started
  CHECK(json[1]["flip_flops"] == 65);  // two of 32 bits, and one
  CHECK(json[1]["module"] == "catch_up_pacer");
  // The scenario that replaces the pacer is as good.
  const auto of_scenario = ended_with(0, run_tactus({"area", kCatchUp + ".yaml", "--json"}));
  CHECK(nlohmann::json::parse(of_scenario.out) == json);
}

TEST_CASE("tactus area: a key gives a row for each of its policies, which have less than the part that has them all") {
  if (yosys_is_missing()) return;
  const auto rows = nlohmann::json::parse(ended_with(0, run_tactus({"area", "pacing.mode", "--json"})).out);
  const std::vector<std::string> modes = {"all", "fixed", "hops", "off", "phase"};
  REQUIRE(rows.size() == modes.size());
  std::map<std::string, std::uint64_t> cells;
  for (const auto& row : rows) {
    cells[row["whose"]] = row["cells"];
    CHECK(row["module"] == (row["whose"] == "phase" ? "phase_slots" : "pacer"));
    // Begin and end of a slot, the period, and whether there is one and it is to come.
    if (row["whose"] == "phase") CHECK(row["flip_flops"] == 82);
  }
  for (const std::string& mode : modes) REQUIRE(cells.count(mode) == 1);
  // Without gaps the packets of a message have nothing to multiply; a gap of the register needs no hops.
  CHECK(cells["off"] < cells["fixed"]);
  CHECK(cells["fixed"] < cells["hops"]);
  CHECK(cells["hops"] < cells["all"]);
}

TEST_CASE("tactus area: what yosys cannot read is told in its words, with 2") {
  if (yosys_is_missing()) return;
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "pacer.sv") << "module pacer (input logic clk_i);\n  class wrong;\nendmodule\n";
  const Outcome outcome = ended_with(2, run_tactus({"area", "pacer", folder.path()}));
  CHECK_THAT(outcome.err, Contains("yosys cannot synthesize pacer (yours)") && Contains("pacer.sv:2: ERROR: "));
  CHECK_THAT(outcome.out, Contains("\npacer    ours   pacer ") && !Contains("yours"));
}

TEST_CASE("tactus area: what it cannot measure is refused with 2") {
  const auto refused = [](const Arguments& more, const std::string& says) {
    const Outcome outcome = ended_with(2, run_tactus(with({"area"}, more)));
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains(says));
  };
  refused({"pacre"},
          "is neither a part (pacer, arbiter, router, nic), nor a key whose policies are in RTL (pacing.mode, "
          "router.arbiter, router.input_nomination, router.flow_control, router.routing), nor a scenario file; did you "
          "mean pacer?");
  refused({"router.arbitre"}, "did you mean router.arbiter?");
  refused({"pacing.mode", kCatchUp}, "DIR: for a part; of a key each policy of our RTL is measured");
  refused({"pacer", "--vcs", "2"}, "a pacer has no parameters");
  refused({"nic", "--dimensions", "2"}, "--dimensions: a nic is the same for all");
  refused({"arbiter", "--vcs", "9"}, "--vcs 9: must be a number from 1 to 8");
  refused({"pacer", "--top", "mine"}, "--top: needs DIR");
  refused({"pacer", "--liberty", "none.lib"}, "--liberty none.lib: there is no such file");
  refused({"pacer", "--fpga", "ice40"}, "--fpga ice40: must be ecp5");
  refused({"pacer", "--fpga", "ecp5", "--liberty", kCatchUp + ".yaml"}, "an FPGA has no standard cells");
  refused({"pacing.mode", "--fpga", "ecp5"}, "--fpga: for a part");
  refused({"pacer", "--set", "n=4"}, "--set: for a scenario");
  refused({"pacer", kCatchUp, "--top", "catch_up"}, "there is no module 'catch_up' in ");
  refused({scenario_path("quickstart/a2at_4x4.yaml")}, "replaces no part");
  refused({kCatchUp + ".yaml", "--vcs", "2"}, "the scenario has them");
  refused({kCatchUp + ".yaml", kCatchUp}, "the scenario has them, in rtl.replace");
}
