#include "testbench/app/area/area.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>

#include "rtl/twin/rtl_straps.h"
#include "testbench/app/area/area_choices.h"
#include "testbench/app/area/area_table.h"
#include "testbench/app/files/regular_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;
using Path = std::filesystem::path;

const Path kRtl = TACTUS_RTL_FOLDER;

std::vector<std::string> names(const AreaSubject& subject) {
  std::vector<std::string> names;
  for (const Path& file : subject.files) names.push_back(file.filename().string());
  return names;
}

void write(const Path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

/// A register of eight bits, and an adder before it.
const char* const kCounter =
    "module slot_timer (input logic clk_i, input logic [7:0] a_i, output logic [7:0] sum_o);\n"
    "  always_ff @(posedge clk_i) sum_o <= sum_o + a_i;\nendmodule\n";

}  // namespace

TEST_CASE("Area: a report of yosys is read: gates and flip-flops, memories apart, and the longest way") {
  const std::string memories = R"({"modules": {}, "design": {"num_memory_bits": 4096, "num_cells_by_type": {}}})";
  const std::string gates = R"({"design": {"num_memory_bits": 0, "num_cells_by_type": {"$_AND_": 7, "$_MUX_": 2,
      "$_SDFFE_PN0P_": 20, "$_DFF_P_": 1, "$_DLATCH_P_": 3, "$mem_v2": 2}}})";
  const Area area = read_area(memories, gates, "13. LTP\nLongest topological path in a.b (length=33):\n 0: x\n");
  CHECK(area.cells == 7 + 2 + 20 + 1 + 3);
  CHECK(area.flip_flops == 21);
  CHECK(area.latches == 3);
  CHECK(area.memory_bits == 4096);
  CHECK(area.logic_depth == 33);
  CHECK_THROWS_AS(read_area("{", gates, ""), std::runtime_error);
  CHECK_THROWS_WITH(read_area(memories, gates, "nothing"), Contains("no longest path"));
}

TEST_CASE("Area: of our files a part has those that it names, packages first") {
  CHECK(names(our_area_subject(RtlPart::kPacer, {}, kRtl)) ==
        std::vector<std::string>{"flit_pkg.sv", "nic_pkg.sv", "pacer.sv"});
  const AreaSubject arbiter = our_area_subject(RtlPart::kArbiter, {1, 2, 2}, kRtl);
  CHECK(arbiter.values == std::vector<std::pair<std::string, int>>{{"NumRequesters", 8}});
  std::vector<std::string> files = names(arbiter);
  CHECK(files.front() == "router_pkg.sv");
  std::sort(files.begin(), files.end());
  CHECK(files == std::vector<std::string>{"output_arbiter.sv", "round_robin_arbiter.sv", "router_pkg.sv"});
}

TEST_CASE("Area: our NIC has the files of all its modules, and its parameters") {
  const AreaSubject nic = our_area_subject(RtlPart::kNic, {2, 1, 4}, kRtl);
  CHECK(nic.values == std::vector<std::pair<std::string, int>>{{"NumEngines", 1}, {"NumVcs", 4}});
  const std::vector<std::string> files = names(nic);
  for (const char* file : {"nic_engine_regs_pkg.sv", "nic_engine_regs.sv", "ram_1r1w.sv", "ring_distance.sv",
                           "hops_table.sv", "waiting_queue.sv", "free_number.sv", "cycle_sum.sv"}) {
    CAPTURE(file);
    CHECK(std::count(files.begin(), files.end(), file) == 1);
  }
}

TEST_CASE("Area: a user's file takes the place of ours, and names of ours bring our files") {
  const TemporaryFolder folder;
  write(folder.path() / "nic_pkg.sv", "package nic_pkg;\nendpackage\n");
  write(folder.path() / "mine.sv",
        "module mine (input logic [nic_pkg::GapWidth-1:0] a_i);\n  credit_link u_link (.a_i);\nendmodule\n");
  const std::vector<std::string> files = names(their_area_subject(RtlPart::kPacer, {}, kRtl, folder.path(), "mine"));
  CHECK(std::count(files.begin(), files.end(), "nic_pkg.sv") == 1);
  CHECK(std::count(files.begin(), files.end(), "credit_link.sv") == 1);
  CHECK(std::count(files.begin(), files.end(), "pacer.sv") == 0);
}

TEST_CASE("Area: yosys measures a module, and its words about a wrong one have file and line") {
  if (!yosys_is_there()) return;
  const TemporaryFolder folder;
  write(folder.path() / "a.sv", kCounter);
  const AreaSubject good{"yours", "slot_timer", {folder.path() / "a.sv"}, {}, {}};
  const auto measured = synthesize(good);
  REQUIRE(std::holds_alternative<Area>(measured));
  CHECK(std::get<Area>(measured).flip_flops == 8);
  CHECK(std::get<Area>(measured).cells > 8 + 8);
  CHECK(std::get<Area>(measured).logic_depth > 2);
  write(folder.path() / "a.sv", "module slot_timer;\n  not verilog\nendmodule\n");
  const auto refused = synthesize(good);
  REQUIRE(std::holds_alternative<AreaFault>(refused));
  CHECK_THAT(std::get<AreaFault>(refused).words, Contains("a.sv:3: ERROR: syntax error"));
}

TEST_CASE("Area: yosys measures our pacer, which includes a file of ours, and finds its registers") {
  if (!yosys_is_there()) return;
  const auto measured = synthesize(our_area_subject(RtlPart::kPacer, {}, kRtl));
  REQUIRE(std::holds_alternative<Area>(measured));
  CHECK(std::get<Area>(measured).flip_flops == 20 + 16 + 8 + 1);  // wait_q, and packet_gap_q, length_q, counts_q
  CHECK(std::get<Area>(measured).memory_bits == 0);
  const auto arbiter = synthesize(our_area_subject(RtlPart::kArbiter, {1, 2, 2}, kRtl));  // of several modules
  REQUIRE(std::holds_alternative<Area>(arbiter));
  CHECK(std::get<Area>(arbiter).flip_flops == 0);
  const auto buffer =
      synthesize({"ours", "ram_1r1w", {kRtl / "common/ram_1r1w.sv"}, {kRtl}, {{"Width", 8}, {"Depth", 16}}});
  REQUIRE(std::holds_alternative<Area>(buffer));
  CHECK(std::get<Area>(buffer).memory_bits == 8 * 16);
}

TEST_CASE("Area: the table has ours and yours below each other, with their ratio") {
  const std::vector<AreaRow> rows = {{"pacer", "ours", "pacer", {}, figures_of(Area{1000, 20, 0, 0, 40}), 0},
                                     {"pacer", "yours", "mine", {}, figures_of(Area{1500, 30, 2, 64, 20}), 2}};
  const std::string text = area_text(rows);
  CHECK_THAT(text, Contains("1.50         1.50            -         0.50") && Contains("mine has 2 latches"));
  CHECK_THAT(area_text({rows[0]}), !Contains("ratio"));
  CHECK(area_json(rows)[1]["memory_bits"] == 64);
  CHECK(area_json(rows)[1]["latches"] == 2);
  CHECK(!area_json({{"pacer", "ours", "pacer", {}, figures_of(FpgaArea{385, 51, 45}), {}}})[0].contains("latches"));
}

TEST_CASE("Area: an input that is tied is so in the whole of a part, and what it makes constant is gone") {
  if (!yosys_is_there()) return;
  const TemporaryFolder folder;
  write(folder.path() / "part.sv",
        "module child (input logic mode_i, input logic [7:0] a_i, output logic [7:0] o);\n"
        "  assign o = mode_i ? a_i * a_i : a_i;\nendmodule\n"
        "module part (input logic mode_i, input logic [7:0] a_i, output logic [7:0] o);\n"
        "  child u_child (.mode_i(mode_i), .a_i(a_i), .o(o));\nendmodule\n");
  AreaSubject subject{"ours", "part", {folder.path() / "part.sv"}, {}, {}};
  subject.flat = true;
  const auto cells = [&subject](const std::vector<AreaStrap>& straps) {
    subject.straps = straps;
    return std::get<Area>(synthesize(subject)).cells;
  };
  const std::uint64_t squares = cells({{"mode_i", 1, 1}});
  CHECK(cells({{"mode_i", 1, 0}}) == 0);
  CHECK(squares > 50);
  CHECK(cells({}) > squares);
}

TEST_CASE("Area: a key of policies has each that RTL has, and its straps are inputs of the module, one number each") {
  const std::map<std::string, std::size_t> policies = {{"pacing.mode", 4},
                                                       {"router.arbiter", std::size(kRtlArbiters)},
                                                       {"router.input_nomination", 2},
                                                       {"router.flow_control", 2},
                                                       {"router.routing", std::size(kRtlRoutings)}};
  REQUIRE(area_choice_keys().size() == policies.size());
  for (const std::string& key : area_choice_keys()) {
    CAPTURE(key);
    const auto choices = area_choices(key);
    REQUIRE(choices.has_value());
    REQUIRE(choices->list.size() == policies.at(key) + 1);
    CHECK(choices->list.front().name == "all");
    CHECK(choices->list.front().straps.empty());
    std::set<std::string> settings;
    for (const AreaChoice& choice : choices->list) {
      const AreaSubject subject = our_area_subject(choices->part, {}, kRtl, choice.module);
      const std::string source = text_of_file(subject.files.back().parent_path() / (subject.top + ".sv"));
      std::string setting;
      for (const AreaStrap& strap : choice.straps) {
        CHECK_THAT(source, Contains(strap.input));
        setting += strap.input + "=" + std::to_string(strap.value) + " ";
      }
      for (const auto& [name, value] : choice.values) CHECK_THAT(source, Contains("int unsigned " + name + " = 0"));
      CHECK(settings.insert(setting).second);
    }
  }
  CHECK_FALSE(area_choices("router.dateline").has_value());
}

}  // namespace tactus
