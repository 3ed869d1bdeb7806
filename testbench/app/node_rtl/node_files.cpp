#include "testbench/app/node_rtl/node_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "testbench/app/about/about.h"

namespace tactus {
namespace {

std::string lines(const std::string& before, const std::vector<std::string>& files, const std::string& behind = "") {
  std::string text;
  for (const std::string& file : files) text += fmt::format("{}{}{}\n", before, file, behind);
  return text;
}

/// Ticks of the node's clock to a cycle of the links: rtl/axi/nic_axi.sv.
constexpr double kTicks = 3;

}  // namespace

std::string file_list(const NodeSources& files) {
  return "+incdir+rtl\n" + lines("", files.waivers) + lines("", files.sources);
}

std::string fusesoc_core(const NodeSources& files) {
  return "CAPI=2:\nname: tactus:interconnect:tactus_node:0\n"
         "description: Node of an interconnect, with NICs on APB and AXI4, and a router\n"
         "filesets:\n"
         "  rtl:\n    file_type: systemVerilogSource\n    files:\n" +
         lines("      - ", files.sources) +
         lines("      - ", files.includes, ": {is_include_file: true, include_path: rtl}") +
         "  lint:\n    file_type: vlt\n    files:\n" + lines("      - ", files.waivers) +
         "targets:\n"
         "  default: &default\n    filesets: [rtl]\n    toplevel: tactus_node\n"
         "  lint:\n    <<: *default\n    filesets: [lint, rtl]\n    flow: lint\n"
         "    flow_options: {tool: verilator, verilator_options: [-Wall]}\n";
}

std::string bender_manifest(const NodeSources& files) {
  return "package:\n  name: tactus_node\nexport_include_dirs: [rtl]\nsources:\n  - include_dirs: [rtl]\n    files:\n" +
         lines("      - ", files.sources);
}

std::string constraints(const MachineConfig& config) {
  const double link_ns = config.clock.picoseconds() / 1000;
  return fmt::format(
      "# Constraints to begin with. Delays of pins are a fifth of a period until it is known what is behind them.\n"
      "set link_period {:.4f}\nset period {:.4f}\n\n"
      "create_clock -name clk -period $period [get_ports clk_i]\n"
      "# The router's clock is gated: one edge in three.\n"
      "create_generated_clock -name router_clk -source [get_ports clk_i] -edges {{1 2 7}} \\\n"
      "  [get_pins u_node/u_clock_gate/clk_o]\n\n"
      "# The end of reset is synchronised, its beginning is not. The position is a strap.\n"
      "set_false_path -from [get_ports arst_ni]\nset_false_path -from [get_ports position_i*]\n\n"
      "set links [get_ports {{flit_i* credit_i*}}]\n"
      "set_input_delay -clock router_clk [expr {{0.2 * $link_period}}] $links\n"
      "set_output_delay -clock router_clk [expr {{0.2 * $link_period}}] [get_ports {{flit_o* credit_o*}}]\n"
      "set_input_delay -clock clk [expr {{0.2 * $period}}] \\\n"
      "  [remove_from_collection [all_inputs] [add_to_collection $links [get_ports {{clk_i arst_ni position_i*}}]]]\n"
      "set_output_delay -clock clk [expr {{0.2 * $period}}] \\\n"
      "  [remove_from_collection [all_outputs] [get_ports {{flit_o* credit_o*}}]]\n",
      link_ns, link_ns / kTicks);
}

std::string node_readme(const std::string& scenario) {
  return fmt::format(
      "# A node in RTL\n\n"
      "Made by `tactus rtl {}`, Tactus {}. Top module: `tactus_node`.\n\n"
      "| file | for |\n|---|---|\n"
      "| `tactus_node.sv` | the node with the parameters and straps of the machine |\n"
      "| `rtl/` | what it is made of; `rtl/check` has checkers of APB and AXI4, as assertions |\n"
      "| `tactus_node.f` | file list: `verilator --lint-only -Wall -f tactus_node.f --top-module tactus_node` |\n"
      "| `tactus_node.core` | FuseSoC: `fusesoc --cores-root . run --target lint tactus_node` |\n"
      "| `Bender.yml` | Bender: `bender script verilator` |\n"
      "| `tactus_node.sdc` | constraints to begin with |\n"
      "| `tactus_node.json` | numbers of the machine |\n"
      "| `registers/` | register map: SystemRDL, IP-XACT, a page, a header for C |\n"
      "| `bench/` | two nodes under cocotb: `pip install cocotb==1.9.2`, then `python3 bench/run.py` |\n\n"
      "Replace `rtl/common/clock_gate.sv` by the cell of your library, and `rtl/common/ram_*.sv` by memories.\n",
      scenario, tactus_version());
}

}  // namespace tactus
