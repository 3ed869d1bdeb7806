#include "hw/router/nomination.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr int kPort = 0;

/// Of a router of eight ports with queues per output. All requests are those of VC 0 of input port 0, so that the
/// outputs name them.
Nomination nomination_of_queues() {
  RouterConfig config;
  config.input_queue = InputQueueKind::kPerOutput;
  config.input_nomination = "oldest";
  return {config, RouterPorts(2, 4)};
}

SwitchRequest routed(std::uint32_t edge) {
  SwitchRequest request;
  request.credits = 4;
  request.routed = edge;
  return request;
}

/// What is known of a router when its port foresees its chance: edges, by output.
struct Known {
  std::uint64_t now = 5;
  std::uint64_t side_free = 0;
  std::array<std::uint64_t, 8> credited{};
  std::array<std::uint64_t, 8> opens{};
  PortSet open = ~PortSet{0};  ///< outputs whose credits may come earlier than is known
};

void foresee(Nomination& nomination, const Known& known) {
  const auto at = [](const std::array<std::uint64_t, 8>& edges, int out) {
    return edges[static_cast<std::size_t>(out)];
  };
  nomination.foresee(
      kPort, known.now, known.side_free,
      [&](int out, const SwitchNeed&) {
        const std::uint64_t edge = at(known.credited, out);
        return Nomination::Credits{edge, edge > known.now && (known.open >> out & 1U) != 0};
      },
      [&](int out) { return at(known.opens, out); });
  nomination.find_first_chance();
}

/// ROUTER-10, edge by edge: the first edge after `now` at which the port nominates a packet whose output is free. One
/// request for each output in `asked`, seen from edge `seen[output]` on, which is also its rank.
std::uint64_t chance_edge_by_edge(const Known& known, const std::vector<int>& asked,
                                  const std::array<std::uint64_t, 8>& seen, std::uint64_t last) {
  for (std::uint64_t edge = std::max(known.now + 1, known.side_free); edge <= last; ++edge) {
    int nominee = -1;
    for (const int out : asked) {
      const auto o = static_cast<std::size_t>(out);
      if (seen[o] > edge || known.credited[o] > edge) continue;
      if (nominee < 0 || seen[o] < seen[static_cast<std::size_t>(nominee)]) nominee = out;
    }
    if (nominee >= 0 && known.opens[static_cast<std::size_t>(nominee)] <= edge) return edge;
  }
  return Nomination::kNever;
}

TEST_CASE("Nomination: a port foresees the first edge at which its nominee finds the output free") {
  std::mt19937 dice(1);
  const auto below = [&dice](std::uint64_t count) { return dice() % count; };
  for (int round = 0; round < 2000; ++round) {
    Nomination nomination = nomination_of_queues();
    Known known;
    known.side_free = below(20);
    std::array<std::uint64_t, 8> seen{};
    std::vector<int> asked;
    for (int out = 0; out < 8; ++out) {
      const auto o = static_cast<std::size_t>(out);
      seen[o] = below(30);
      known.credited[o] = below(3) == 0 ? Nomination::kNever : below(2) * below(30);
      known.opens[o] = below(2) * below(40);
      if (below(2) == 0) continue;
      asked.push_back(out);
      nomination.set(out, kPort, 0, routed(static_cast<std::uint32_t>(seen[o])));
    }
    foresee(nomination, known);
    const std::uint64_t chance = chance_edge_by_edge(known, asked, seen, 60);
    CAPTURE(round);
    REQUIRE(nomination.chances().of(kPort) == chance);
    CHECK(nomination.chances().first() == chance);
    if (chance == Nomination::kNever) continue;
    const auto next = static_cast<std::size_t>(nomination.nominee(kPort).out_port);
    CHECK(std::max({seen[next], known.credited[next], known.opens[next]}) <= chance);
    CHECK(nomination.chances().first_ports() == 1U << kPort);
  }
}

TEST_CASE("Nomination: more credits matter to a port that lacks them before its nominee") {
  Nomination nomination = nomination_of_queues();
  nomination.set(1, kPort, 0, routed(6));
  nomination.set(2, kPort, 0, routed(7));
  nomination.set(3, kPort, 0, routed(8));
  Known known;
  known.credited = {0, Nomination::kNever, 0, Nomination::kNever};
  foresee(nomination, known);
  CHECK(nomination.chances().of(kPort) == 7);
  CHECK(nomination.lacking(1) == 1U << kPort);
  CHECK(nomination.lacking(2) == 0);
  known.credited[1] = 6;
  foresee(nomination, known);
  CHECK(nomination.chances().of(kPort) == 6);
  CHECK(nomination.nominee(kPort).out_port == 1);
}

TEST_CASE("Nomination: a chance stays with its packet when another is stated before it") {
  Nomination nomination = nomination_of_queues();
  nomination.set(1, kPort, 0, routed(20));
  foresee(nomination, {});
  nomination.set(3, kPort, 0, routed(10));
  CHECK(nomination.nominee(kPort).out_port == 1);
  // At the edge of the chance it is not foreseen anew.
  Known known;
  known.now = 20;
  foresee(nomination, known);
  CHECK(nomination.chances().of(kPort) == 20);
  CHECK(nomination.nominate_foreseen() == 1U << kPort);
  CHECK(nomination.outputs() == 1U << 1);
  CHECK(nomination.requesters(1) == 1U << kPort);
  CHECK(nomination.chances().of(kPort) == Nomination::kNever);
}

/// The request that stands first is nominated and granted. `asks_on`: Nomination::remove_nominee.
void grant_earliest(Nomination& nomination, bool asks_on) {
  nomination.nominate(1U << kPort, ~RequestMask{0}, [](int, const SwitchNeed&) { return true; });
  nomination.remove_nominee(kPort, asks_on);
}

TEST_CASE("Nomination: a port asks for an output until the last of its requests for it has been granted") {
  Nomination nomination = nomination_of_queues();
  nomination.set(5, kPort, 0, routed(1));
  nomination.set(5, kPort, 1, routed(2));
  CHECK(nomination.asking(1U << 5) == 1U << kPort);
  CHECK(nomination.asking(1U << 4) == 0);
  grant_earliest(nomination, true);
  CHECK(nomination.asking(1U << 5) == 1U << kPort);
  grant_earliest(nomination, false);
  CHECK(nomination.asking(1U << 5) == 0);
}

}  // namespace
}  // namespace tactus
