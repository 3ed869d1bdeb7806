#include "testbench/app/kinds/graph/graph_file.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

std::vector<Diagnostic> faults_of_graph(const std::string& text) {
  const SourceText source{"graph.txt", text, 1, 0};
  DiagnosticList diagnostics;
  static_cast<void>(read_graph(source, diagnostics));
  return diagnostics.sorted();
}

/// 25 hosts at one switch.
std::string crowded() {
  std::string text;
  for (int host = 0; host < 25; ++host) text += "host " + std::to_string(host) + " switch 0\n";
  return text;
}

const std::vector<BrokenText> kBrokenGraphs = {
    {"only comments", "# nothing\n", 1, 1, "there is no cable in the file"},
    {"one end", "host 0 switch 0\nhost 1\n", 2, 7, "a cable is given by the two nodes that it joins"},
    {"three ends", "host 0 switch 0 switch 1\n", 1, 17, "a cable is given by the two nodes that it joins"},
    {"a misspelt word", "host 0 swich 0\nhost 1 switch 0\n", 1, 8, "'swich'; did you mean switch?"},
    {"another word", "host 0 router 0\nhost 1 switch 0\n", 1, 8, "'router': a node is a host or a switch"},
    {"no number", "host a switch 0\nhost 1 switch 0\n", 1, 6, "'a': the nodes of either kind are numbered"},
    {"a large number", "host 65536 switch 0\n", 1, 6, "numbered from 0 to 65535 at most"},
    {"to itself", "host 0 switch 0\nswitch 0 switch 0\n", 2, 10, "switch 0: a cable joins two nodes"},
    {"a second cable", "host 0 switch 0\nhost 1 switch 0\nswitch 0 host 1\n", 3, 1,
     "a cable between switch 0 and host 1 stands on line 2 already"},
    {"a host left out", "host 0 switch 0\nhost 2 switch 0\n", 1, 1, "there is a host 2, and no cable at host 1"},
    {"a switch left out", "host 0 switch 1\nhost 1 switch 1\n", 1, 1, "there is a switch 1, and no cable at switch 0"},
    {"one host", "host 0 switch 0\n", 1, 1, "a network has two hosts or more"},
    {"two parts", "host 0 switch 0\nhost 1 switch 1\n", 1, 1, "there is no way from host 0 to host 1"},
    {"a switch apart", "host 0 host 1\nswitch 0 switch 1\n", 1, 1, "there is no way from host 0 to switch 0"},
    {"too many cables", crowded(), 25, 1, "switch 0 has more than 24 cables"},
};

TEST_CASE("Graph file: what is wrong is named with its place", "[GRAPH-10]") {
  for (const BrokenText& broken : kBrokenGraphs) {
    INFO(broken.name << ":\n" << broken.text);
    check_faults(faults_of_graph(broken.text), broken.faults);
  }
}

TEST_CASE("Graph file: hosts come first, and cables stay in their order", "[key:network.file]") {
  const SourceText source{
      "graph.txt", "# a ring of switches\nswitch 1 host 1  # behind\n\nhost 0 switch 0\nswitch 0 switch 1\n", 1, 0};
  DiagnosticList diagnostics;
  const GraphParts parts = read_graph(source, diagnostics);
  CHECK(diagnostics.sorted().empty());
  CHECK(parts.hosts == 2);
  CHECK(parts.switches == 2);
  CHECK(parts.cables == std::vector<GraphCable>{{3, 1}, {0, 2}, {2, 3}});
  CHECK(parts.levels.empty());
}

}  // namespace
}  // namespace tactus::test
