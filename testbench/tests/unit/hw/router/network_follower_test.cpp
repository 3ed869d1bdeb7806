#include "hw/router/network_follower.h"

#include <functional>

#include "hw/router/dependency_graph.h"
#include "testbench/parts/random_network.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/policies.h"
#include "testbench/tests/unit/hw/router/reference_route.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

constexpr std::uint8_t port_of(Direction direction) { return static_cast<std::uint8_t>(direction); }

/// Change of a decision that makes routes wrong.
using Change =
    std::function<void(RouteDecision& decision, Coordinate here, int in_port, int in_vc, const RouteHeader& header)>;

/// Dimension order with a change.
class ChangedRoutes final : public RouteFunction {
 public:
  ChangedRoutes(const MachineConfig& config, Change change)
      : routes_(make_route_function(config)), change_(std::move(change)) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    RouteDecision decision = routes_->route(here, in_port, in_vc, header);
    change_(decision, here, in_port, in_vc, header);
    return decision;
  }

 private:
  std::unique_ptr<const RouteFunction> routes_;
  Change change_;
};

/// A mesh of 3 x 3 nodes with two NICs each and two VCs.
MachineConfig mesh() {
  MachineConfig config;
  config.network = NetworkShape({3, 3}, {false, false});
  config.nic.count = 2;
  return config;
}

FollowedNetwork followed(const MachineConfig& config, Change change) {
  return follow_network(config, ChangedRoutes(config, std::move(change)));
}

/// Fault of a mesh whose decisions at (1,1) for packets to NIC 1 of (2,0) are changed.
std::string fault_at_the_middle(const std::function<void(RouteDecision& decision)>& change) {
  return followed(
             mesh(),
             [&](RouteDecision& decision, Coordinate here, int, int, const RouteHeader& header) {
               if (here == Coordinate{1, 1} && header.destination == Coordinate{2, 0} && header.destination_nic == 1) {
                 change(decision);
               }
             })
      .fault;
}

TEST_CASE("Network follower: says of dimension order in any network what the proof ring by ring says",
          "[dependency][ROUTE-20]") {
  Dice dice(20);
  int cyclic = 0;
  for (int i = 0; i < 150; ++i) {
    MachineConfig config;
    config.network = test::random_shape(30, dice);
    config.nic.count = 1;
    config.router.virtual_channels = dice.between(1, 3);
    config.router.dateline = test::policy_at<DatelineKind>(i);
    config.router.tie_break = test::policy_at<TieBreakKind>(i / 3);
    config.router.dimension_order = random_order(config.network.dimensions(), dice);
    CAPTURE(i, config.network.text());
    const FollowedNetwork network = follow_network(config, *make_route_function(config));
    CHECK(network.fault == "");
    const auto cycle = find_dependency_cycle(config);
    REQUIRE(network.cycle.has_value() == cycle.has_value());
    if (!cycle) continue;
    ++cyclic;
    // Both go once round a ring, perhaps not the same one.
    for (const std::vector<Channel>& found : {*network.cycle, *cycle}) {
      const int dimension = dimension_of(found.front().direction);
      CHECK(static_cast<int>(found.size()) == config.network.size(dimension));
      for (const Channel& c : found) CHECK(dimension_of(c.direction) == dimension);
    }
  }
  CHECK(cyclic > 20);
  CHECK(cyclic < 130);
}

TEST_CASE("Network follower: a circle of waiting packets through both dimensions is found", "[dependency][ROUTE-20]") {
  // Packets to NIC 1 go in Y first, those to NIC 0 in X: turns of all kinds, so that circles close.
  const MachineConfig config = mesh();
  MachineConfig y_first = config;
  y_first.router.dimension_order = {1, 0};
  const auto other = make_route_function(y_first);
  const FollowedNetwork network = followed(
      config, [&](RouteDecision& decision, Coordinate here, int in_port, int in_vc, const RouteHeader& header) {
        if (header.destination_nic == 1) decision = other->route(here, in_port, in_vc, header);
      });
  CHECK(network.fault == "");
  REQUIRE(network.cycle.has_value());
  CHECK(network.cycle->size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const Channel& held = (*network.cycle)[i];
    const Channel& wanted = (*network.cycle)[(i + 1) % 4];
    CHECK(config.network.neighbour(held.node, held.direction) == wanted.node);
    CHECK(dimension_of(held.direction) != dimension_of(wanted.direction));
  }
}

TEST_CASE("Network follower: a packet that goes round is named with its circle", "[dependency][ROUTE-20]") {
  MachineConfig config;
  config.network = NetworkShape({4}, {true});
  config.nic.count = 1;
  config.router.virtual_channels = 1;
  const std::string fault =
      followed(config, [](RouteDecision& decision, Coordinate, int, int, const RouteHeader& header) {
        if (header.destination == Coordinate{2, 0} && header.negative[0]) decision = {port_of(Direction::kPlusX), 1};
      }).fault;
  CHECK_THAT(fault,
             Equals("a packet from (0) to NIC 0 of (2) (signs -x) may go round and never arrive: (1) plus_x VC 0 "
                    "-> (2) plus_x VC 0 -> (3) plus_x VC 0 -> (0) plus_x VC 0 -> (1) plus_x VC 0"));
}

TEST_CASE("Network follower: of VCs that a packet may take, one that leads back is enough", "[dependency][ROUTE-20]") {
  const std::string fault =
      followed(mesh(), [](RouteDecision& decision, Coordinate here, int in_port, int in_vc, const RouteHeader& header) {
        // From VC 1 of the link into (1,0) the packet turns back.
        const bool turns = here == Coordinate{1, 0} && in_port == port_of(Direction::kMinusX) && in_vc == 1;
        if (turns && header.destination == Coordinate{2, 0}) decision.out_port = port_of(Direction::kMinusX);
      }).fault;
  CHECK_THAT(fault,
             Contains("may go round and never arrive: (1,0) minus_x VC 0 -> (0,0) plus_x VC 1 -> (1,0) minus_x"));
}

TEST_CASE("Network follower: links, ports and VCs that do not exist, and wrong ends, are named",
          "[dependency][ROUTE-20]") {
  const std::string packet = "a packet from (0,1) to NIC 1 of (2,0) ";
  CHECK(fault_at_the_middle([](RouteDecision&) {}) == "");
  CHECK_THAT(fault_at_the_middle([](RouteDecision& d) { d.out_port = 5; }),
             Equals(packet + "leaves the network at NIC 1 of (1,1)"));
  CHECK_THAT(fault_at_the_middle([](RouteDecision& d) { d.out_port = 6; }),
             Equals(packet + "leaves (1,1) by port 6, and a router has ports 0 to 5"));
  CHECK_THAT(fault_at_the_middle([](RouteDecision& d) { d.vc_mask = 0; }),
             Equals(packet + "may take no VC of plus_x at (1,1)"));
  CHECK_THAT(fault_at_the_middle([](RouteDecision& d) { d.vc_mask = 0b101; }),
             Equals(packet + "may take VC 2 of plus_x at (1,1), and router.virtual_channels is 2"));
  const auto at_the_end = [](const std::function<void(RouteDecision & decision)>& change) {
    return followed(mesh(),
                    [&](RouteDecision& decision, Coordinate here, int, int, const RouteHeader& header) {
                      if (here == header.destination && here == Coordinate{2, 2} && header.destination_nic == 1)
                        change(decision);
                    })
        .fault;
  };
  CHECK_THAT(at_the_end([](RouteDecision& d) { d.out_port = 4; }),
             Equals("a packet from (0,0) to NIC 1 of (2,2) leaves the network at NIC 0 of (2,2)"));
  CHECK_THAT(at_the_end([](RouteDecision& d) { d.out_port = port_of(Direction::kPlusY); }),
             Equals("a packet from (0,0) to NIC 1 of (2,2) leaves (2,2) by plus_y, where no link is"));
}

TEST_CASE("Network follower: packets of every NIC and VC are followed, with every sign", "[dependency][ROUTE-20]") {
  const auto fault_if = [](const std::function<bool(int in_port, int in_vc, const RouteHeader& header)>& wrong) {
    return followed(mesh(),
                    [&](RouteDecision& decision, Coordinate, int in_port, int in_vc, const RouteHeader& header) {
                      if (wrong(in_port, in_vc, header)) decision.vc_mask = 0;
                    })
        .fault;
  };
  for (int nic = 0; nic < 2; ++nic) {
    for (int vc = 0; vc < 2; ++vc) {
      CHECK(fault_if([=](int in_port, int in_vc, const RouteHeader&) { return in_port == 4 + nic && in_vc == vc; }) !=
            "");
    }
  }
  for (unsigned signs = 0; signs < 4; ++signs) {
    const std::string fault =
        fault_if([=](int, int, const RouteHeader& header) { return header.negative.bits() == signs; });
    CHECK(fault != "");
    CHECK((fault.find("signs") == std::string::npos) == (signs == 0));
  }
}

TEST_CASE("Network follower: a network that is too large to be followed is refused", "[dependency][ROUTE-20]") {
  MachineConfig config;
  config.network = {256, 256};
  CHECK_THAT(follow_network(config, *make_route_function(config)).fault,
             Contains("has to be checked packet by packet, and 65536 nodes have"));
}

}  // namespace
}  // namespace tactus
