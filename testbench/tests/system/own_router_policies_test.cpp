// Router policies of a user's own, in whole machines: a routing, a tie break and nominations that no file of the tree
// registers.
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "hw/router/nomination_policy.h"
#include "hw/router/route_function.h"
#include "hw/router/tie_break.h"
#include "rtl/twin/rtl_support.h"
#include "testbench/app/kinds/torus/route_check.h"
#include "testbench/app/run/level.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/equal_levels.h"
#include "testbench/tests/system/checked_run.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

/// Port of the first of `ways` that brings a packet nearer in a mesh, or the port of its NIC.
RouteDecision first_of(const MachineConfig& config, const std::vector<Direction>& ways, Coordinate here,
                       const RouteHeader& header) {
  const auto all_vcs = static_cast<std::uint8_t>((1U << config.router.virtual_channels) - 1);
  for (const Direction way : ways) {
    const int d = dimension_of(way);
    const bool nearer = is_negative(way) ? header.destination[d] < here[d] : header.destination[d] > here[d];
    if (nearer) return {static_cast<std::uint8_t>(way), all_vcs};
  }
  return {static_cast<std::uint8_t>(config.ports().nic_port(header.destination_nic)), all_vcs};
}

/// West first, without a choice (after Glass and Ni, 1992): all of the way in -x, then in y, then in +x.
class WestFirst final : public RouteFunction {
 public:
  explicit WestFirst(MachineConfig config) : config_(std::move(config)) {}
  [[nodiscard]] RouteDecision route(Coordinate here, int /*in_port*/, int /*in_vc*/,
                                    const RouteHeader& header) const override {
    return first_of(config_, {Direction::kMinusX, Direction::kPlusY, Direction::kMinusY, Direction::kPlusX}, here,
                    header);
  }

 private:
  const MachineConfig config_;
};

/// X first to every other node and Y first to the rest, so that packets turn in all ways.
class AllTurns final : public RouteFunction {
 public:
  explicit AllTurns(MachineConfig config) : config_(std::move(config)) {}
  [[nodiscard]] RouteDecision route(Coordinate here, int /*in_port*/, int /*in_vc*/,
                                    const RouteHeader& header) const override {
    const bool x_first = (header.destination[0] + header.destination[1]) % 2 == 0;
    return first_of(config_,
                    x_first ? std::vector{Direction::kPlusX, Direction::kMinusX, Direction::kPlusY, Direction::kMinusY}
                            : std::vector{Direction::kPlusY, Direction::kMinusY, Direction::kPlusX, Direction::kMinusX},
                    here, header);
  }

 private:
  const MachineConfig config_;
};

template <class Routes>
RoutingPolicy routing(const char* name, const char* summary) {
  RoutingPolicy policy;
  policy.name = name;
  policy.summary = summary;
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<Routes>(config);
  };
  policy.refuses = [](const MachineConfig& config) -> std::string {
    const NetworkShape& network = config.network;
    const bool mesh = network.dimensions() == 2 && !network.wraps(0) && !network.wraps(1);
    return mesh ? "" : "it needs a mesh of two dimensions (network.wrap: [false, false])";
  };
  return policy;
}
const Registered<RoutingKind> kWestFirst{routing<WestFirst>("test_west_first", "All of -x, then y, then +x.")};
const Registered<RoutingKind> kAllTurns{routing<AllTurns>("test_all_turns", "Packets turn in all ways.")};

const Registered<TieBreakKind> kEvenPlus{
    {{"test_even_plus", "Packets from even nodes of a ring go plus, the others minus."},
     [](const Tie& tie) { return tie.position % 2 == 1; }}};

const Registered<NominationKind> kHighestVc{
    {{"test_highest_vc", "An input port offers the packet of its highest VC that has credits."},
     [](const NominationRequest& request) { return static_cast<std::uint32_t>(-request.in_vc); }}};
const Registered<NominationKind> kShortest{
    {{"test_shortest", "An input port offers its shortest packet that has credits."},
     [](const NominationRequest& request) { return static_cast<std::uint32_t>(request.flits); }}};

Scenario on_mesh(const RoutingName& routing) {
  Scenario scenario = scenario_on(4, 4, "a2at");
  scenario.workload.message_size = Bytes{2016 * 3 + 50};
  scenario.machine.network = NetworkShape({4, 4}, {false, false});
  scenario.machine.router.routing = routing;
  return scenario;
}

std::string result_of(const RunHistory& run) {
  nlohmann::json result = nlohmann::json::parse(run.result);
  result.erase("configuration");
  return result.dump();
}

/// The result of a run at cycle level, which is equal at packet level.
std::string result_of_both_levels(const Scenario& scenario) { return result_of(require_equal_levels(scenario)); }

std::string flow_result(const Scenario& scenario) {
  const RunHistory flow = run_level(scenario, Level::kFlow);
  REQUIRE(flow.violation == "");
  return result_of(flow);
}

std::string text_of(const std::vector<ConfigFault>& faults) {
  std::string text;
  for (const ConfigFault& fault : faults) text += fault.field + ": " + fault.message + "\n";
  return text;
}
std::string text_of(const std::vector<KeyFault>& faults) {
  std::string text;
  for (const KeyFault& fault : faults) text += fault.key + ": " + fault.message + "\n";
  return text;
}

/// What a reader says of a scenario; empty if it is good.
std::string faults_of(const std::string& text) {
  const ScenarioResult result = read_scenario_text("test.yaml", text);
  std::string all;
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) {
    for (const Diagnostic& fault : *faults) all += fault.message + "\n";
  }
  return all;
}

constexpr char kMesh[] = "network: {shape: [4, 4], wrap: [false, false]}\n";

}  // namespace

TEST_CASE("Own policies: routes that do not go by dimension order are equal at both levels",
          "[EQUAL-1][ROUTE-20][key:router.routing]") {
  const Scenario own = on_mesh("test_west_first");
  REQUIRE(find_route_faults(own.machine).empty());
  CHECK(result_of_both_levels(own) != result_of_both_levels(on_mesh("dimension_order")));
}

TEST_CASE("Own policies: a routing that can deadlock, or has no routes for the network, is refused before the run",
          "[ROUTE-20][key:router.routing]") {
  const std::string circle = faults_of(kMesh + std::string("router: {routing: test_all_turns}\n"));
  CHECK_THAT(circle, Contains("router.routing: test_all_turns: this machine can deadlock. Packets can wait for each "
                              "other in a circle: (0,0) plus_x VC 0 -> "));
  CHECK_THAT(faults_of("router: {routing: test_west_first}\n"),
             Contains("router.routing: test_west_first: it needs a mesh of two dimensions"));
  CHECK(faults_of(kMesh + std::string("router: {routing: test_west_first}\n")) == "");
}

TEST_CASE("Own policies: keys that a routing does not read are refused beside it", "[ROUTE-20][key:router.routing]") {
  for (const char* key : {"dateline: entry", "tie_break: signed", "dimension_order: [y, x]"}) {
    const std::string name = std::string("router.") + std::string(key, std::string(key).find(':'));
    CHECK_THAT(
        faults_of(kMesh + std::string("router: {routing: test_west_first, ") + key + "}\n"),
        Contains(name + " has no effect: router.routing is test_west_first. Use router.routing dimension_order"));
    CHECK(faults_of(kMesh + std::string("router: {") + key + "}\n") == "");
  }
}

TEST_CASE("Own policies: the flow level and routers in RTL refuse routes that they do not have",
          "[ROUTE-20][FLUID-8][key:router.routing]") {
  const Scenario own = on_mesh("test_west_first");
  CHECK_THAT(text_of(level_faults(Level::kFlow, own)),
             Contains("router.routing: test_west_first: routes that the flow"));
  CHECK(text_of(level_faults(Level::kFlow, on_mesh("dimension_order"))) == "");
  CHECK(text_of(level_faults(Level::kPacket, own)) == "");
  CHECK_THAT(text_of(rtl_router_faults(own.machine)),
             Contains("router.routing: a router in RTL (rtl.routers) has dimension_order"));
  Scenario another_network = own;
  another_network.flow.topology = FlowTopologyKind::kMesh;
  another_network.flow.dimensions.sizes = {4, 4};
  CHECK(text_of(level_faults(Level::kFlow, another_network)) == "");
}

TEST_CASE("Own policies: a tie break is equal at both levels, at flow level too, and refused by routers in RTL",
          "[EQUAL-1][ROUTE-3][FLUID-8][key:router.tie_break]") {
  std::set<std::string> results;
  std::set<std::string> flows;
  for (const char* tie_break : {"positive", "signed", "test_even_plus"}) {
    Scenario scenario = scenario_on(4, 4, "a2at");
    scenario.workload.message_size = Bytes{2016 * 3};
    scenario.machine.router.tie_break = tie_break;
    results.insert(result_of_both_levels(scenario));
    flows.insert(flow_result(scenario));
    const bool in_rtl = text_of(rtl_router_faults(scenario.machine)).find("router.tie_break") == std::string::npos;
    CHECK(in_rtl == (std::string(tie_break) != "test_even_plus"));
  }
  CHECK(results.size() == 3);
  CHECK(flows.size() > 1);
  // The flow level has the same rule by another name.
  Scenario own = scenario_on(6, 3, "a2at");
  own.machine.router.tie_break = "test_even_plus";
  Scenario alternating = scenario_on(6, 3, "a2at");
  alternating.flow.tie_break = FlowTieBreak::kAlternate;
  CHECK(flow_result(own) == flow_result(alternating));
  CHECK(flow_result(own) != flow_result(scenario_on(6, 3, "a2at")));
}

TEST_CASE("Own policies: nominations are equal at both levels, and refused by routers in RTL",
          "[EQUAL-1][ROUTER-10][key:router.input_nomination]") {
  std::set<std::string> results;
  for (const char* nomination : {"any", "oldest", "test_highest_vc", "test_shortest"}) {
    Scenario scenario = scenario_on(4, 4, "a2at");
    scenario.workload.message_size = Bytes{2016 + 50};
    scenario.machine.router.virtual_channels = 4;
    scenario.machine.router.vc_buffer = Bytes{4096};
    scenario.machine.router.input_queue = InputQueueKind::kPerOutput;
    scenario.machine.router.input_transfers = InputTransfers::kPort;
    scenario.machine.router.input_nomination = nomination;
    CAPTURE(nomination);
    results.insert(result_of_both_levels(scenario));
    const std::string in_rtl = text_of(rtl_router_faults(scenario.machine));
    const bool is_there =
        in_rtl.find("router.input_nomination: a router in RTL (rtl.routers) has any") == std::string::npos;
    CHECK(is_there == (std::string(nomination).rfind("test_", 0) != 0));
  }
  CHECK(results.size() == 4);
  CHECK_THAT(faults_of("router: {input_nomination: test_shortest}\n"),
             Contains("router.input_nomination: test_shortest: an input port nominates one packet of all its VCs"));
}
