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

/// 63 hosts at one switch.
std::string crowded() {
  std::string text;
  for (int host = 0; host < 63; ++host) text += "host " + std::to_string(host) + " switch 0\n";
  return text;
}

const std::vector<BrokenText> kBrokenGraphs = {
    {"only comments", "# nothing\n", 1, 1, "there is no cable in the file"},
    {"one end", "host 0 switch 0\nhost 1\n", 2, 7, "a cable is given by the two nodes that it joins"},
    {"three ends", "host 0 switch 0 to\n", 1, 17,
     "unknown word 'to'; after the two nodes come bandwidth= and cable_delay="},
    {"a misspelt value", "host 0 switch 0\nhost 1 switch 0  bandwith=1 GB/s\n", 2, 18,
     "unknown word 'bandwith'; did you mean bandwidth?"},
    {"a rate without unit", "host 0 switch 0 bandwidth=1\nhost 1 switch 0\n", 1, 27, "GB/s"},
    {"a delay in bytes", "host 0 switch 0 cable_delay=1 KiB\nhost 1 switch 0\n", 1, 29, "ns"},
    {"a value twice", "host 0 switch 0 bandwidth=1 GB/s bandwidth=2GB/s\nhost 1 switch 0\n", 1, 34,
     "bandwidth= is given twice"},
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
    {"too many cables", crowded(), 63, 1, "switch 0 has more than 62 cables"},
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
  const GraphParts parts = read_graph(source, diagnostics).parts;
  CHECK(diagnostics.sorted().empty());
  CHECK(parts.hosts == 2);
  CHECK(parts.switches == 2);
  CHECK(parts.cables == std::vector<GraphCable>{{3, 1}, {0, 2}, {2, 3}});
  CHECK(parts.levels.empty());
}

TEST_CASE("Graph file: cables have rates and delays of their own", "[GRAPH-3][key:network.file]") {
  const SourceText source{"graph.txt",
                          "host 0 switch 0\nhost 1  switch 0  cable_delay=1.5 us bandwidth=500 MB/s # thin\n"
                          "switch 0 host 2 bandwidth=1GB/s\n",
                          1, 0};
  DiagnosticList diagnostics;
  const GraphFile file = read_graph(source, diagnostics);
  CHECK(diagnostics.sorted().empty());
  REQUIRE(file.links.size() == 2);
  CHECK(file.links[0].cables.front().from == Coordinate{1, 0});
  CHECK(file.links[0].cables.front().to == Coordinate{3, 0});
  CHECK(file.links[0].bandwidth == BytesPerSecond{500'000'000});
  CHECK(file.links[0].cable_delay == Picoseconds{1'500'000});
  CHECK(file.links[1].cables.front().from == Coordinate{3, 0});
  CHECK(file.links[1].bandwidth == BytesPerSecond{1'000'000'000});
  CHECK_FALSE(file.links[1].cable_delay);
  CHECK(file.link_places[1].line == 3);
}

}  // namespace
}  // namespace tactus::test
