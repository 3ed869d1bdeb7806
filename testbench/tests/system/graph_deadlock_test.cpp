// Packets that wait for each other in a circle of a graph: refused before time zero, and told by the watchdog.
#include <regex>

#include "hw/common/reports.h"
#include "testbench/app/process/own_process.h"
#include "testbench/tests/system/routed_runs.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

/// From switch to switch by their numbers, round and round, until the one that has the host.
class RoundSwitches final : public RouteFunction {
 public:
  explicit RoundSwitches(const MachineConfig& config) : shape_(config.network), ports_(config.ports()) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int /*in_port*/, int /*in_vc*/,
                                    const RouteHeader& header) const override {
    if (here == header.destination) return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), 1};
    const NetworkGraph& graph = *shape_.graph;
    const int node = shape_.node(here);
    const int after = node + 1 < graph.nodes() ? node + 1 : graph.hosts();
    int port = graph.ports(node).front();
    for (const int other : graph.ports(node)) {
      const int next = graph.neighbour(node, other);
      if (next == after && node >= graph.hosts()) port = other;
      if (next == shape_.node(header.destination)) return {static_cast<std::uint8_t>(other), 1};
    }
    return {static_cast<std::uint8_t>(port), 1};
  }

 private:
  NetworkShape shape_;
  RouterPorts ports_;
};

RoutingPolicy round_switches() {
  RoutingPolicy policy;
  policy.name = "test_round_switches";
  policy.summary = "Packets go round the switches.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<RoundSwitches>(config);
  };
  policy.graphs = true;
  return policy;
}
const Registered<RoutingKind> kRoundSwitches{round_switches()};

constexpr const char* kScenario =
    "network: {kind: graph, graph: full_mesh, switches: 4, hosts: 2}\n"
    "router: {virtual_channels: 1, vc_buffer: 2 KiB}\n"
    "run: {watchdog: 50 us}\n"
    "workload: {algorithm: alltoall, message_size: 64 KiB}\n";

}  // namespace

TEST_CASE("Graph deadlock: ways that close a circle are refused, with the links of the circle", "[GRAPH-8]") {
  CHECK(reading_faults(kScenario) == "");
  CHECK(
      reading_faults(std::regex_replace(kScenario, std::regex("1, vc"), "1, routing: test_round_switches, vc")) ==
      "router.routing: test_round_switches: this machine can deadlock. Packets can wait for each other in a circle: "
      "switch 0 to switch 1 VC 0 -> switch 1 to switch 2 VC 0 -> switch 2 to switch 3 VC 0 -> switch 3 to switch 0 VC "
      "0 -> switch 0 to switch 1 VC 0\n");
}

TEST_CASE("Graph deadlock: the watchdog names the circle by its switches", "[GRAPH-8]") {
  const ScenarioResult read = read_scenario_text("graph.yaml", kScenario);
  REQUIRE(std::holds_alternative<Scenario>(read));
  Scenario scenario = std::get<Scenario>(read);
  scenario.machine.router.routing = "test_round_switches";
  const std::string cycle = run_level(scenario, Level::kCycle).violation;
  CHECK(run_level(scenario, Level::kPacket).violation == cycle);
  CHECK_THAT(cycle, Contains("Circular wait of 4 packets, each for the next, the last for the first:"));
  const std::regex waiting(
      R"(packet \d+, host \d -> host \d of 128 flits, .* in router switch (\d), from switch (\d), VC 0; wants to )"
      R"(switch (\d) VC 0: \d+ credits of 128 needed)");
  int packets = 0;
  for (std::sregex_iterator at(cycle.begin(), cycle.end(), waiting), end; at != end; ++at, ++packets) {
    const auto number = [&](int group) { return std::stoi((*at)[static_cast<std::size_t>(group)].str()); };
    CHECK(number(2) == (number(1) + 3) % 4);
    CHECK(number(3) == (number(1) + 1) % 4);
  }
  CHECK(packets == 4);
}
