// Workloads beside nodes whose routers are dead.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "tlm_models/traffic/job_placement.h"
#include "tlm_models/traffic/open_loop_meter.h"
#include "tlm_models/traffic/traffic_pattern.h"

namespace tactus {
namespace {

MachineConfig idle_test_machine() {
  MachineConfig machine;
  machine.network = {4, 3};
  return machine;
}

WorkloadConfig with_idle(const AlgorithmName& algorithm, std::vector<int> idle) {
  WorkloadConfig workload;
  workload.algorithm = algorithm;
  workload.idle_nodes = std::move(idle);
  return workload;
}

JobConfig ring_job(int ranks, std::vector<int> nodes = {}) {
  JobConfig job;
  job.name = "job";
  job.program.algorithm = "ring";
  job.ranks = ranks;
  job.nodes = std::move(nodes);
  return job;
}

std::string first_fault(const WorkloadConfig& workload) {
  const std::vector<ConfigFault> faults = validate(workload, idle_test_machine());
  return faults.empty() ? "" : faults[0].field + ": " + faults[0].message;
}

TEST_CASE("Idle nodes: no job has their ranks", "[JOB-2][ROUTE-63]") {
  WorkloadConfig workload = with_idle("jobs", {0, 2});
  workload.ranks_per_node = 2;
  workload.jobs = {ring_job(5), ring_job(0)};
  workload.jobs[1].name = "rest";
  const std::vector<PlacedJob> placed = place_jobs(workload, {{4, 3}, 2, 4}, 1);
  CHECK(placed[0].processors == std::vector<int>{2, 3, 6, 7, 8});
  CHECK(placed[1].processors == std::vector<int>{9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23});
  CHECK(first_fault(workload).empty());
  workload.jobs[0].ranks = 21;
  CHECK(first_fault(workload) == "jobs[0].ranks: 21: 20 of 24 are free");
  workload.jobs[0] = ring_job(0, {3, 2});
  CHECK(first_fault(workload) == "jobs[0].nodes: node (2,0) has a router that does nothing or breaks (faults)");
  workload.jobs[0] = ring_job(0, {3, 1});
  CHECK(first_fault(workload).empty());
  workload.placement = "random";
  CHECK(first_fault(workload).substr(0, 18) == "placement: random:");
}

TEST_CASE("Idle nodes: programs of all ranks are refused, and a hot spot that is one of them", "[ROUTE-63]") {
  for (const char* algorithm : {"a2at", "alltoall", "barrier", "ring"}) {
    CAPTURE(algorithm);
    CHECK(first_fault(with_idle(algorithm, {5})).find("needs all nodes, and the router of (1,1) does nothing") !=
          std::string::npos);
    CHECK(first_fault(with_idle(algorithm, {})).empty());
  }
  WorkloadConfig hot = with_idle("hot_spot", {5});
  hot.hot_spot = {1, 0};
  CHECK(first_fault(hot).empty());
  hot.hot_spot = {1, 1};
  CHECK(first_fault(hot) == "hot_spot: (1,1) has a router that does nothing or breaks (faults)");
}

TEST_CASE("Idle nodes: an open loop sends nothing from them or to them, and uniform draws all others equally often",
          "[ROUTE-63]") {
  const NetworkShape shape{4, 3};
  const std::vector<int> idle = {0, 5, 6, 11};
  const auto is_idle = [&](int node) { return std::count(idle.begin(), idle.end(), node) != 0; };
  const auto uniform = make_traffic_pattern(with_idle("uniform", idle), shape);
  const auto tornado = make_traffic_pattern(with_idle("tornado", idle), shape);
  const auto of_all = make_traffic_pattern(with_idle("tornado", {}), shape);
  for (int node = 0; node < shape.nodes(); ++node) {
    const RandomStream draws(99, static_cast<std::uint64_t>(node));
    const Coordinate source = shape.coordinate(node);
    CAPTURE(node);
    const std::optional<Coordinate> fixed = of_all->destination(source, draws, 0);
    const bool sends = !is_idle(node) && !is_idle(shape.node(*fixed));
    CHECK(tornado->destination(source, draws, 0) == (sends ? fixed : std::nullopt));
    CHECK(uniform->destination(source, draws, 0).has_value() == !is_idle(node));
    if (is_idle(node)) continue;
    std::map<int, int> drawn;
    for (std::uint64_t i = 0; i < 14'000; ++i) ++drawn[shape.node(*uniform->destination(source, draws, i))];
    CHECK(drawn.size() == 7);
    CHECK(drawn.count(node) == 0);
    for (const auto& [destination, times] : drawn) {
      CAPTURE(destination, times);
      CHECK_FALSE(is_idle(destination));
      CHECK(times > 1780);  // 2000, less five standard deviations
      CHECK(times < 2220);
    }
  }
}

TEST_CASE("Idle nodes: loads are those of the nodes that are left", "[OPEN-12][ROUTE-63]") {
  WorkloadConfig workload = with_idle("uniform", {1, 2, 3, 4, 5, 6});
  workload.load = 0.5;
  const OpenLoopMeter meter(idle_test_machine(), workload, 1);
  CHECK(meter.offered() > 0.47);
  CHECK(meter.offered() < 0.53);
}

}  // namespace
}  // namespace tactus
