#include "testbench/app/attribution/flow_path.h"

#include <optional>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/flow/flow_bench.h"

namespace tactus {
namespace {

using namespace literals;

/// Executes a bench's programs, and has the critical path of them.
class PathBench final : public FlowObserver, public TrafficObserver {
 public:
  FlowBench bench;

  /// The path's steps; their parts are added up in `parts`.
  std::vector<FlowPathStep> run() {
    bench.observer = this;
    bench.flow_observer = this;
    end = bench.run();
    std::vector<FlowPathStep> steps = path().steps();
    parts = {};
    for (const FlowPathStep& step : steps) parts[step.part] += step.end - step.begin;
    return steps;
  }
  Picoseconds end;
  FlowPathSplit parts;

  void message_sent(std::uint64_t id, const SentMessage& message, Picoseconds now) override {
    attribution_.message_sent(id, message, now);
    path().message_sent(id, message, now);
  }
  void flow_started(const FlowMessage& message, const std::vector<LinkRun>& route, Picoseconds now) override {
    attribution_.flow_started(message, route, now);
    path().flow_started(message, route, now);
  }
  void flow_shared(std::uint64_t id, const FlowShare& share, Picoseconds now) override {
    attribution_.flow_shared(id, share, now);
  }
  void flow_left(std::uint64_t id, Picoseconds now) override {
    attribution_.flow_left(id, now);
    path().flow_left(id, now);
  }
  void message_arrived(std::uint64_t id, Picoseconds now) override {
    attribution_.message_arrived(id, now);
    path().message_arrived(id, now);
  }
  void send_started(const MessageEvent& message, Cycles cycle) override { path().send_started(message, cycle); }
  void receive_completed(const MessageEvent& message, Cycles cycle) override {
    path().receive_completed(message, cycle);
  }
  void program_ended(int rank, Cycles cycle) override { path().program_ended(rank, cycle); }
  void wait_ended(int rank, AwaitedCompletion awaited, Cycles cycle) override {
    path().wait_ended(rank, awaited, cycle);
  }
  void work_ended(const WorkEvent& work, Cycles cycle) override { path().work_ended(work, cycle); }

 private:
  /// The bench has a network once it runs.
  FlowPath& path() {
    if (!path_) path_.emplace(bench.network(), attribution_, map_, kTorus.directions());
    return *path_;
  }

  RankMap map_{RankShape{kTorus}};
  FlowAttribution attribution_{bench.topology(), {}};
  std::optional<FlowPath> path_;
};

}  // namespace

TEST_CASE("FlowPath: a message that a rank waits for, with the computing before it", "[ATTRIBUTION-15]") {
  PathBench run;
  run.bench.timing.latency_per_message = 7_ns;
  run.bench.programs[0] = {compute(25), send({1, 0}, 2016_B), kWaitSends};
  run.bench.programs[1] = {compute(10), receive({0, 0}, 2016_B), kWaitReceives};
  const std::vector<FlowPathStep> steps = run.run();
  CHECK(run.end == Picoseconds{619'000});
  REQUIRE(steps.size() == 3);
  CHECK((steps[0].part == RankPart::kCompute && steps[0].end == 100'000 && steps[0].place.node == 0));
  CHECK((steps[1].part == FlowPart::kTransfer && steps[1].end == 612'000 && steps[1].place.node == 0));
  CHECK((steps[2].part == FlowPart::kLatency && steps[2].end == 619'000 && steps[2].place.node == 1));
}

TEST_CASE("FlowPath: goes by the messages before of the same engine, and by what was lost at links",
          "[ATTRIBUTION-15]") {
  PathBench run;
  // The second message of (0,0) shares the link into (2,0) with a message of (1,0), of twice its length.
  run.bench.programs[0] = {send({0, 1}, 2016_B, 1), send({2, 0}, 2016_B, 2), kWaitSends};
  run.bench.programs[1] = {compute(128), send({2, 0}, 4032_B, 0, 1), kWaitSends};
  run.bench.programs[2] = {receive({0, 0}, 2016_B, 2), receive({1, 0}, 4032_B, 0, 1), kWaitReceives};
  run.bench.programs[4] = {receive({0, 0}, 2016_B, 1), kWaitReceives};
  run.run();
  CHECK(run.end == Picoseconds{2'048'000});
  CHECK(run.parts.sum() == 2'048'000);
  // By the long message: 512 ns of computing, its two packets, and half of the 1,024 ns in which it shared the link.
  CHECK(run.parts[RankPart::kCompute] == 512'000);
  CHECK(run.parts[FlowPart::kTransfer] == 1'024'000);
  CHECK(run.parts[FlowPart::kShared] == 512'000);
  run.bench.programs[1] = {};
  run.bench.programs[2] = {receive({0, 0}, 2016_B, 2), kWaitReceives};
  PathBench alone;
  alone.bench.programs = run.bench.programs;
  const std::vector<FlowPathStep> steps = alone.run();
  REQUIRE(steps.size() == 2);  // one message of the engine behind the other
  CHECK(alone.parts[FlowPart::kTransfer] == 1'024'000);
}

TEST_CASE("FlowPath: a message goes behind those of its own engine, not those that leave another one at that moment",
          "[ATTRIBUTION-15]") {
  for (const std::uint8_t engine : {0, 1}) {
    CAPTURE(static_cast<int>(engine));
    const auto other = static_cast<std::uint8_t>(1 - engine);
    PathBench run;
    // Both engines of (0,0) end their first message at 1,024 ns: one has sent twice as much, the other has shared +x.
    run.bench.programs[0] = {send({0, 1}, 4032_B, 1, engine), send({1, 0}, 2016_B, 2, other),
                             send({0, 1}, 2016_B, 3, engine), kWaitSends};
    run.bench.programs[3] = {send({1, 0}, 2016_B, 4, other), kWaitSends};
    run.bench.programs[1] = {receive({0, 0}, 2016_B, 2, other), receive({3, 0}, 2016_B, 4, other), kWaitReceives};
    run.bench.programs[4] = {receive({0, 0}, 4032_B, 1, engine), receive({0, 0}, 2016_B, 3, engine), kWaitReceives};
    run.run();
    CHECK(run.end == Picoseconds{1'536'000});
    CHECK(run.parts[FlowPart::kTransfer] == 1'536'000);
    CHECK(run.parts[FlowPart::kShared] == 0);
  }
}

TEST_CASE("FlowPath: a message that was there before its receive is none of what the rank waited for",
          "[ATTRIBUTION-15]") {
  PathBench run;
  run.bench.programs[0] = {send({1, 0}, 2016_B), kWaitSends};
  run.bench.programs[1] = {compute(1000), receive({0, 0}, 2016_B), kWaitReceives};
  const std::vector<FlowPathStep> steps = run.run();
  REQUIRE(steps.size() == 1);
  CHECK(run.parts[RankPart::kCompute] == 4'000'000);
}

}  // namespace tactus
