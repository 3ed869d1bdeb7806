// Area in cells of a technology: standard cells with a Liberty file, and FPGAs.
#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

#include "testbench/app/area/area.h"
#include "testbench/app/area/area_table.h"
#include "testbench/app/area/fpga_area.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;
using Path = std::filesystem::path;

void write(const Path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

/// A cell of a Liberty file whose delay is the same for every load and slope.
std::string cell(const std::string& name, double area, const std::string& inputs, const std::string& function,
                 const char* sense, double delay_ns) {
  const auto table = [](const char* kind, double value) {
    const std::string row = fmt::format("\"{0}, {0}, {0}\"", value);
    return fmt::format(
        "{} (t) {{ index_1 (\"0.001, 0.01, 0.1\"); index_2 (\"0.01, 0.1, 1\"); values ({}, {}, {}); }}\n", kind, row,
        row, row);
  };
  std::string text = fmt::format("cell ({}) {{ area : {};\n", name, area);
  std::string arcs;
  for (const char input : inputs) {
    text += fmt::format("pin ({}) {{ direction : input; capacitance : 0.001; }}\n", input);
    arcs += fmt::format("timing () {{ related_pin : \"{}\"; timing_sense : {};\n", input, sense);
    arcs += table("cell_rise", delay_ns) + table("cell_fall", delay_ns);
    arcs += table("rise_transition", 0.05) + table("fall_transition", 0.05) + "}\n";
  }
  return text + fmt::format("pin (Y) {{ direction : output; max_capacitance : 0.1; function : \"{}\";\n{}}} }}\n",
                            function, arcs);
}

/// A library of four gates, and a flip-flop of area 7.
std::string library(bool with_flip_flop = true) {
  std::string text =
      "library (own) { time_unit : \"1ns\"; capacitive_load_unit (1, pf);\n"
      "lu_table_template (t) { variable_1 : total_output_net_capacitance; variable_2 : input_net_transition;\n"
      "index_1 (\"1, 2, 3\"); index_2 (\"1, 2, 3\"); }\n";
  text += cell("inverter", 1, "A", "(!A)", "negative_unate", 0.1);
  text += cell("buffer", 1.5, "A", "A", "positive_unate", 0.2);
  text += cell("nand", 2, "AB", "(!(A B))", "negative_unate", 0.25);
  text += cell("nor", 2, "AB", "(!(A+B))", "negative_unate", 0.3);
  if (with_flip_flop) {
    text +=
        "cell (flip_flop) { area : 7; ff (IQ, IQN) { clocked_on : \"CK\"; next_state : \"D\"; }\n"
        "pin (CK) { direction : input; clock : true; capacitance : 0.001; }\n"
        "pin (D) { direction : input; capacitance : 0.001; }\n"
        "pin (Q) { direction : output; max_capacitance : 0.1; function : \"IQ\"; } }\n";
  }
  return text + "}\n";
}

/// Two flip-flops; one inverter and one gate of two inputs between them.
const char* const kTwoGates =
    "module part (input logic clk_i, output logic [1:0] q_o);\n"
    "  always_ff @(posedge clk_i) q_o <= {!(q_o[0] & q_o[1]), !q_o[0]};\nendmodule\n";

/// A memory of 64 Kibit read with the clock, a product, and a counter.
const char* const kMemory =
    "module part (input logic clk_i, input logic we_i, input logic [10:0] at_i, input logic [31:0] d_i,\n"
    "             output logic [31:0] q_o, output logic [7:0] n_o, output logic [35:0] p_o);\n"
    "  logic [31:0] words [2048];\n"
    "  always_ff @(posedge clk_i) begin\n"
    "    if (we_i) words[at_i] <= d_i;\n    q_o <= words[at_i];\n    n_o <= n_o + 8'd1;\n  end\n"
    "  assign p_o = d_i[17:0] * d_i[31:14];\nendmodule\n";

}  // namespace

TEST_CASE("Area: to the cells of a library, with the delay of the longest way, is a sum that can be done by hand") {
  if (!yosys_is_there()) return;
  const TemporaryFolder folder;
  write(folder.path() / "part.sv", kTwoGates);
  write(folder.path() / "own cells.lib", library());
  const AreaSubject part{"yours", "part", {folder.path() / "part.sv"}, {}, {}};
  const auto measured = synthesize(part, folder.path() / "own cells.lib");
  if (const auto* fault = std::get_if<AreaFault>(&measured)) FAIL(fault->words);
  const Area& area = std::get<Area>(measured);
  REQUIRE(area.library);
  CHECK(area.library->area == 2 * 7 + 1 + 2);
  CHECK(area.library->delay_ns == Approx(0.25));
  CHECK(area.cells == 2 + 2);
  const auto figures = figures_of(area);
  CHECK(figures.back().key == "delay_ns");
}

TEST_CASE("Area: a library without a cell that the module needs, and a file that is none, are told") {
  if (!yosys_is_there()) return;
  const TemporaryFolder folder;
  write(folder.path() / "part.sv", kTwoGates);
  const AreaSubject part{"yours", "part", {folder.path() / "part.sv"}, {}, {}};
  write(folder.path() / "gates.lib", library(false));
  const auto without = synthesize(part, folder.path() / "gates.lib");
  REQUIRE(std::holds_alternative<AreaFault>(without));
  CHECK_THAT(std::get<AreaFault>(without).words, Contains("D flip-flops are not supported"));
  write(folder.path() / "none.lib", "# no library\n");
  const auto none = synthesize(part, folder.path() / "none.lib");
  REQUIRE(std::holds_alternative<AreaFault>(none));
  CHECK_THAT(std::get<AreaFault>(none).words, Contains("liberty file on line 1"));
}

TEST_CASE("Area: reports of a library's cells are read, the last delay counts, and others are refused") {
  const LibraryArea area = read_library_area("   Chip area for module '\\part': 123.5\n",
                                             "ABC: Delay =  4520.44 ps ( 1 %)\nABC: Delay =   4100.00 ps\n");
  CHECK(area.area == 123.5);
  CHECK(area.delay_ns == Approx(4.1));
  CHECK_THROWS_WITH(read_library_area("", "Delay = 1.0 ps"), Contains("no area of cells"));
  CHECK_THROWS_WITH(read_library_area("Chip area for module 'a': 1", ""), Contains("no delay"));
}

TEST_CASE("Area: ECP5 has a block RAM for each 18 Kibit, a multiplier of 18 bits, and a flip-flop for each register") {
  if (!yosys_is_there()) return;
  const TemporaryFolder folder;
  write(folder.path() / "part.sv", kMemory);
  const auto measured = synthesize_for_ecp5({"yours", "part", {folder.path() / "part.sv"}, {}, {}});
  if (const auto* fault = std::get_if<AreaFault>(&measured)) FAIL(fault->words);
  const FpgaArea& area = std::get<FpgaArea>(measured);
  CHECK(area.block_rams == 4);
  CHECK(area.multipliers == 1);
  CHECK(area.flip_flops == 8);
  CHECK(area.carries == 4);
  CHECK(area.lut_rams == 0);
  CHECK_THROWS_WITH(read_fpga_area(R"({"design": {"num_cells_by_type": {"LUT4": 1, "EHXPLLL": 1}}})"),
                    Contains("not known: EHXPLLL"));
  CHECK_THROWS_AS(read_fpga_area("{"), std::runtime_error);
}

}  // namespace tactus
