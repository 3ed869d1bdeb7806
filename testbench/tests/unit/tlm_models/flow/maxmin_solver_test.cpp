#include "tlm_models/flow/maxmin_solver.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/flow/bare_links.h"

namespace tactus {
namespace {

constexpr double kNoLimit = FlowSolver::kUnlimited;

std::vector<FlowId> sorted(std::vector<FlowId> flows) {
  std::sort(flows.begin(), flows.end());
  return flows;
}

TEST_CASE("MaxMinSolver: in a parking lot the long flow gets the same as one flow of the narrowest link",
          "[SOLVER-1]") {
  // One flow over all links; link i has i + 1 flows of its own.
  const int links = 6;
  MaxMinSolver solver(BareLinks(std::vector<double>(links, 1.0)));
  solver.add(0, {{0, links}}, kNoLimit);
  FlowId next = 1;
  for (int link = 0; link < links; ++link) {
    for (int i = 0; i <= link; ++i) solver.add(next++, {{link, 1}}, kNoLimit);
  }
  solver.solve();
  CHECK(solver.rate(0) == Approx(1.0 / 7).epsilon(1e-14));
  FlowId flow = 1;
  for (int link = 0; link < links; ++link) {
    for (int i = 0; i <= link; ++i) CHECK(solver.rate(flow++) == Approx((1 - 1.0 / 7) / (link + 1)).epsilon(1e-14));
  }
}

TEST_CASE("MaxMinSolver: in a star the receivers' links are shared evenly", "[SOLVER-1]") {
  // Sender s has link s; receiver r has link 10 + r. Nine send to receiver 0, which leaves 1/9 each; one of these
  // senders has a second flow to receiver 1 and so 8/9 left for it.
  MaxMinSolver solver(BareLinks(std::vector<double>(20, 3.0)));
  for (FlowId s = 0; s < 9; ++s) solver.add(s, route_over({s, 10}), kNoLimit);
  solver.add(9, route_over({0, 11}), kNoLimit);
  solver.solve();
  for (FlowId s = 0; s < 9; ++s) CHECK(solver.rate(s) == Approx(3.0 / 9).epsilon(1e-14));
  CHECK(solver.rate(9) == Approx(3.0 * 8 / 9).epsilon(1e-14));
}

TEST_CASE("MaxMinSolver: on a ring flows of h hops get 1/h of the bandwidth", "[SOLVER-1]") {
  const int nodes = 12;
  for (const int hops : {1, 2, 5, 11}) {
    MaxMinSolver solver(BareLinks(std::vector<double>(nodes, 0.004)));
    for (FlowId node = 0; node < nodes; ++node) {
      std::vector<LinkId> links;
      for (int i = 0; i < hops; ++i) links.push_back((node + i) % nodes);
      solver.add(node, route_over(links), kNoLimit);
    }
    solver.solve();
    for (FlowId node = 0; node < nodes; ++node) CHECK(solver.rate(node) == Approx(0.004 / hops).epsilon(1e-14));
  }
}

TEST_CASE("MaxMinSolver: a flow below its limit's level leaves the rest to the others") {
  MaxMinSolver solver(BareLinks({1.0}));
  solver.add(0, {{0, 1}}, 0.1);
  solver.add(1, {{0, 1}}, 0.4);
  solver.add(2, {{0, 1}}, kNoLimit);
  solver.solve();
  CHECK(solver.rate(0) == 0.1);
  CHECK(solver.rate(1) == 0.4);
  CHECK(solver.rate(2) == Approx(0.5).epsilon(1e-14));
}

TEST_CASE("MaxMinSolver: a limit above the fair share changes nothing, and holds as soon as the share exceeds it") {
  MaxMinSolver solver(BareLinks(std::vector<double>(20, 1.0)));
  // Others, so that a single change is few of them.
  for (FlowId flow = 10; flow < 20; ++flow) solver.add(flow, {{flow, 1}}, kNoLimit);
  solver.add(0, {{0, 1}}, 0.6);
  solver.add(1, {{0, 1}}, kNoLimit);
  solver.solve();
  CHECK(solver.rate(0) == 0.5);
  solver.remove(1);
  CHECK(solver.solve() == std::vector<FlowId>{0});
  CHECK(solver.rate(0) == 0.6);
  CHECK(solver.passes() == 2);
}

TEST_CASE("MaxMinSolver: a flow that joins others on their bottleneck has their rate to the last bit", "[SOLVER-3]") {
  const int flows = 40;
  MaxMinSolver solver(BareLinks({0.7, 1.0}));
  for (FlowId flow = 0; flow < flows; ++flow) solver.add(flow, {{0, 1 + flow % 2}}, kNoLimit);
  solver.solve();
  for (FlowId flow = 0; flow < flows; ++flow) {
    solver.remove(flow);
    solver.add(flow, {{0, 1}}, kNoLimit);
    CHECK(solver.solve() == std::vector<FlowId>{flow});
    CHECK(solver.rate(flow) == solver.rate((flow + 1) % flows));
  }
}

TEST_CASE("MaxMinSolver: what one flow gives up goes on along a chain of links", "[SOLVER-1]") {
  // Flow i crosses links i and i + 1, whose bandwidths double: each is held by its first link and leaves the rest.
  const int links = 30;
  std::vector<double> bandwidths;
  for (int link = 0; link < links; ++link) bandwidths.push_back(std::ldexp(1.0, link));
  MaxMinSolver solver(BareLinks{bandwidths});
  for (FlowId flow = 0; flow + 1 < links; ++flow) solver.add(flow, {{flow, 2}}, kNoLimit);
  solver.solve();
  const auto expected = [&](int first) {
    // rate(first) = bandwidth(first), then each next one has what the one before leaves on the link they share.
    std::vector<double> rates(static_cast<std::size_t>(links), 0.0);
    double before = 0;
    for (int i = first; i + 1 < links; ++i) {
      before = bandwidths[static_cast<std::size_t>(i)] - before;
      rates[static_cast<std::size_t>(i)] = before;
    }
    return rates;
  };
  for (FlowId i = 0; i + 1 < links; ++i) CHECK(solver.rate(i) == Approx(expected(0)[static_cast<std::size_t>(i)]));
  solver.remove(0);
  CHECK(solver.solve().size() == static_cast<std::size_t>(links - 2));
  for (FlowId i = 1; i + 1 < links; ++i) CHECK(solver.rate(i) == Approx(expected(1)[static_cast<std::size_t>(i)]));
}

TEST_CASE("MaxMinSolver: answers the flows whose rate is new, each once, and nothing the second time", "[SOLVER-2]") {
  MaxMinSolver solver(BareLinks(std::vector<double>(20, 1.0)));
  for (FlowId flow = 10; flow < 20; ++flow) solver.add(flow, {{flow, 1}}, kNoLimit);
  solver.add(0, {{0, 2}}, kNoLimit);
  solver.add(1, {{0, 1}}, kNoLimit);
  CHECK(sorted(solver.solve()) == std::vector<FlowId>{0, 1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19});
  CHECK(solver.solve().empty());
  solver.add(2, {{1, 1}}, kNoLimit);
  CHECK(solver.solve() == std::vector<FlowId>{2});
  solver.remove(0);
  CHECK(sorted(solver.solve()) == std::vector<FlowId>{1, 2});
}

TEST_CASE("MaxMinSolver: a number that is used again within one solution is a new flow") {
  MaxMinSolver solver(BareLinks({1.0, 2.0}));
  solver.add(0, {{0, 1}}, kNoLimit);
  solver.solve();
  solver.remove(0);
  solver.add(0, {{1, 1}}, kNoLimit);
  solver.remove(0);
  solver.add(0, {{0, 1}}, kNoLimit);
  CHECK(solver.solve() == std::vector<FlowId>{0});
  CHECK(solver.rate(0) == 1.0);
  solver.remove(0);
  CHECK(solver.solve().empty());
}

TEST_CASE("MaxMinSolver: flows without a link in common with the change are not looked at again") {
  const int pairs = 1'000;
  MaxMinSolver solver(BareLinks(std::vector<double>(pairs, 1.0)));
  for (FlowId flow = 0; flow < 2 * pairs; ++flow) solver.add(flow, {{flow / 2, 1}}, kNoLimit);
  solver.solve();
  const std::uint64_t before = solver.passes();
  solver.remove(7);
  CHECK(solver.solve() == std::vector<FlowId>{6});
  CHECK(solver.passes() == before + 1);
}

}  // namespace
}  // namespace tactus
