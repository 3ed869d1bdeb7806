#include "testbench/app/scenario/route_table_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "hw/router/dependency_graph.h"
#include "testbench/app/kinds/torus/route_check.h"
#include "testbench/app/scenario/route_table_text.h"
#include "testbench/parts/random_network.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/policies.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

/// A mesh of 3x2 with two VCs.
MachineConfig machine_of_tables() {
  MachineConfig machine;
  machine.network = NetworkShape({3, 2}, {false, false});
  return machine;
}

std::vector<Diagnostic> faults_of_table(const std::string& text) {
  const SourceText source{"table.txt", text, 1, 0};
  DiagnosticList diagnostics;
  static_cast<void>(read_route_table(source, machine_of_tables(), diagnostics));
  return diagnostics.sorted();
}

const std::vector<BrokenText> kBrokenTables = {
    {"only comments", "# nothing\n", 1, 1, "there is no entry in the file"},
    {"a node alone", "0\n", 1, 2, "the destination is missing: an entry is node destination output"},
    {"no output", "0  1  # plus_x\n", 1, 5, "the output is missing: an entry is node destination output"},
    {"a node beyond", "6 1 plus_x\n", 1, 1, "'6' is no node of the network of 3x2: a number 0 to 5, or x,y"},
    {"a coordinate beyond", "0,0 0,2 plus_y\n", 1, 5, "'0,2' is no node"},
    {"a coordinate too many", "0,0,0 0,1 plus_y\n", 1, 1, "'0,0,0' is no node"},
    {"no coordinate", "0,a 0,1 plus_y\n", 1, 1, "'0,a' is no node"},
    {"a range downwards", "1-0 5 plus_y\n", 1, 1, "'1-0' is no node"},
    {"a range without end", "0- 5 plus_y\n", 1, 1, "'0-' is no node"},
    {"a negative node", "-1 5 plus_y\n", 1, 1, "'-1' is no node"},
    {"an output that is none", "0 1 plus_z\n", 1, 5, "'plus_z' is no output of this network's routers; did you mean"},
    {"a word as output", "0 1 east\n", 1, 5, "there are plus_x, minus_x, plus_y and minus_y"},
    {"the NIC as output", "0 1 nic_0\n", 1, 5, "'nic_0' is no output"},
    {"an output that leads nowhere", "0 1 minus_x\n", 1, 5, "minus_x leads nowhere from (0,0), where the network ends"},
    {"of many nodes one at the edge", "* 2,* plus_y\n", 1, 7, "plus_y leads nowhere from (0,1)"},
    {"a VC too many", "0 1 plus_x vc=2\n", 1, 15, "'2' is no VC: router.virtual_channels is 2, so VCs are numbered 0"},
    {"VCs too many", "0 1 plus_x vc=0,1-2\n", 1, 17, "'1-2' is no VC"},
    {"no VC", "0 1 plus_x vc=\n", 1, 15, "'' is no VC"},
    {"an input that is none", "0 1 plus_x from=minux_x\n", 1, 17,
     "'minux_x' is no input of this network's routers; did "},
    {"an option that is none", "0 1 plus_x form=nic\n", 1, 12, "unknown word 'form'; did you mean from?"},
    {"a word too many", "0 1 plus_x 3\n", 1, 12, "unknown word '3'; after the output come vc=, from= and from_vc="},
    {"VCs twice", "0 1 plus_x vc=0 vc=1\n", 1, 17, "vc= is given twice"},
    {"a NIC's VC", "0 1 plus_x from=nic from_vc=0\n", 1, 1, "a packet from a NIC is on no VC yet"},
    {"a node to itself", "1 1 plus_x\n", 1, 1, "no packet uses this entry: a packet to its own node leaves by its NIC"},
    {"an entry twice", "0 1 plus_x\n# again\n0 1 plus_x\n", 3, 1,
     "entries above take all of its packets, the first in line"},
    {"an entry that a pattern hides", "0,* 1-2,* plus_x\n0,0 2,1 plus_x vc=0\n", 2, 1, "the first in line 1"},
    {"entries that hide one together", "0 1 plus_x from=nic\n0 1 plus_x from=plus_x,plus_y\n0 1 plus_x\n", 3, 1,
     "no packet uses this entry"},
    {"an input from outside", "0 1 plus_x from=minus_x,minus_y\n", 1, 1, "no link comes in by these inputs"},
};

TEST_CASE("Route table: a line that is wrong is named with its place", "[ROUTE-29][ROUTE-30][ROUTE-31][ROUTE-33]") {
  for (const BrokenText& broken : kBrokenTables) {
    INFO(broken.name << ":\n" << broken.text);
    check_faults(faults_of_table(broken.text), broken.faults);
  }
}

TEST_CASE("Route table: all faults of a file come at once, and of a file of another kind the first", "[ROUTE-33]") {
  check_faults(faults_of_table("9 1 plus_x\n0 1 pluss_x vc=7\n0 1\n"), {{1, 1, "'9' is no node"},
                                                                        {2, 5, "did you mean plus_x?"},
                                                                        {2, 16, "'7' is no VC"},
                                                                        {3, 4, "the output is missing"}});
  std::string text;
  for (int line = 0; line < 10'000; ++line) text += "0 1 plus_x\n";
  CHECK(faults_of_table(text).size() == DiagnosticList::kMostListed);
}

TEST_CASE("Route table: entries that name too many pairs are refused before they take long", "[ROUTE-33]") {
  MachineConfig machine;
  machine.network = {64, 64};
  std::string text;
  for (int line = 0; line < 9; ++line) text += "* * plus_x\n";
  const SourceText source{"table.txt", text, 1, 0};
  DiagnosticList diagnostics;
  static_cast<void>(read_route_table(source, machine, diagnostics));
  REQUIRE_FALSE(diagnostics.empty());
  CHECK_THAT(diagnostics.sorted().back().message, Catch::Matchers::Contains("more than 2^27 pairs of nodes"));
}

/// Numbers that a part of a node's or VC's name stands for, by its written rules.
bool stands_for(const std::string& part, int number) {
  if (part == "*") return true;
  const std::size_t dash = part.find('-');
  if (dash == std::string::npos) return std::stoi(part) == number;
  return std::stoi(part.substr(0, dash)) <= number && number <= std::stoi(part.substr(dash + 1));
}

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

bool names_node(const std::string& word, const NetworkShape& shape, int node) {
  const std::vector<std::string> parts = parts_of(word);
  if (parts.size() == 1) return stands_for(word, node);
  for (std::size_t d = 0; d < parts.size(); ++d) {
    if (!stands_for(parts[d], shape.coordinate(node)[static_cast<int>(d)])) return false;
  }
  return true;
}

bool any_stands_for(const std::string& list, int number) {
  for (const std::string& part : parts_of(list)) {
    if (stands_for(part, number)) return true;
  }
  return false;
}

/// The line that decides, read anew for every question.
int naive_line(const std::string& text, const NetworkShape& shape, int node, int to, const std::string& input, int vc) {
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line);
    std::string from;
    std::string destination;
    std::string output;
    words >> from >> destination >> output;
    bool takes = names_node(from, shape, node) && names_node(destination, shape, to);
    for (std::string option; words >> option;) {
      const std::string value = option.substr(option.find('=') + 1);
      if (option.rfind("from=", 0) == 0) {
        const std::vector<std::string> inputs = parts_of(value);
        takes = takes && std::find(inputs.begin(), inputs.end(), input) != inputs.end();
      }
      if (option.rfind("from_vc=", 0) == 0) takes = takes && input != "nic" && any_stands_for(value, vc);
    }
    if (takes) return number;
  }
  return 0;
}

std::string random_numbers(Dice& dice, int limit) {
  if (dice.chance(30)) return "*";
  const int first = dice.below(limit);
  return dice.chance(50) ? std::to_string(first) : fmt::format("{}-{}", first, dice.between(first, limit - 1));
}

std::string random_nodes(Dice& dice, const NetworkShape& shape) {
  if (dice.chance(30)) return random_numbers(dice, shape.nodes());
  std::string text = random_numbers(dice, shape.size(0));
  for (int d = 1; d < shape.dimensions(); ++d) text += "," + random_numbers(dice, shape.size(d));
  return text;
}

TEST_CASE("Route table: of random tables the first entry that names a packet decides, whatever it names packets by",
          "[ROUTE-29][ROUTE-30][ROUTE-31][ROUTE-32]") {
  Dice dice(28);
  int found = 0;
  for (int i = 0; i < 40; ++i) {
    MachineConfig machine;
    machine.network = dice.chance(50) ? NetworkShape({3, 2, 2}) : NetworkShape({4, 3});
    const NetworkShape& shape = machine.network;
    machine.router.virtual_channels = dice.between(1, 4);
    std::string text;
    const int lines = dice.between(1, 12);
    for (int line = 0; line < lines; ++line) {
      text += fmt::format("{} {} {}", random_nodes(dice, shape), random_nodes(dice, shape),
                          kDirectionNames[static_cast<std::size_t>(dice.below(shape.directions()))]);
      const bool from = dice.chance(40);
      if (from) text += fmt::format(" from={},{}", kDirectionNames[dice.below(4)], kDirectionNames[dice.below(4)]);
      if (dice.chance(30)) {
        text += " from_vc=" + random_numbers(dice, machine.router.virtual_channels);
      } else if (from && dice.chance(30)) {
        text += " from=nic";  // twice: the line is a fault, and takes nothing
      }
      text += '\n';
    }
    INFO(text);
    const SourceText source{"table.txt", text, 1, 0};
    DiagnosticList diagnostics;
    const auto table = read_route_table(source, machine, diagnostics);
    std::string taken;  // lines without those that have a fault of their words
    for (const Diagnostic& fault : diagnostics.sorted()) taken += fault.message;
    if (taken.find("twice") != std::string::npos) continue;
    for (int node = 0; node < shape.nodes(); ++node) {
      for (int to = 0; to < shape.nodes(); ++to) {
        if (node == to) continue;
        for (int port = 0; port <= shape.directions(); ++port) {
          const bool nic = port == shape.directions();
          for (int vc = 0; vc < (nic ? 1 : machine.router.virtual_channels); ++vc) {
            const RouteEntry* entry = table->find(node, to, port, vc);
            const int line =
                naive_line(text, shape, node, to, nic ? "nic" : kDirectionNames[static_cast<std::size_t>(port)], vc);
            if ((entry == nullptr ? 0 : entry->line) != line) FAIL_CHECK("node " << node << ", to " << to);
            found += line > 0 ? 1 : 0;
          }
        }
      }
    }
  }
  CHECK(found > 5000);
}

/// Decisions of `routes` and `others` are equal wherever a packet to `to` comes from any NIC.
void check_same_ways(const MachineConfig& machine, const RouteFunction& routes, const RouteFunction& others,
                     Coordinate to) {
  const NetworkShape& shape = machine.network;
  RouteHeader header;
  header.destination = to;
  struct Head {
    Coordinate node;
    int port;
    int vc;
  };
  std::vector<Head> heads;
  for (int node = 0; node < shape.nodes(); ++node) heads.push_back({shape.coordinate(node), shape.directions(), 0});
  for (int steps = 0; !heads.empty() && steps < 20'000; ++steps) {
    const Head head = heads.back();
    heads.pop_back();
    const RouteDecision decision = routes.route(head.node, head.port, head.vc, header);
    if (!(decision == others.route(head.node, head.port, head.vc, header))) FAIL("to " << shape.text(to));
    if (head.node == to) continue;
    const auto link = static_cast<Direction>(decision.out_port);
    const int vc = decision.vc_mask == 1 || steps % 2 == 0 ? __builtin_ctz(decision.vc_mask)
                                                           : 31 - __builtin_clz(decision.vc_mask);
    heads.push_back({shape.neighbour(head.node, link), static_cast<int>(opposite(link)), vc});
  }
}

TEST_CASE("Route table: the written table of dimension order leads all packets the same ways",
          "[ROUTE-34][key:router.table]") {
  Dice dice(34);
  for (int i = 0; i < 60; ++i) {
    MachineConfig machine;
    machine.network = random_network(dice, 1 + i % 4);
    for (int d = 0; d < machine.network.dimensions(); ++d) {
      int& size = machine.network.sizes.of[static_cast<std::size_t>(d)];
      size = 2 + size % std::array{12, 5, 3, 2}[static_cast<std::size_t>(i % 4)];
    }
    machine.nic.count = dice.between(1, 2);
    machine.router.virtual_channels = dice.between(1, 3);
    machine.router.dateline = policy_at<DatelineKind>(i);
    machine.router.dimension_order = random_order(machine.network.dimensions(), dice);
    if (find_dependency_cycle(machine)) continue;
    CAPTURE(i, machine.network.text());
    const RouteTableText written = route_table_text(machine);
    REQUIRE(written.refusal.empty());
    const SourceText source{"table.txt", written.text, 1, 0};
    DiagnosticList diagnostics;
    MachineConfig by_table = machine;
    by_table.router.table = read_route_table(source, machine, diagnostics);
    by_table.router.routing = "table";
    REQUIRE(diagnostics.empty());
    CHECK(find_route_faults(by_table).empty());
    const auto routes = make_route_function(machine);
    const auto by_lines = make_route_function(by_table);
    for (int to = 0; to < machine.network.nodes(); ++to) {
      check_same_ways(machine, *routes, *by_lines, machine.network.coordinate(to));
    }
    CHECK(route_table_text(by_table).text == written.text);
  }
}

TEST_CASE("Route table: routes that no table has are refused with their reason", "[ROUTE-34]") {
  MachineConfig machine;
  machine.router.tie_break = "signed";
  CHECK_THAT(route_table_text(machine).refusal, Catch::Matchers::Contains("as their signs or NICs say"));
  machine.router.routing = "o1turn";
  CHECK_THAT(route_table_text(machine).refusal, Catch::Matchers::Contains("o1turn draws a way for each packet"));
  machine.router.routing = "dimension_order";
  machine.router.flow_control = FlowControl::kBubble;
  CHECK_THAT(route_table_text(machine).refusal, Catch::Matchers::Contains("with router.flow_control bubble"));
  machine.router.flow_control = FlowControl::kDateline;
  machine.router.routing = "minimal_adaptive";
  CHECK_THAT(route_table_text(machine).refusal, Catch::Matchers::Contains("lets routers choose a packet's way"));
  machine = {};
  machine.network = {128, 64};
  CHECK_THAT(route_table_text(machine).refusal, Catch::Matchers::Contains("at most 4096 nodes"));
}

}  // namespace
}  // namespace tactus::test
