#include "testbench/app/attribution/flow_attribution.h"

#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/flow/flow_bench.h"
#include "testbench/tests/unit/tlm_models/flow/listed_topology.h"
#include "testbench/tests/unit/tlm_models/flow/random_flows.h"
#include "tlm_models/flow/maxmin_solver.h"

namespace tactus {
namespace {

using Part = FlowPart;

/// Messages on listed routes, of node n on route n, and what becomes of each. The sender of message n is rank n.
class ListedMessages {
 public:
  ListedMessages(const FlowTopology& topology, std::unique_ptr<FlowSolver> solver, const FlowTiming& timing = {})
      : solver_(std::move(solver)),
        network_(topology, *solver_, timing),
        attribution_(topology, {},
                     [this](const SplitMessage& message) { messages_[message.message.sender] = message; }) {
    network_.observe(&attribution_);
  }
  explicit ListedMessages(const FlowTopology& topology, const FlowTiming& timing = {})
      : ListedMessages(topology, std::make_unique<MaxMinSolver>(topology), timing) {}

  void start(int node, double bytes, double limit = FlowSolver::kUnlimited) {
    const auto id = static_cast<std::uint64_t>(node);
    const Endpoint source{node, 0, 0};
    const Endpoint destination{node + 1, 0, 0};
    attribution_.message_sent(id, {node, node + 1, 0, source, destination}, network_.now());
    network_.start({source, destination, bytes, limit, id});
  }
  /// Goes on to `time`, or until nothing is under way.
  void run(Picoseconds time = Picoseconds::max()) {
    while (!network_.idle() && network_.now() < time) {
      std::vector<FlowEvent> events;
      network_.advance_to(std::min(time, network_.next_event()), events);
      for (const FlowEvent& event : events) {
        if (event.kind == FlowEvent::Kind::kArrived) attribution_.message_arrived(event.user, network_.now());
      }
    }
  }
  [[nodiscard]] std::uint64_t part(int node, FlowPart part) const { return messages_.at(node).split[part]; }
  /// What the message of `node` lost at `link`.
  [[nodiscard]] std::uint64_t lost(int node, LinkId link) const {
    std::uint64_t sum = 0;
    for (const LinkLoss& loss : messages_.at(node).losses) sum += loss.link == link ? loss.lost : 0;
    return sum;
  }
  [[nodiscard]] const LinkLosses& link(LinkId link) const {
    return attribution_.links()[static_cast<std::size_t>(link)];
  }
  [[nodiscard]] const FlowAttribution& attribution() const { return attribution_; }
  [[nodiscard]] const std::map<int, SplitMessage>& messages() const { return messages_; }

 private:
  std::unique_ptr<FlowSolver> solver_;
  FlowNetwork network_;
  FlowAttribution attribution_;
  std::map<int, SplitMessage> messages_;
};

/// Empty if all sums are what they should be.
std::string faults_of_sums(const ListedMessages& run) {
  std::uint64_t of_messages = 0;
  for (const auto& [node, message] : run.messages()) {
    if (message.split.sum() != (message.arrived - message.sent).count()) return "the parts of a message";
    std::uint64_t at_links = 0;
    for (const LinkLoss& loss : message.losses) at_links += loss.lost;
    if (at_links != message.split[Part::kShared]) return "the losses of a message";
    of_messages += at_links;
  }
  std::uint64_t of_links = 0;
  for (const LinkLosses& link : run.attribution().links()) of_links += link.lost;
  if (of_links != of_messages) return "the losses at links";
  std::uint64_t of_windows = 0;
  const auto& windows = run.attribution().windows();
  for (std::size_t i = 0; i < windows.size(); ++i) {
    of_windows = std::accumulate(windows[i].begin(), windows[i].end(), of_windows);
  }
  if (of_windows != of_messages) return "the losses by windows";
  if (run.attribution().sums().total().time[Part::kShared] != of_messages) return "the total";
  return "";
}

}  // namespace

TEST_CASE("FlowAttribution: a message alone has no part but its transfer", "[ATTRIBUTION-10][ATTRIBUTION-11]") {
  const ListedTopology topology({0.001, 0.004}, {{{0, 2}}});
  ListedMessages run(topology);
  run.start(0, 10);
  run.run();
  CHECK(run.part(0, Part::kTransfer) == 10'000);
  CHECK(run.messages().at(0).split.sum() == 10'000);
}

TEST_CASE("FlowAttribution: of two messages on one link each loses half of its time there",
          "[ATTRIBUTION-11][ATTRIBUTION-12]") {
  const ListedTopology topology({0.001}, {{{0, 1}}, {{0, 1}}});
  ListedMessages run(topology);
  run.start(0, 10);
  run.start(1, 10);
  run.run();
  for (const int node : {0, 1}) {
    CHECK(run.part(node, Part::kTransfer) == 10'000);
    CHECK(run.part(node, Part::kShared) == 10'000);
    CHECK(run.messages().at(node).split.sum() == 20'000);
  }
  CHECK(run.link(0).lost == 20'000);
  CHECK(run.link(0).messages == 2);
}

TEST_CASE("FlowAttribution: in a chain with two bottlenecks each link is charged what its own flows lose",
          "[ATTRIBUTION-12]") {
  // Over both links, over the slow one, over the fast one: 0.5, 0.5 and 1.5 bytes per nanosecond.
  const ListedTopology topology({0.001, 0.002}, {{{0, 2}}, {{0, 1}}, {{1, 1}}});
  ListedMessages run(topology);
  run.start(0, 5);
  run.start(1, 5);
  run.start(2, 15);
  run.run();
  CHECK(run.lost(0, 0) == 5'000);
  CHECK(run.lost(1, 0) == 5'000);
  CHECK(run.lost(2, 1) == 2'500);
  CHECK(run.part(2, Part::kTransfer) == 7'500);
  CHECK(run.link(0).lost == 10'000);
  CHECK(run.link(1).lost == 2'500);
  CHECK(run.link(0).messages == 2);
  CHECK(run.link(1).messages == 1);
}

TEST_CASE("FlowAttribution: a flow whose bottleneck moves loses at the one first, then at the other",
          "[ATTRIBUTION-12][ATTRIBUTION-13]") {
  // Message 0 shares link 0 with three until these end at 8 ns, and link 1 with one to the end.
  const ListedTopology topology({0.004, 0.004}, {{{0, 2}}, {{0, 1}}, {{0, 1}}, {{0, 1}}, {{1, 1}}});
  ListedMessages run(topology);
  run.start(0, 24);
  for (const int node : {1, 2, 3}) run.start(node, 8);
  run.start(4, 40);
  run.run();
  CHECK(run.part(0, Part::kTransfer) == 6'000);
  CHECK(run.lost(0, 0) == 6'000);
  CHECK(run.lost(0, 1) == 4'000);
  CHECK(run.lost(4, 1) == 2'000 + 4'000);
  CHECK(run.part(4, Part::kTransfer) == 10'000);
  CHECK(run.link(0).lost == 4 * 6'000);
}

TEST_CASE("FlowAttribution: a bottleneck that moves while the rate stays is seen",
          "[ATTRIBUTION-13][FLOW-14][SOLVER-5]") {
  // Both links are full of two flows each. The one that is left alone there ends early on link 0, or on link 1.
  const ListedTopology topology({0.002, 0.002}, {{{0, 2}}, {{0, 1}}, {{1, 1}}});
  std::uint64_t at_the_other = 0;
  for (const int early : {1, 2}) {
    ListedMessages run(topology);
    run.start(0, 20);
    run.start(early, 10);
    run.start(3 - early, 20);
    run.run();
    REQUIRE(run.part(0, Part::kShared) == 10'000);
    const LinkId other = early == 1 ? 1 : 0;
    CHECK(run.lost(0, other) >= 5'000);
    at_the_other += run.lost(0, other);
  }
  CHECK(at_the_other == 15'000);
}

TEST_CASE("FlowAttribution: what a limit of its own takes a message longer is pace, not loss", "[ATTRIBUTION-11]") {
  const ListedTopology topology({0.001}, {{{0, 1}}, {{0, 1}}});
  ListedMessages alone(topology);
  alone.start(0, 10, 0.0005);
  alone.run();
  CHECK(alone.part(0, Part::kTransfer) == 10'000);
  CHECK(alone.part(0, Part::kPace) == 10'000);
  ListedMessages two(topology);
  two.start(0, 10, 0.0008);
  two.start(1, 10, 0.0008);
  two.run();
  CHECK(two.part(1, Part::kTransfer) == 10'000);
  CHECK(two.part(1, Part::kPace) == 2'500);
  CHECK(two.part(1, Part::kShared) == 7'500);
}

TEST_CASE("FlowAttribution: the rest of a step of time after the last byte is neither transfer nor loss",
          "[ATTRIBUTION-11]") {
  const ListedTopology topology({0.001}, {{{0, 1}}, {{0, 1}}});
  FlowTiming timing;
  timing.resolution = Picoseconds{25'000};
  ListedMessages run(topology, timing);
  run.start(0, 10);
  run.run(Picoseconds{12'000});
  run.start(1, 5);
  run.run();
  CHECK(run.part(0, Part::kTransfer) == 10'000);
  CHECK(run.part(0, Part::kStep) == 15'000);
  CHECK(run.part(1, Part::kTransfer) == 5'000);
  CHECK(run.part(1, Part::kShared) == 5'000);
  CHECK(run.part(1, Part::kStep) == 3'000);
}

TEST_CASE("FlowAttribution: with a solver of mfs the loss is at the link that offers least", "[ATTRIBUTION-12]") {
  // Message 0 has a third of link 0, and link 1 would give it half. With one pass what it does not take stays unused.
  const ListedTopology topology({0.003, 0.004}, {{{0, 2}}, {{0, 1}}, {{0, 1}}, {{1, 1}}});
  for (const MfsMode mode : {MfsMode::kOnePass, MfsMode::kFull}) {
    ListedMessages run(topology, std::make_unique<MfsSolver>(topology, MfsConfig{mode, 0.01}));
    for (const int node : {0, 1, 2}) run.start(node, 9);
    run.start(3, 8);
    run.run();
    CHECK(run.lost(0, 0) == 6'000);
    CHECK(run.lost(0, 1) == 0);
    if (mode == MfsMode::kOnePass) CHECK(run.lost(3, 1) == 2'000);
    CHECK(faults_of_sums(run) == "");
  }
}

TEST_CASE("FlowAttribution: a loss counts in each window as long as it is in it", "[ATTRIBUTION-14]") {
  const ListedTopology topology({0.001}, {{{0, 1}}, {{0, 1}}});
  const std::uint64_t window = std::uint64_t{1} << 20U;
  ListedMessages run(topology);
  run.start(0, 0.001 * 2.0 * static_cast<double>(window));
  run.start(1, 0.001 * 2.0 * static_cast<double>(window));
  run.run();
  const auto& windows = run.attribution().windows();
  REQUIRE(windows.length() == window);
  REQUIRE(windows.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(windows[i][0] == window);
}

TEST_CASE("FlowAttribution: messages wait for those before them of their engine, and for their latency",
          "[ATTRIBUTION-10][ATTRIBUTION-11]") {
  using namespace literals;
  FlowBench bench;
  std::vector<SplitMessage> messages;
  FlowAttribution attribution(
      bench.topology(), [](int rank) { return rank == 0 ? std::optional(7) : std::nullopt; },
      [&](const SplitMessage& message) { messages.push_back(message); });
  bench.flow_observer = &attribution;
  bench.timing.latency_per_hop = 100_ns;
  bench.timing.latency_per_message = 7_ns;
  bench.programs[0] = {send({1, 0}, 2016_B, 1), send({0, 1}, 2016_B, 2), kWaitSends};
  bench.programs[1] = {receive({0, 0}, 2016_B, 1), kWaitReceives};
  bench.programs[4] = {receive({0, 0}, 2016_B, 2), kWaitReceives};
  bench.run();
  REQUIRE(messages.size() == 2);
  const FlowSplit& first = messages[0].split;
  const FlowSplit& second = messages[1].split;
  CHECK(first[Part::kSoftware] == 0);
  CHECK(first[Part::kTransfer] == 512'000);
  CHECK(first[Part::kLatency] == 107'000);
  CHECK(first.sum() == 619'000);
  CHECK(second[Part::kSoftware] == 512'000);
  CHECK(second.sum() == 2 * 512'000 + 107'000);
  CHECK(attribution.sums().by_source()[0].count == 2);
  CHECK(attribution.sums().by_destination()[4].time.sum() == second.sum());
  REQUIRE(attribution.sums().by_sequence().size() == 1);
  CHECK(attribution.sums().by_sequence()[0].second.time.sum() == first.sum() + second.sum());
}

TEST_CASE("FlowAttribution: parts add up, links have what messages lost, and the rest is what they take alone",
          "[ATTRIBUTION-10][ATTRIBUTION-12]") {
  int losing = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    CAPTURE(seed);
    const RandomFlows flows(seed);
    const RandomStream random(seed, 2);
    std::uint64_t draw = 0;
    const ListedTopology topology(flows.bandwidths, flows.routes);
    FlowTiming timing;
    timing.latency_per_hop = Picoseconds{random.below(draw++, 3)};
    if (seed % 3 == 0) timing.resolution = Picoseconds{random.below(draw++, 40'000)};
    std::unique_ptr<FlowSolver> solver;
    if (seed % 4 == 0) {
      solver = std::make_unique<MfsSolver>(topology, MfsConfig{seed % 8 == 0 ? MfsMode::kFull : MfsMode::kOnePass, 0});
    } else {
      solver = std::make_unique<MaxMinSolver>(topology);
    }
    ListedMessages run(topology, std::move(solver), timing);
    std::vector<double> bytes;
    Picoseconds time;
    for (std::size_t i = 0; i < flows.routes.size(); ++i) {
      bytes.push_back(static_cast<double>(1 + random.below(draw++, 5'000)));
      run.start(static_cast<int>(i), bytes.back(), flows.limits[i]);
      time = time + Picoseconds{random.below(draw++, 400'000)};
      run.run(time);
    }
    run.run();
    REQUIRE(run.messages().size() == flows.routes.size());
    REQUIRE(faults_of_sums(run) == "");
    for (const auto& [node, message] : run.messages()) {
      const auto index = static_cast<std::size_t>(node);
      double best = flows.limits[index];
      for (const LinkRun& piece : flows.routes[index]) {
        for (LinkId link = piece.first; link < piece.first + piece.count; ++link) {
          best = std::min(best, topology.bandwidth(link));
        }
      }
      const auto own = static_cast<double>(message.split[Part::kTransfer] + message.split[Part::kPace]);
      REQUIRE(own == Approx(bytes[index] / best).epsilon(1e-9).margin(2));
      losing += message.split[Part::kShared] > 0 ? 1 : 0;
    }
  }
  CHECK(losing > 1'000);
}

}  // namespace tactus
