#include "hw/router/checked_routes.h"

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/router/dependency_graph.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/plugin_policies.h"

namespace tactus::checked_routes {
namespace {

using test::broken_contract;

constexpr Coordinate kHere{0, 1};
constexpr std::uint8_t kMinusX = 1;
constexpr std::uint8_t kFirstNic = 4;

/// 3 x 2 nodes of a mesh, two NICs each, 3 VCs.
MachineConfig small_mesh() {
  MachineConfig config;
  config.network = NetworkShape({3, 2}, {false, false});
  config.nic.count = 2;
  config.router.virtual_channels = 3;
  return config;
}

template <int KPort, int KVcs>
class Constant final : public RouteFunction {
 public:
  [[nodiscard]] RouteDecision route(Coordinate, int, int, const RouteHeader&) const override {
    return {static_cast<std::uint8_t>(KPort), static_cast<std::uint8_t>(KVcs)};
  }
};

/// Every second answer is another one.
class Alternating final : public RouteFunction {
 public:
  [[nodiscard]] RouteDecision route(Coordinate, int, int, const RouteHeader&) const override {
    return {0, static_cast<std::uint8_t>(1 + asked_++ % 2)};
  }

 private:
  mutable int asked_ = 0;
};

/// Answers by what it is asked, or throws it.
class Telling final : public RouteFunction {
 public:
  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    if (in_port == 0) throw std::logic_error("no way from plus_x");
    CHECK(here == kHere);
    CHECK(header.destination == Coordinate{2, 1});
    return {static_cast<std::uint8_t>(in_port - 5), static_cast<std::uint8_t>(1 << in_vc)};
  }
};

template <class R>
RoutingPolicy policy_of() {
  RoutingPolicy policy;
  policy.make = [](const MachineConfig&) -> std::unique_ptr<const RouteFunction> { return std::make_unique<R>(); };
  return test::of_plugin(policy);
}

RouteHeader header_for(Coordinate destination, int nic) {
  RouteHeader header;
  header.destination = destination;
  header.destination_nic = static_cast<std::uint8_t>(nic);
  return header;
}

template <class R>
std::string said_of_route(const RouteHeader& header, int in_port = kFirstNic) {
  const RoutingPolicy policy = policy_of<R>();
  const CheckedRoutes routes(policy, small_mesh());
  return broken_contract([&] { (void)routes.route(kHere, in_port, 0, header); });
}

TEST_CASE("CheckedRoutes: decisions of a route function that keeps its contract are its own", "[PLUGIN-4]") {
  const RoutingPolicy policy = policy_of<Telling>();
  const CheckedRoutes routes(policy, small_mesh());
  CHECK(routes.route(kHere, 5, 0, header_for({2, 1}, 0)) == RouteDecision{0, 0b001});
  CHECK(routes.route(kHere, 5, 2, header_for({2, 1}, 0)) == RouteDecision{0, 0b100});
  CHECK(said_of_route<Constant<kFirstNic + 1, 0b111>>(header_for(kHere, 1)) == "nothing is reported");
}

TEST_CASE("CheckedRoutes: VCs that there are not, or none, are reported", "[PLUGIN-4]") {
  const RouteHeader header = header_for({2, 1}, 0);
  CHECK(
      said_of_route<Constant<0, 0>>(header) ==
      "test_plugin.so: routing 'odd': `route` at (0,1) lets a packet for (2,1) take VCs 0b0: the VCs of an output are "
      "0b111");
  CHECK_THAT((said_of_route<Constant<0, 0b1001>>(header)), Catch::Matchers::Contains("take VCs 0b1001: the VCs of"));
}

TEST_CASE("CheckedRoutes: a port without a link, and a NIC that is not the packet's, are reported", "[PLUGIN-4]") {
  const auto said = [](const char* destination, int port) {
    return std::string("test_plugin.so: routing 'odd': `route` at (0,1) sends a packet for ") + destination +
           " to port " + std::to_string(port) + ", where there is no link and not its NIC";
  };
  CHECK(said_of_route<Constant<kMinusX, 1>>(header_for({2, 1}, 0)) == said("(2,1)", kMinusX));
  CHECK(said_of_route<Constant<kFirstNic, 1>>(header_for({2, 1}, 0)) == said("(2,1)", kFirstNic));
  CHECK(said_of_route<Constant<kFirstNic, 1>>(header_for(kHere, 1)) == said("(0,1)", kFirstNic));
  CHECK(said_of_route<Constant<200, 1>>(header_for(kHere, 0)) == said("(0,1)", 200));
}

TEST_CASE("CheckedRoutes: a route that is another the second time, and what it throws, are reported", "[PLUGIN-4]") {
  CHECK_THAT(said_of_route<Alternating>(header_for({2, 1}, 0)),
             Catch::Matchers::StartsWith(
                 "test_plugin.so: routing 'odd': `route` answers differently when it is asked twice."));
  CHECK(said_of_route<Telling>(header_for({2, 1}, 0), 0) ==
        "test_plugin.so: routing 'odd': `route` throws: no way from plus_x");
  RoutingPolicy nothing = policy_of<Telling>();
  nothing.make = [](const MachineConfig&) { return std::unique_ptr<const RouteFunction>(); };
  CHECK(broken_contract([&] {
          CheckedRoutes{nothing, small_mesh()};
        }) == "test_plugin.so: routing 'odd': `make` makes nothing");
}

TEST_CASE("CheckedRoutes: a machine has the routes of a plug-in checked, and no proof of the plug-in's is believed",
          "[PLUGIN-4]") {
  {
    PluginRegistration registration(test::kPlugin);
    RoutingPolicy policy = policy_of<Constant<kMinusX, 1>>();
    policy.name = "test_minus_x";
    policy.summary = "Every packet goes the minus way in x.";
    policy.find_cycle = [](const MachineConfig&) -> std::optional<std::vector<Channel>> { return std::nullopt; };
    const Registered<RoutingKind> minus_x{policy};
  }
  MachineConfig config = small_mesh();
  config.router.routing = "test_minus_x";
  const auto routes = make_route_function(config);
  CHECK(routes->route({1, 1}, kFirstNic, 0, header_for({2, 1}, 0)) == RouteDecision{kMinusX, 1});
  const std::string said = "test_plugin.so: routing 'test_minus_x': `route` at (0,";
  CHECK_THAT(broken_contract([&] {
               (void)routes->route(kHere, kFirstNic, 0, header_for({2, 1}, 0));
             }),
             Catch::Matchers::StartsWith(said));
  CHECK_THAT(broken_contract([&] { (void)find_dependency_cycle(config); }), Catch::Matchers::StartsWith(said));
}

}  // namespace
}  // namespace tactus::checked_routes
