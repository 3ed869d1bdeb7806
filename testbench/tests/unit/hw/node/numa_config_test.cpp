#include "hw/node/numa_config.h"

#include "hw/node/numa_routes.h"
#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/config_faults.h"

namespace tactus {
TEST_CASE("NumaNodeConfig: the paper's machine is free of faults") { CHECK(fields_at_fault(NumaNodeConfig{}).empty()); }

TEST_CASE("NumaNodeConfig: all mistakes are told at once, by member") {
  NumaNodeConfig config;
  config.memories[1].socket = 2;
  config.memories[0].controller.queue = 0;
  config.socket_links[0].to = 0;
  config.bridges[1].slots[0].lanes = 3;
  config.bridges[0].socket_buffers.posted = 0;
  config.nics[1] = {0, 0};
  config.nics[3] = {1, 2};
  CHECK(fields_at_fault(config) == Fields{"memories[0].controller.queue", "memories[1].socket", "socket_links[0].to",
                                          "bridges[0].socket_buffers.posted", "bridges[1].slots[0].lanes",
                                          "nics[1].slot", "nics[3].slot"});
}

TEST_CASE("NumaNodeConfig: a memory that a NIC cannot reach is a mistake") {
  NumaNodeConfig config;
  config.socket_links.clear();
  CHECK(fields_at_fault(config) ==
        Fields{"memories[1].socket", "memories[1].socket", "memories[0].socket", "memories[0].socket"});
}

TEST_CASE("NumaNodeConfig: a ring of sockets whose ways wait for each other in a circle is a mistake") {
  const auto ring = [](int sockets) {
    NumaNodeConfig config;
    config.sockets = sockets;
    config.memories.clear();
    config.bridges.clear();
    config.nics.clear();
    config.socket_links.clear();
    for (int i = 0; i < sockets; ++i) {
      config.memories.push_back({i, {}});
      config.bridges.push_back(NumaNodeConfig::bridge_at(i));
      config.nics.push_back({i, 0});
      config.socket_links.push_back({i, (i + 1) % sockets, {}, {}});
    }
    return config;
  };
  // Up to three sockets have no way of two links; four have, and which of two equal ways is taken makes no circle.
  for (const int sockets : {3, 4}) CHECK(fields_at_fault(ring(sockets)).empty());
  // From five on each link is followed by the next one on some way.
  for (const int sockets : {5, 6, 9}) CHECK(fields_at_fault(ring(sockets)) == Fields{"socket_links"});
  NumaNodeConfig all_pairs = ring(5);
  for (int i = 0; i < 5; ++i) all_pairs.socket_links.push_back({i, (i + 2) % 5, {}, {}});
  CHECK(fields_at_fault(all_pairs).empty());
  NumaNodeConfig chain = ring(9);
  chain.socket_links.pop_back();
  CHECK(fields_at_fault(chain).empty());
  // Only ways between NICs and memories count.
  NumaNodeConfig one_memory = ring(9);
  one_memory.memories.resize(1);
  CHECK(fields_at_fault(one_memory).empty());
}

TEST_CASE("NumaRoutes: ways have the length of the shortest, and each link on them leads one nearer") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    NumaNodeConfig config;
    config.sockets = dice.between(1, 8);
    config.socket_links.clear();
    for (int i = dice.below(14); i > 0 && config.sockets > 1; --i) {
      const int from = dice.below(config.sockets);
      config.socket_links.push_back({from, (from + dice.between(1, config.sockets - 1)) % config.sockets, {}, {}});
    }
    const auto n = static_cast<std::size_t>(config.sockets);
    // Floyd and Warshall.
    constexpr int kFar = 1'000;
    std::vector<std::vector<int>> expected(n, std::vector<int>(n, kFar));
    for (std::size_t i = 0; i < n; ++i) expected[i][i] = 0;
    for (const auto& link : config.socket_links) {
      expected[static_cast<std::size_t>(link.from)][static_cast<std::size_t>(link.to)] = 1;
      expected[static_cast<std::size_t>(link.to)][static_cast<std::size_t>(link.from)] = 1;
    }
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          expected[i][j] = std::min(expected[i][j], expected[i][k] + expected[k][j]);
        }
      }
    }
    const NumaRoutes routes(config);
    bool right = true;
    for (int from = 0; from < config.sockets; ++from) {
      for (int to = 0; to < config.sockets; ++to) {
        const int far = expected[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)];
        right = right && routes.distance(from, to) == (far == kFar ? NumaRoutes::kNowhere : far);
        if (far == 0 || far == kFar) continue;
        const auto& link = config.socket_links[static_cast<std::size_t>(routes.link(from, to))];
        const int next = link.from == from ? link.to : link.from;
        right = right && (link.from == from || link.to == from) && routes.distance(next, to) == far - 1;
      }
    }
    CHECK(right);
  }
}

}  // namespace tactus
