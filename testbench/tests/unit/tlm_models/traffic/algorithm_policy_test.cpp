#include <set>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/small_schedule.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/placement.h"
#include "tlm_models/traffic/traffic_pattern.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

const NetworkShape kSixteen{4, 4};

std::vector<JobConfig> two_jobs() {
  std::vector<JobConfig> jobs(2);
  jobs[0].name = "half";
  jobs[0].program.algorithm = "ring";
  jobs[0].ranks = 30;
  jobs[1].name = "rest";
  jobs[1].program.algorithm = "permutation";
  return jobs;
}

WorkloadConfig config_of(const AlgorithmPolicy& algorithm) {
  WorkloadConfig config;
  config.algorithm = algorithm.name;
  config.ranks_per_node = algorithm.make == nullptr ? 1 : 4;
  if (algorithm.repetitions) config.repetitions = 3;
  if (algorithm.schedule) config.schedule = small_schedule();
  if (algorithm.jobs) config.jobs = two_jobs();
  if (algorithm.message_list) config.messages.resize(2);
  if (algorithm.message_list) config.messages[1].destination = 1;
  return config;
}

/// One number in place of the messages of a real algorithm.
AlgorithmPolicy with_a_number() {
  AlgorithmPolicy policy = open_loop("test_only", "Never made.", nullptr);
  policy.keys = {NumberKey{"test_only", 0.5, "A number.", 0, 1}};
  return policy;
}

TEST_CASE("Algorithms: each has a name, a sentence, and what the one way to run it needs") {
  std::set<std::string> sentences;
  for (const AlgorithmPolicy* algorithm : all_policies<AlgorithmKind>()) {
    CAPTURE(algorithm->name);
    CHECK(algorithm->name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos);
    REQUIRE(algorithm->summary.size() > 10);
    CHECK(algorithm->summary.back() == '.');
    CHECK(sentences.insert(algorithm->summary).second);
    CHECK((algorithm->make == nullptr || algorithm->make_pattern == nullptr));
    CHECK((algorithm->make == nullptr) == (algorithm->early_messages == nullptr));
    CHECK((algorithm->make != nullptr || algorithm->sequences == nullptr));
    CHECK_FALSE((algorithm->sequences != nullptr && algorithm->repetitions));
  }
  CHECK(sentences.size() >= 16);
}

TEST_CASE("Algorithms: every message of programs of ranks is sent, received but where a wait takes the first") {
  const RankShape shape{kSixteen, 4};
  for (const AlgorithmPolicy* algorithm : all_policies<AlgorithmKind>()) {
    if (algorithm->make == nullptr) continue;
    if (algorithm->misfit != nullptr && !algorithm->misfit(shape).empty()) continue;
    CAPTURE(algorithm->name);
    const WorkloadConfig config = config_of(*algorithm);
    REQUIRE(validate(config, MachineConfig{}).empty());
    const auto workload = Workload::make(config, kSixteen);
    std::uint64_t sends = 0;
    Bytes sent;
    bool first_of_several = false;
    const bool of_operations = algorithm->schedule || algorithm->collective;
    for (int rank = 0; rank < shape.ranks() && !of_operations; ++rank) {
      for (const Op& op : ops_of(*workload, rank)) {
        first_of_several = first_of_several || op.kind == OpKind::kWaitFirst;
        if (op.kind != OpKind::kIsend) continue;
        ++sends;
        sent += op.bytes;
      }
    }
    UntimedRun run(*workload, shape.ranks(), 1);
    if (of_operations) {
      run.on_send = [&](int, const Op& op) {
        ++sends;
        sent += op.bytes;
      };
    }
    if (!first_of_several) CHECK(run.run());
    CHECK(sends == workload->messages());
    CHECK(sent == workload->bytes());
  }
}

TEST_CASE("Algorithms: every open loop sends to nodes of the network, never to the source") {
  for (const AlgorithmPolicy* algorithm : all_policies<AlgorithmKind>()) {
    if (algorithm->make_pattern == nullptr) continue;
    CAPTURE(algorithm->name);
    const WorkloadConfig config = config_of(*algorithm);
    const auto pattern = make_traffic_pattern(config, kSixteen);
    int sources = 0;
    for (int node = 0; node < kSixteen.nodes(); ++node) {
      const Coordinate source = kSixteen.coordinate(node);
      const RandomStream draws(7, static_cast<std::uint64_t>(node));
      for (std::uint64_t index = 0; index < 100; ++index) {
        const std::optional<Coordinate> destination = pattern->destination(source, draws, index);
        if (!destination) continue;
        if (index == 0) ++sources;
        CHECK(kSixteen.contains(*destination));
        CHECK(*destination != source);
      }
    }
    CHECK(sources > 0);
    CHECK(early_messages(config, MachineConfig{}) == 0);
  }
}

TEST_CASE("Algorithms: a number of an algorithm alone has its default until the scenario gives another") {
  const AlgorithmPolicy policy = with_a_number();
  const auto& key = std::get<NumberKey>(policy.keys.front());
  WorkloadConfig config;
  CHECK(key.of(config) == 0.5);
  config.numbers["test_only"] = 0.25;
  CHECK(key.of(config) == 0.25);
}

TEST_CASE("Placements: each gives every processor one rank") {
  const RankShape shape{kSixteen, 3};
  for (const PlacementPolicy* placement : all_policies<PlacementKind>()) {
    CAPTURE(placement->name);
    CHECK(placement->summary.back() == '.');
    if (placement->processors == nullptr) continue;
    const std::vector<int> processors = placement->processors(shape, 3);
    const std::set<int> all(processors.begin(), processors.end());
    CHECK(all.size() == static_cast<std::size_t>(shape.ranks()));
    CHECK(*all.begin() == 0);
    CHECK(*all.rbegin() == shape.ranks() - 1);
  }
}

}  // namespace
}  // namespace tactus
