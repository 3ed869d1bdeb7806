#include "testbench/app/validate/jitter_figure.h"
#include "testbench/tests/unit/app/validate/committed_paper.h"

namespace tactus {
namespace {

TEST_CASE("jitter: its claims need no runs of scenarios") {
  const Paper paper = committed_paper("jitter");
  CHECK(paper.runs.empty());
  CHECK(paper.claims.size() > 10);
}

TEST_CASE("jitter: fewer than 2^18 processes are 2^17 at most, and no row follows from another one") {
  const Paper paper = committed_paper("jitter");
  for (const auto& [middle, limit] : {std::pair("M = 0, ", "14"), std::pair("M = 2, ", "17")}) {
    int limits = 0;
    for (const Claim& claim : paper.claims) {
      if (claim.text.rfind(middle, 0) != 0) continue;
      CHECK(claim.expected.expected_text() == limit);
      ++limits;
    }
    CHECK(limits == 2);
  }
  // A limit of absorption says of each smaller number of processes that it is absorbed.
  for (const Claim& claim : paper.claims) CHECK(claim.text.find("noise is absorbed; mean") == std::string::npos);
}

TEST_CASE("jitter: what the message size was chosen by is no prediction") {
  const Paper paper = committed_paper("jitter");
  for (const Claim& claim : paper.claims) {
    CAPTURE(claim.text);
    CHECK(claim.fitted.empty() == (claim.text.rfind("M = 0", 0) != 0));
  }
}

TEST_CASE("jitter: up to 2^12 processes final rounds alone absorb noise, as the paper has it") {
  JitterFigure figure(JitterFigure::paper_study());
  for (const int dimensions : {10, 12}) CHECK(figure.best_row(dimensions, 0).slowdown() < JitterFigure::kAbsorbed);
}

}  // namespace
}  // namespace tactus
