#include <filesystem>
#include <stdexcept>

#include "testbench/app/sweep/sweep_plan.h"
#include "testbench/app/validate/mfs_exchanges.h"
#include "testbench/app/validate/validation.h"
#include "testbench/tests/unit/app/validate/committed_paper.h"

namespace tactus {
namespace {

constexpr auto kModeN = ExchangeSolver::kMfsN;
constexpr auto kModeF = ExchangeSolver::kMfsF;

TEST_CASE("mfs: its scenario can be executed at the levels that it is asked for") {
  const Paper paper = committed_paper("mfs");
  for (const RunSet& set : paper.runs) {
    CAPTURE(set.name);
    REQUIRE(set.level);
    const auto plan = plan_sweep({set.scenario, set.overrides, set.over, set.level});
    REQUIRE(std::holds_alternative<SweepPlan>(plan));
    CHECK(std::get<SweepPlan>(plan).level == *set.level);
  }
}

TEST_CASE("mfs: claims on tori need no --full, and hold as the paper has them") {
  const Paper paper = committed_paper("mfs");
  for (const char* only : {"225 nodes (A2ASS) take longer than 256 (A2APW), mode F", "16x16 torus, mode F",
                           "run time, as passes x flows, falls"}) {
    ValidationOptions options;
    options.only = only;
    const auto validated = validate_paper(paper, options);
    for (const ClaimRow& row : std::get<std::vector<ClaimRow>>(validated)) {
      CAPTURE(row.claim->text);
      CHECK(row.verdict == ClaimRow::Verdict::kHolds);
    }
  }
}

TEST_CASE("mfs: ranks in order never meet, whichever exchange suits their number") {
  MfsExchanges exchanges;
  CHECK(MfsExchanges::algorithm_for(54) == ExchangeAlgorithm::kShift);
  CHECK(MfsExchanges::algorithm_for(128) == ExchangeAlgorithm::kPairwise);
  for (const int arity : {3, 4, 5}) {
    for (const auto mode : {kModeN, kModeF}) {
      const FlowExchangeResult& result = exchanges.fat_tree(arity, mode, 0, 0);
      CHECK(result.message_times == MfsExchanges::nodes(arity) - 1);
      CHECK(result.messages == static_cast<std::uint64_t>(result.nodes) * (result.nodes - 1));
      CHECK(result.passes_per_cycle() == 1);
    }
  }
}

TEST_CASE("mfs: shuffled ranks meet, and mode N goes over its flows several times") {
  MfsExchanges exchanges;
  CHECK(exchanges.slowdown(3, kModeN, 1, 0) > 2);
  CHECK(exchanges.slowdown(3, kModeN, 1, 0) != exchanges.slowdown(3, kModeN, 2, 0));
  CHECK(exchanges.fat_tree(3, kModeN, 1, 0).passes_per_cycle() > 4);
  CHECK(exchanges.fat_tree(3, kModeF, 1, 0).passes_per_cycle() == 1);
}

TEST_CASE("mfs: a coarser resolution makes fewer cycles") {
  MfsExchanges exchanges;
  const auto exact = exchanges.fat_tree(3, kModeF, 1, 0);
  const auto coarse = exchanges.fat_tree(3, kModeF, 1, MfsExchanges::kResolution);
  CHECK(coarse.cycles < exact.cycles / 2);
  CHECK(static_cast<double>(coarse.cycles) <= coarse.message_times / MfsExchanges::kResolution + 1);
}

TEST_CASE("mfs: an exchange that a network does not have is refused") {
  FlowExchangeConfig config;
  config.topology.dimensions = {3, 4};
  for (const auto algorithm : {ExchangeAlgorithm::kPairwise, ExchangeAlgorithm::kShift2d}) {
    config.algorithm = algorithm;
    CHECK_THROWS_AS(run_flow_exchange(config), std::invalid_argument);
  }
}

}  // namespace
}  // namespace tactus
