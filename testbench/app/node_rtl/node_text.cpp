#include "testbench/app/node_rtl/node_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "testbench/app/node_rtl/node_straps.h"

namespace tactus {
namespace {

/// A signal of AXI4 that every memory port drives with one value.
struct Constant {
  const char* name;
  int bits;
  const char* value;
};
constexpr Constant kConstants[] = {{"arsize_o", 3, "3'd4"},
                                   {"arburst_o", 2, "2'b01"},
                                   {"awid_o", 4, "4'd0"},
                                   {"awsize_o", 3, "3'd4"},
                                   {"awburst_o", 2, "2'b01"}};

bool is_strap(const NodePin& pin, const std::vector<NodeStrap>& straps) {
  return std::any_of(straps.begin(), straps.end(), [&pin](const NodeStrap& strap) { return strap.pin == pin.name; });
}

bool is_of_links(const NodePin& pin) {
  return pin.name == "flit_i" || pin.name == "flit_o" || pin.name == "credit_i" || pin.name == "credit_o";
}

/// Pins that both nodes of the bench have in common, or that the bench itself connects.
bool is_inside_bench(const NodePin& pin) {
  return is_of_links(pin) || pin.name == "clk_i" || pin.name == "arst_ni" || pin.name == "position_i";
}

std::string declaration(const NodePin& pin, const std::string& prefix = "") {
  return fmt::format("  {:6} {} {}{}", pin.is_output ? "output" : "input", pin.type, prefix, pin.name);
}

/// Without the straps, with all widths in numbers.
std::vector<NodePin> pins_of_machine(const std::vector<NodePin>& pins, const MachineConfig& config) {
  const std::vector<NodeStrap> straps = node_straps(config);
  std::vector<NodePin> left;
  for (NodePin pin : pins) {
    if (is_strap(pin, straps)) continue;
    pin.type = with_numbers(pin.type, node_parameters(config));
    // Comments on straps name several of them.
    if (pin.name == "position_i") pin.comment = "  // Strap: 8 bits for each of four dimensions, x in the low ones.\n";
    left.push_back(std::move(pin));
  }
  return left;
}

/// The links between two nodes in the first dimension: there, and where two are a ring, round it.
std::string links(const MachineConfig& config) {
  const bool ring = config.network.size(0) == 2 && config.network.wraps(0);
  std::string text;
  for (const auto& [name, width] :
       {std::pair{"flit", "flit_pkg::FlitWidth"}, {"credit", "flit_pkg::CreditPortWidth"}}) {
    const auto piece = [&, name = name, width = width](int node, int port) {
      return fmt::format("{}_{}[{}*{}+:{}]", name, node, port, width, width);
    };
    for (int node = 0; node < 2; ++node) {
      text += fmt::format("  logic [{}*{}-1:0] {}_{};\n", 2 * config.network.dimensions(), width, name, node);
    }
    for (int node = 0; node < 2; ++node) {
      // Port 0 is up x, port 1 down x; what leaves upwards comes in from below.
      std::vector<std::string> pieces(static_cast<std::size_t>(2 * config.network.dimensions()),
                                      fmt::format("{{{}{{1'b0}}}}", width));
      if (node == 1 || ring) pieces[1] = piece(1 - node, 0);
      if (node == 0 || ring) pieces[0] = piece(1 - node, 1);
      std::reverse(pieces.begin(), pieces.end());
      text += fmt::format("  logic [{}*{}-1:0] {}_to_{};\n  assign {}_to_{} = {{\n    {}\n  }};\n",
                          2 * config.network.dimensions(), width, name, node, name, node, fmt::join(pieces, ",\n    "));
    }
  }
  return text;
}

}  // namespace

std::string node_module(const std::vector<NodePin>& pins, const MachineConfig& config) {
  std::vector<std::string> ports;
  std::vector<std::string> connections;
  const auto connect = [&connections](const std::string& pin, const std::string& value) {
    connections.push_back(fmt::format("    .{}({})", pin, value));
  };
  for (const NodePin& pin : pins_of_machine(pins, config)) {
    ports.push_back(pin.comment + declaration(pin));
    connect(pin.name, pin.name);
  }
  const int nics = config.nics();
  std::string constants;
  for (const Constant& constant : kConstants) {
    ports.push_back(fmt::format("  output logic [{}*{}-1:0] {}", nics, constant.bits, constant.name));
    constants += fmt::format("  assign {} = {{{}{{{}}}}};\n", constant.name, nics, constant.value);
  }
  for (const NodeStrap& strap : node_straps(config)) connect(strap.pin, strap.value);
  std::vector<std::string> parameters;
  for (const auto& [name, value] : node_parameters(config)) {
    if (name != "NumLinks") parameters.push_back(fmt::format(".{}({})", name, value));
  }
  return fmt::format(
      "// A node of the machine in tactus_node.json: node_top with its parameters and straps.\n"
      "module tactus_node (\n{}\n);\n\n  node_top #({}) u_node (\n{}\n  );\n\n"
      "  // Bursts are of whole beats of 16 B and type INCR; writes have one ID.\n{}\nendmodule\n",
      fmt::join(ports, ",\n"), fmt::join(parameters, ", "), fmt::join(connections, ",\n"), constants);
}

std::string two_nodes_module(const std::vector<NodePin>& pins, const MachineConfig& config) {
  std::vector<std::string> ports = {"  input  logic clk_i", "  input  logic arst_ni"};
  std::string nodes;
  for (int node = 0; node < 2; ++node) {
    const std::string prefix = fmt::format("n{}_", node);
    std::vector<std::string> connections = {"    .clk_i(clk_i)",
                                            "    .arst_ni(arst_ni)",
                                            fmt::format("    .position_i(32'd{})", node),
                                            fmt::format("    .flit_i(flit_to_{})", node),
                                            fmt::format("    .flit_o(flit_{})", node),
                                            fmt::format("    .credit_i(credit_to_{})", node),
                                            fmt::format("    .credit_o(credit_{})", node)};
    for (const NodePin& pin : pins_of_machine(pins, config)) {
      if (is_inside_bench(pin)) continue;
      ports.push_back(declaration(pin, prefix));
      connections.push_back(fmt::format("    .{}({}{})", pin.name, prefix, pin.name));
    }
    for (const Constant& constant : kConstants) connections.push_back(fmt::format("    .{}()", constant.name));
    nodes += fmt::format("\n  tactus_node u_node_{} (\n{}\n  );\n", node, fmt::join(connections, ",\n"));
  }
  return fmt::format(
      "// Two neighbours in x, for a bench: every pin of theirs but the links between them.\n"
      "module two_nodes (\n{}\n);\n\n{}{}\nendmodule\n",
      fmt::join(ports, ",\n"), links(config), nodes);
}

std::string node_description(const MachineConfig& config, const std::string& scenario) {
  const NetworkShape& network = config.network;
  nlohmann::ordered_json sizes = nlohmann::ordered_json::array();
  nlohmann::ordered_json wraps = nlohmann::ordered_json::array();
  for (int d = 0; d < network.dimensions(); ++d) {
    sizes.push_back(network.size(d));
    wraps.push_back(network.wraps(d));
  }
  nlohmann::ordered_json straps = nlohmann::ordered_json::object();
  for (const NodeStrap& strap : node_straps(config)) straps[strap.pin] = strap.value;
  const nlohmann::ordered_json description = {{"scenario", scenario},
                                              {"sizes", sizes},
                                              {"wrap", wraps},
                                              {"nics", config.nics()},
                                              {"virtual_channels", config.router.virtual_channels},
                                              {"max_payload", config.max_payload().count()},
                                              {"link_period_ps", config.clock.picoseconds()},
                                              {"straps", straps}};
  return description.dump(2) + "\n";
}

}  // namespace tactus
