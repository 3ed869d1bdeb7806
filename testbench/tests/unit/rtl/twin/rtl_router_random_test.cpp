#include <algorithm>
#include <memory>
#include <vector>

#include "rtl/twin/rtl_router.h"
#include "testbench/parts/random_routers.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/rtl/twin/sync_router.h"

namespace tactus {
namespace {

constexpr int kMachines = 30;
constexpr int kBusyCycles = 6000;
// With bubbles or either order of dimensions: each of many machines for a while.
constexpr int kMachinesOfWays = 40;
constexpr int kCyclesOfWays = 2000;

/// Ports of directions in which the router has no link.
std::vector<std::size_t> ports_without_link(const RandomlyPlacedRouter& b) {
  std::vector<std::size_t> ports;
  for (int port = 0; port < b.config.ports().directions(); ++port) {
    if (!b.config.network.has_link(b.position, static_cast<Direction>(port))) {
      ports.push_back(static_cast<std::size_t>(port));
    }
  }
  return ports;
}

RandomRouters make_routers(const RtlRouterVariant& router, const TwinSetup& setup = {}, bool ways = false) {
  const auto make = [setup](const char* name, const NodeSite& site) {
    return std::make_unique<RtlRouter>(name, site.domain, site.config, site.position, setup);
  };
  return {ways ? kMachinesOfWays : kMachines, 0, {router, make, {}, ways}};
}

/// The first difference is an exception.
void run_edges(RandomRouters& routers, int edges) {
  for (int i = 0; i < edges; ++i) {
    routers.run(1);
    for (const auto& b : routers.all()) {
      const PortValues driven = b->bench.outputs();
      for (const std::size_t port : ports_without_link(*b)) REQUIRE(!driven.flit[port].valid);
    }
  }
}

void check_drained(RandomRouters& routers) {
  routers.drain();
  for (const auto& b : routers.all()) {
    CHECK(b->neighbours.flits_received() == b->neighbours.flits_sent());
    CHECK(b->neighbours.credits_home());
  }
}

void run_twins(const RtlRouterVariant& router, const TwinSetup& setup = {}) {
  RandomRouters routers = make_routers(router, setup);
  run_edges(routers, kBusyCycles);
  // One VC is blocked by whatever waits in it.
  const std::uint64_t least = kBusyCycles / (router.virtual_channels == 1 ? 8U : 4U);
  for (const auto& b : routers.all()) CHECK(b->neighbours.flits_sent() > least);
  check_drained(routers);
}

/// Bubble flow control, O1TURN and both are drawn.
void run_ways(const RtlRouterVariant& router, const TwinSetup& setup = {}) {
  RandomRouters routers = make_routers(router, setup, true);
  int bubbles = 0;
  int orders = 0;
  int both = 0;
  for (const auto& b : routers.all()) {
    const bool draws = b->config.router.routing.name() == "o1turn";
    ++(!b->config.counts_packets() ? orders : draws ? both : bubbles);
  }
  CHECK(bubbles > 4);
  CHECK(orders > 4);
  CHECK(both > 4);
  run_edges(routers, kCyclesOfWays);
  for (const auto& b : routers.all()) CHECK(b->neighbours.flits_sent() > kCyclesOfWays / 8);
  check_drained(routers);
}

}  // namespace

TEST_CASE("RtlRouter: with bubbles and drawn orders it drives what the model drives, asleep and awake",
          "[ROUTE-52][ROUTE-54][ROUTE-23]") {
  run_ways({2, 4, 2});
}

TEST_CASE(
    "RtlRouter: with bubbles, drawn orders and buffers that are read with the clock it drives what the model does",
    "[ROUTE-54]") {
  TwinSetup setup;
  setup.router = make_sync_router;
  run_ways({2, 4, 2}, setup);
}

TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with two VCs",
          "[PIN-1][PIN-7][PIN-8][PIN-9][PIN-12][PIN-13][PIN-14]") {
  run_twins({2, 4, 2});
}

TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with four VCs",
          "[PIN-1][PIN-7][PIN-8][PIN-9][PIN-12][PIN-13][PIN-14]") {
  run_twins({2, 4, 4});
}

TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with one dimension",
          "[PIN-30][PIN-1][PIN-7][PIN-8][PIN-9][PIN-12][PIN-13][PIN-14]") {
  run_twins({1, 2, 2});
}

TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with three dimensions",
          "[PIN-30][PIN-1][PIN-7][PIN-8][PIN-9][PIN-12][PIN-13][PIN-14]") {
  run_twins({3, 6, 2});
}

TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with one VC") { run_twins({1, 1, 1}); }

TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with three VCs") { run_twins({1, 1, 3}); }

TEST_CASE("RtlRouter: the RTL drives what the model drives, in every cycle, with eight VCs") { run_twins({1, 2, 8}); }

TEST_CASE("RtlRouter: with buffers that are read with the clock it drives what the model drives, in every cycle") {
  TwinSetup setup;
  setup.router = make_sync_router;
  run_twins({2, 4, 2}, setup);
}

TEST_CASE("RtlRouter: after any sleep outputs take turns as those of the model, beyond 2^32 edges too", "[ROUTER-9]") {
  // 12 ports, and 2^32 is no multiple of 12.
  RandomRouters routers = make_routers({3, 6, 2});
  for (const std::uint64_t edges : {std::uint64_t{101}, (std::uint64_t{1} << 32U) + 7}) {
    routers.sleep(edges);
    run_edges(routers, 1500);
    check_drained(routers);
    routers.begin_anew();
  }
}

TEST_CASE("RtlRouter: an edge of reset in full traffic makes the RTL what it was after power-on",
          "[PIN-2][PIN-4][PIN-29]") {
  RandomRouters routers = make_routers({2, 4, 2});
  for (int life = 1; life < 4; ++life) {
    run_edges(routers, 1500);
    routers.reset();
    for (const auto& b : routers.all()) CHECK(b->bench.outputs() == PortValues{});
  }
}

}  // namespace tactus
