#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/early_messages.h"
#include "tlm_models/traffic/jobs_workload.h"
#include "tlm_models/traffic/placement.h"
#include "tlm_models/traffic/rank_map.h"
#include "tlm_models/traffic/start_offset.h"

namespace tactus {
namespace {

constexpr NetworkShape kJobTorus{4, 4};

JobConfig job(const std::string& name, const AlgorithmName& algorithm) {
  JobConfig config;
  config.name = name;
  config.program.algorithm = algorithm;
  config.program.message_size = Bytes{1000};
  return config;
}

JobConfig on_nodes(JobConfig config, std::vector<int> nodes) {
  config.nodes = std::move(nodes);
  return config;
}

JobConfig of_ranks(JobConfig config, int ranks, const PlacementName& placement = "ordered") {
  config.ranks = ranks;
  config.program.placement = placement;
  return config;
}

WorkloadConfig of_jobs(std::vector<JobConfig> jobs, int ranks_per_node = 1) {
  WorkloadConfig config;
  config.algorithm = "jobs";
  config.jobs = std::move(jobs);
  config.ranks_per_node = ranks_per_node;
  return config;
}

MachineConfig machine_on(const NetworkShape& shape) {
  MachineConfig machine;
  machine.network = shape;
  return machine;
}

/// Nodes of the box between two corners, x fastest.
std::vector<int> box(const NetworkShape& machine, Coordinate from, Coordinate to) {
  std::vector<int> nodes;
  for (int node = 0; node < machine.nodes(); ++node) {
    const Coordinate at = machine.coordinate(node);
    bool within = true;
    for (int d = 0; d < machine.dimensions(); ++d) within = within && at[d] >= from[d] && at[d] <= to[d];
    if (within) nodes.push_back(node);
  }
  return nodes;
}

std::vector<std::string> faults_of(const WorkloadConfig& config, const NetworkShape& shape = kJobTorus) {
  std::vector<std::string> found;
  for (const ConfigFault& fault : validate(config, machine_on(shape))) {
    found.push_back(fault.field + ": " + fault.message);
  }
  return found;
}

/// Everything about a step that does not name a rank, a sequence or a way.
auto essence(const Op& op) {
  return std::make_tuple(op.kind, op.nic, op.peer_nic, op.paired, op.tag, op.order, op.floor, op.queued,
                         op.bytes.count(), op.cycles.count());
}

TEST_CASE("Jobs: the steps of a job are those of its program alone, with ranks of the machine for its own",
          "[JOB-1][JOB-5]") {
  int compared = 0;
  for (const AlgorithmPolicy* algorithm : all_policies<AlgorithmKind>()) {
    if (!why_no_job(*algorithm).empty() || algorithm->schedule || algorithm->collective) continue;
    const std::vector<int> nodes = box(kJobTorus, {1, 1}, {2, 2});
    const NetworkShape grid({2, 2}, {false, false});
    if (algorithm->misfit != nullptr && !algorithm->misfit({grid, 1, 4}).empty()) continue;
    CAPTURE(algorithm->name);
    const JobConfig only = on_nodes(job("only", algorithm->name), nodes);
    const WorkloadConfig config = of_jobs({only});
    REQUIRE(faults_of(config).empty());
    const auto jobs = Workload::make(config, kJobTorus);
    const auto alone = Workload::make(only.program, grid, 1, 4);
    CHECK(jobs->messages() == alone->messages());
    CHECK(jobs->bytes() == alone->bytes());
    if (algorithm->name == "butterfly") continue;  // steps follow from what comes
    for (int rank = 0; rank < 4; ++rank) {
      const std::vector<Op> here = ops_of(*jobs, nodes[static_cast<std::size_t>(rank)]);
      const std::vector<Op> there = ops_of(*alone, rank);
      REQUIRE(here.size() == there.size());
      for (std::size_t i = 0; i < here.size(); ++i) {
        REQUIRE(essence(here[i]) == essence(there[i]));
        if (has_peer(here[i].kind)) REQUIRE(here[i].peer == nodes[static_cast<std::size_t>(there[i].peer)]);
        ++compared;
      }
    }
  }
  CHECK(compared > 200);
}

TEST_CASE("Jobs: ranks of no job, and of jobs that do not run, have nothing to do", "[JOB-1]") {
  JobConfig idle = on_nodes(job("idle", "ring"), {4, 5});
  idle.enabled = false;
  const auto workload = Workload::make(of_jobs({on_nodes(job("busy", "ring"), {0, 1}), idle}), kJobTorus);
  for (int rank = 0; rank < kJobTorus.nodes(); ++rank) {
    CAPTURE(rank);
    CHECK(ops_of(*workload, rank).empty() == (rank > 1));
    const auto program = workload->program(rank);
    program->next_step(0);
    if (rank > 1) CHECK(program->ended());
  }
  REQUIRE(workload->jobs().size() == 2);
  CHECK(workload->jobs()[0].messages == 2);
  CHECK_FALSE(workload->jobs()[1].enabled);
  CHECK(workload->jobs()[1].messages == 0);
  CHECK(workload->jobs()[1].ranks == std::vector<int>{4, 5});
}

TEST_CASE("Jobs: a job on the whole machine is the program without jobs", "[JOB-3][JOB-5]") {
  for (const char* placement : {"ordered", "random"}) {
    for (const char* algorithm : {"a2at", "permutation", "nearest_neighbour", "barrier", "a2ass2d"}) {
      CAPTURE(placement, algorithm);
      JobConfig all = job("all", algorithm);
      all.program.placement = placement;
      const WorkloadConfig config = of_jobs({all});
      const auto jobs = Workload::make(config, kJobTorus, 5);
      const auto plain = Workload::make(all.program, kJobTorus, 5);
      const RankMap where = RankMap::make(all.program, kJobTorus, 5);
      const RankMap in_order = RankMap::make(config, kJobTorus, 5);
      REQUIRE(jobs->sequences().size() == plain->sequences().size());
      CHECK(jobs->ideal_time(MachineConfig{}) == plain->ideal_time(MachineConfig{}));
      for (int rank = 0; rank < kJobTorus.nodes(); ++rank) {
        const std::vector<Op> here = ops_of(*jobs, where.processor(rank));
        const std::vector<Op> there = ops_of(*plain, rank);
        REQUIRE(here.size() == there.size());
        for (std::size_t i = 0; i < here.size(); ++i) {
          REQUIRE(essence(here[i]) == essence(there[i]));
          REQUIRE(here[i].sequence == there[i].sequence);
          if (has_peer(here[i].kind)) REQUIRE(here[i].peer == where.processor(there[i].peer));
          if (here[i].kind != OpKind::kIsend) continue;
          REQUIRE(in_order.signs(where.processor(rank), here[i]) == where.signs(rank, there[i]));
        }
      }
    }
  }
}

TEST_CASE("Jobs: ways round the machine go as the algorithm says, ways within a box as its nodes lie", "[JOB-5]") {
  // A plane of the torus in x and z: rings of four and rows of two.
  constexpr NetworkShape kCube{4, 2, 4};
  const std::vector<int> nodes = box(kCube, {0, 1, 1}, {3, 1, 2});
  const auto workload = Workload::make(of_jobs({on_nodes(job("plane", "a2at"), nodes)}), kCube);
  const auto alone = Workload::make(job("plane", "a2at").program, NetworkShape({4, 2}, {true, false}), 1, 6);
  int ties = 0;
  for (int rank = 0; rank < 8; ++rank) {
    const int self = nodes[static_cast<std::size_t>(rank)];
    const std::vector<Op> here = ops_of(*workload, self);
    const std::vector<Op> there = ops_of(*alone, rank);
    REQUIRE(here.size() == there.size());
    for (std::size_t i = 0; i < here.size(); ++i) {
      if (here[i].kind != OpKind::kIsend) continue;
      REQUIRE(here[i].signs);
      CHECK((*here[i].signs)[0] == (*there[i].signs)[0]);
      CHECK((*here[i].signs)[2] == (kCube.coordinate(here[i].peer)[2] < kCube.coordinate(self)[2]));
      const int along = kCube.coordinate(here[i].peer)[0] - kCube.coordinate(self)[0];
      if (along == 2 && (*here[i].signs)[0]) ++ties;
    }
  }
  CHECK(ties > 0);  // against the plain difference
}

TEST_CASE("Jobs: messages of all jobs find their receives, in every order", "[JOB-1][JOB-5]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const WorkloadConfig config = of_jobs(
        {of_ranks(job("a", "ring"), 9, "random"), on_nodes(job("b", "allreduce"), box(kJobTorus, {1, 1}, {2, 2})),
         of_ranks(job("c", "pwx"), 2), of_ranks(job("d", "barrier"), 0)},
        2);
    REQUIRE(faults_of(config).empty());
    const auto workload = Workload::make(config, kJobTorus, seed);
    CHECK(UntimedRun(*workload, 32, seed).run());
    std::set<int> taken;
    std::size_t ranks = 0;
    for (const JobInfo& info : workload->jobs()) {
      taken.insert(info.ranks.begin(), info.ranks.end());
      ranks += info.ranks.size();
    }
    CHECK(ranks == 32);
    CHECK(taken.size() == 32);
  }
}

TEST_CASE("Jobs: those that name nodes have these, the others fill what is free in their order", "[JOB-2]") {
  const std::vector<JobConfig> jobs = {of_ranks(job("first", "ring"), 3), on_nodes(job("named", "ring"), {5, 0}),
                                       of_ranks(job("rest", "ring"), 0)};
  const std::vector<PlacedJob> placed = place_jobs(of_jobs(jobs), {kJobTorus, 1, 4}, 1);
  CHECK(placed[0].processors == std::vector<int>{1, 2, 3});
  CHECK(placed[1].processors == std::vector<int>{5, 0});
  CHECK(placed[2].processors == std::vector<int>{4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
}

TEST_CASE("Jobs: with several ranks on a node jobs share nodes", "[JOB-2]") {
  JobConfig halves = on_nodes(job("halves", "ring"), {3, 2});
  halves.ranks_per_node = 1;
  const std::vector<JobConfig> jobs = {halves, on_nodes(job("whole", "ring"), {7}), of_ranks(job("some", "ring"), 8)};
  const std::vector<PlacedJob> placed = place_jobs(of_jobs(jobs), {kJobTorus, 2, 4}, 1);
  CHECK(placed[0].processors == std::vector<int>{6, 4});
  CHECK(placed[0].shape.per_node == 1);
  CHECK(placed[1].processors == std::vector<int>{14, 15});
  CHECK(placed[2].processors == std::vector<int>{0, 1, 2, 3, 5, 7, 8, 9});
}

TEST_CASE("Jobs: every placement gives each processor to one rank at most, and follows from the seed",
          "[JOB-2][JOB-7]") {
  for (const PlacementPolicy* placement : all_policies<PlacementKind>()) {
    CAPTURE(placement->name);
    std::set<std::vector<int>> drawn;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      JobConfig named = on_nodes(job("named", "ring"), box(kJobTorus, {0, 0}, {1, 3}));
      named.program.placement = placement->name;
      const std::vector<JobConfig> jobs = {of_ranks(job("a", "ring"), 3, placement->name), named,
                                           of_ranks(job("b", "ring"), 4, placement->name)};
      const std::vector<PlacedJob> placed = place_jobs(of_jobs(jobs), {kJobTorus, 1, 4}, seed);
      std::vector<int> taken;
      for (const PlacedJob& each : placed) taken.insert(taken.end(), each.processors.begin(), each.processors.end());
      REQUIRE(std::set<int>(taken.begin(), taken.end()).size() == 15);
      for (const int processor : placed[1].processors) CHECK(processor % 4 < 2);
      for (std::size_t i = 0; i < jobs.size(); ++i) {
        CHECK(place_jobs(of_jobs(jobs), {kJobTorus, 1, 4}, seed)[i].processors == placed[i].processors);
        CHECK(placed[i].shape.ranks() == static_cast<int>(placed[i].processors.size()));
      }
      drawn.insert(taken);
    }
    CHECK((drawn.size() > 1) == (placement->processors != nullptr));
  }
}

TEST_CASE("Jobs: a box of nodes is a grid, and a ring only where the machine is one and as long", "[JOB-3]") {
  constexpr NetworkShape kBlock({4, 6, 2}, {true, false, true});
  const auto shape_of = [&](std::vector<int> nodes) {
    return job_shapes(of_jobs({on_nodes(job("a", "ring"), std::move(nodes))}), {kBlock, 1, 6}).front().nodes;
  };
  CHECK(shape_of(box(kBlock, {0, 1, 0}, {3, 2, 1})) == NetworkShape({4, 2, 2}, {true, false, true}));
  CHECK(shape_of(box(kBlock, {1, 0, 1}, {3, 5, 1})) == NetworkShape({3, 6}, {false, false}));
  CHECK(shape_of(box(kBlock, {2, 3, 0}, {2, 3, 1})) == NetworkShape({2}));
  std::vector<int> turned = box(kBlock, {0, 0, 0}, {1, 1, 0});
  std::swap(turned[0], turned[1]);
  CHECK(shape_of(turned) == NetworkShape::of_numbers(4));
  CHECK(shape_of({0, 1, 2, 4}) == NetworkShape::of_numbers(4));
  CHECK(shape_of({9}) == NetworkShape::of_numbers(1));
  // Several ranks of each node are numbered node by node.
  const RankShape several = job_shapes(of_jobs({on_nodes(job("a", "ring"), {0, 1})}), {kBlock, 3, 6}).front();
  CHECK(several.nodes == NetworkShape({2}, {false}));
  CHECK(several.per_node == 3);
}

TEST_CASE("Jobs: a job starts when it says, and each of its ranks as much later as its imbalance", "[JOB-4]") {
  JobConfig late = on_nodes(job("late", "barrier"), {3, 4});
  late.start = Cycles{1000};
  late.program.imbalance = Cycles{50};
  const auto workload = Workload::make(of_jobs({on_nodes(job("soon", "barrier"), {0, 1}), late}), kJobTorus, 9);
  const std::vector<Op> soon = ops_of(*workload, 0);
  CHECK(soon.front().kind == OpKind::kBeginSequence);
  for (const int rank : {3, 4}) {
    const std::vector<Op> ops = ops_of(*workload, rank);
    REQUIRE(ops.size() == soon.size() + 2);
    CHECK(ops[0].kind == OpKind::kCompute);
    CHECK(ops[0].cycles == Cycles{1000});
    CHECK(ops[0].idle);
    CHECK_FALSE(own_work(ops[0], Cycles{7}, Cycles{7}));
    CHECK(ops[1].cycles == start_offset(Cycles{50}, 9, rank));
    CHECK_FALSE(ops[1].idle);
    CHECK(ops[2].kind == OpKind::kBeginSequence);
  }
}

TEST_CASE("Jobs: sequences are numbered one job after the other, each with its job and its ranks", "[JOB-8]") {
  JobConfig some = on_nodes(job("some", "ring"), {0, 1, 2, 3});
  some.program.sequences = {3, 1};
  const WorkloadConfig config = of_jobs({some, of_ranks(job("all", "pwx"), 8)});
  const auto workload = Workload::make(config, kJobTorus);
  REQUIRE(workload->sequences().size() == 2 + 7);
  for (std::size_t i = 0; i < 9; ++i) {
    CHECK(workload->sequences()[i].index == static_cast<int>(i) + 1);
    CHECK(workload->sequences()[i].job == (i < 2 ? "some" : "all"));
    CHECK(workload->sequences()[i].ranks == (i < 2 ? 4 : 8));
  }
  const auto begun = [&](int rank) {
    std::vector<int> numbers;
    for (const Op& op : ops_of(*workload, rank)) {
      if (op.kind == OpKind::kBeginSequence) numbers.push_back(op.sequence);
    }
    return numbers;
  };
  CHECK(begun(2) == std::vector<int>{1, 2});
  CHECK(begun(7) == std::vector<int>{3, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("Jobs: each draws from a seed of its own, the first from that of the scenario", "[JOB-7]") {
  CHECK(job_seed(17, 0) == 17);
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    for (std::size_t i = 0; i < 20; ++i) seeds.insert(job_seed(seed, i));
  }
  CHECK(seeds.size() == 50 * 20);
}

TEST_CASE("Jobs: no more messages wait for their receives than the bound says", "[JOB-6]") {
  // One sends as it likes to a rank that computes first: all of its messages can be early.
  const auto bound = [](const std::vector<JobConfig>& jobs, int per_node) {
    return early_messages(of_jobs(jobs, per_node), machine_on(kJobTorus));
  };
  JobConfig many = of_ranks(job("many", "permutation"), 4);
  many.program.repetitions = 9;
  JobConfig few = of_ranks(job("few", "permutation"), 4);
  few.program.repetitions = 2;
  // A node has ranks of one job only, and whichever has most counts.
  CHECK(bound({few, many}, 1) == 9);
  CHECK(bound({few}, 1) == 2);
  // Of four ranks on a node up to all can be of the job that has most.
  CHECK(bound({few, many}, 4) == 4 * 9);
  many.ranks = 2;
  CHECK(bound({few, many}, 4) == 2 * 9 + 2 * 2);
  many.enabled = false;
  CHECK(bound({few, many}, 4) == 4 * 2);
  // That of the only job is its algorithm's.
  for (const char* algorithm : {"a2at", "barrier", "broadcast", "allreduce", "butterfly"}) {
    CAPTURE(algorithm);
    for (const int per_node : {1, 2}) {
      WorkloadConfig plain = job("all", algorithm).program;
      plain.ranks_per_node = per_node;
      CHECK(bound({job("all", algorithm)}, per_node) == early_messages(plain, machine_on(kJobTorus)));
    }
  }
}

TEST_CASE("Jobs: what cannot be is named with its member", "[JOB-9]") {
  const auto has = [](const std::vector<std::string>& faults, const std::string& text) {
    const auto is = [&](const std::string& fault) { return fault.find(text) == 0; };
    INFO(text << " is not in " << (faults.empty() ? "no faults" : faults.front()));
    CHECK(std::any_of(faults.begin(), faults.end(), is));
  };
  CHECK(faults_of(of_jobs({job("a", "ring")})).empty());
  has(faults_of(of_jobs({})), "jobs: no jobs to run");
  has(faults_of(of_jobs({job("", "ring")})), "jobs[0].name: '': a name has letters");
  has(faults_of(of_jobs({of_ranks(job("a b", "ring"), 2)})), "jobs[0].name: 'a b': a name has letters");
  has(faults_of(of_jobs({of_ranks(job("a", "ring"), 2), of_ranks(job("a", "ring"), 2)})),
      "jobs[1].name: 'a' is the name of job 0 too");
  has(faults_of(of_jobs({job("a", "jobs")})), "jobs[0].algorithm: jobs: jobs have no jobs of their own");
  has(faults_of(of_jobs({job("a", "uniform")})), "jobs[0].algorithm: uniform: an open loop");
  has(faults_of(of_jobs({job("a", "replay")})), "jobs[0].algorithm: replay: its file names ranks");
  has(faults_of(of_jobs({of_ranks(job("a", "ring"), 17)})), "jobs[0].ranks: 17: 16 of 16 are free");
  has(faults_of(of_jobs({of_ranks(job("a", "ring"), 10), of_ranks(job("b", "ring"), 7)})),
      "jobs[1].ranks: 7: 6 of 16 are free");
  has(faults_of(of_jobs({job("a", "ring"), job("b", "ring")})), "jobs[1].ranks: none are free");
  has(faults_of(of_jobs({of_ranks(job("a", "ring"), 1)})), "jobs[0].algorithm: ring needs at least 2 ranks");
  has(faults_of(of_jobs({on_nodes(job("a", "ring"), {0, 1, 0})})), "jobs[0].nodes: node (0,0) is given twice");
  has(faults_of(of_jobs({on_nodes(job("a", "ring"), {0, 1}), on_nodes(job("b", "ring"), {1, 2})})),
      "jobs[1].nodes: node (1,0) belongs to job 'a'");
  has(faults_of(of_jobs({on_nodes(job("a", "ring"), {0, 1}), on_nodes(job("b", "ring"), {1, 2})}, 2)),
      "jobs[1].nodes: node (1,0) has 0 free of its 2 ranks, and the job wants 2: job 'a' is there too");
  JobConfig both = on_nodes(job("a", "ring"), {0, 1});
  both.ranks = 2;
  has(faults_of(of_jobs({both})), "jobs[0].ranks: with nodes");
  JobConfig nowhere = job("a", "ring");
  nowhere.ranks_per_node = 1;
  has(faults_of(of_jobs({nowhere})), "jobs[0].ranks_per_node: without nodes");
  JobConfig crowded = on_nodes(job("a", "ring"), {0, 1});
  crowded.ranks_per_node = 3;
  has(faults_of(of_jobs({crowded}, 2)), "jobs[0].ranks_per_node: 3: the machine has 2 on a node");
  // Of its own program, as if it ran alone on a machine like its nodes.
  has(faults_of(of_jobs({of_ranks(job("a", "butterfly"), 6)})), "jobs[0].algorithm: ");
  has(faults_of(of_jobs({of_ranks(job("a", "a2at"), 4)})), "jobs[0].algorithm: a2at goes by places in a grid");
  JobConfig large = job("a", "ring");
  large.program.message_size = Bytes{std::uint64_t{1} << 40U};
  has(faults_of(of_jobs({large})), "jobs[0].message_size: ");
  JobConfig far = on_nodes(job("a", "ring"), {0, 1, 2, 3});
  far.program.sequences = {4};
  has(faults_of(of_jobs({far})), "jobs[0].sequences: 4: there are sequences 1 to 3");
}

}  // namespace
}  // namespace tactus
