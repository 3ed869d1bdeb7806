#include <set>

#include "testbench/tests/unit/app/validate/committed_paper.h"

namespace tactus {
namespace {

TEST_CASE("Papers: every claim says something of its own, has a source, and no runs are missing or idle") {
  CHECK(paper_names().size() == 5);
  for (const std::string& name : paper_names()) {
    CAPTURE(name);
    const Paper paper = committed_paper(name);
    CHECK(paper.name == name);
    std::set<std::string> sets;
    for (const RunSet& set : paper.runs) CHECK(sets.insert(set.name).second);
    std::set<std::string> used;
    std::set<std::string> texts;
    for (const Claim& claim : paper.claims) {
      CAPTURE(claim.text);
      CHECK(texts.insert(claim.text).second);
      CHECK_FALSE(claim.source.empty());
      CHECK(claim.measure);
      used.insert(claim.runs.begin(), claim.runs.end());
    }
    CHECK(used == sets);
  }
}

}  // namespace
}  // namespace tactus
