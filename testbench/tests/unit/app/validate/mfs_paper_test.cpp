#include "testbench/app/sweep/sweep_plan.h"
#include "testbench/app/validate/validation.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/validate/committed_paper.h"

namespace tactus {
namespace {

TEST_CASE("mfs: its scenarios can be executed at the levels that they are meant for") {
  const Paper paper = committed_paper("mfs");
  for (const RunSet& set : paper.runs) {
    CAPTURE(set.name);
    const auto plan = plan_sweep({set.scenario, set.overrides, set.over, set.level});
    REQUIRE(std::holds_alternative<SweepPlan>(plan));
    CHECK(std::get<SweepPlan>(plan).level == set.level.value_or(Level::kFlow));
  }
}

TEST_CASE("mfs: only trees of more than 1,024 nodes, and in mode F of more than 1,458, need --full") {
  const Paper paper = committed_paper("mfs");
  for (const RunSet& set : paper.runs) CHECK(set.full == (set.name.find("_large") != std::string::npos));
  for (const Claim& claim : paper.claims) CHECK_FALSE(claim.full);
}

}  // namespace
}  // namespace tactus
