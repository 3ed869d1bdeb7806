#include "testbench/app/validate/paper.h"
#include "testbench/app/validate/validation.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

TEST_CASE("jitter: its claims need no runs of scenarios") {
  const Paper paper = jitter_paper();
  CHECK(paper.runs.empty());
  CHECK(paper.claims.size() > 10);
}

TEST_CASE("jitter: up to 2^12 processes final rounds alone absorb noise, as the paper has it") {
  const Paper paper = jitter_paper();
  for (const char* only : {"2^10 processes", "2^12 processes"}) {
    ValidationOptions options;
    options.only = only;
    const auto validated = validate_paper(paper, options);
    const auto& rows = std::get<std::vector<ClaimRow>>(validated);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].verdict == ClaimRow::Verdict::kHolds);
    CHECK(rows[0].measured.value() >= 1);
  }
}

}  // namespace
}  // namespace tactus
