#include "testbench/app/compare/history_comparison.h"

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr std::array<const char*, 3> kKinds = {"the flits that links have sent", "the flits in buffers",
                                               "the counters of NICs"};

std::string difference(const RunHistory& a, const RunHistory& b) {
  return compare(a, b, {"cycle", "packet"}, RankMap(RankShape{{2, 2}, 1})).first_difference;
}

TEST_CASE("History comparison: what machines show at the same time is compared, and the first difference named",
          "[EQUAL-2]") {
  RunHistory a;
  a.samples = {{61, 1, 2, 3}, {123, 4, 5, 6}, {187, 7, 8, 9}};
  CHECK(difference(a, a).empty());
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    RunHistory b = a;
    for (const std::size_t sample : {1, 2}) {
      ObservableSample& changed = b.samples[sample];
      ++(kind == 0 ? changed.links : kind == 1 ? changed.buffers : changed.counters);
    }
    CHECK(difference(a, b) ==
          "in the middle of cycle 123 levels cycle and packet differ in " + std::string(kKinds[kind]));
  }
  RunHistory both = a;
  both.samples[0] = {61, 0, 2, 0};
  CHECK(difference(a, both).find("the flits that links have sent, the counters of NICs") != std::string::npos);
}

TEST_CASE("History comparison: a run that ended earlier has fewer samples, which is told by its result") {
  RunHistory a;
  a.samples = {{61, 1, 2, 3}, {123, 4, 5, 6}};
  RunHistory b = a;
  b.samples.pop_back();
  CHECK(difference(a, b).empty());
  a.result = R"({"x": 1})";
  b.result = R"({"x": 2})";
  CHECK(difference(a, b).rfind("result:", 0) == 0);
}

TEST_CASE("History comparison: samples come out of a pipe as they went in") {
  RunHistory a;
  a.samples = {{61, 1, 2, 3}, {123, 4, 5, 6}};
  const RunHistory b = history_from_bytes(to_bytes(a));
  REQUIRE(b.samples.size() == 2);
  CHECK(difference(a, b).empty());
  CHECK(b.samples[1].cycle == 123);
  CHECK(b.samples[1].counters == 6);
}

}  // namespace
}  // namespace tactus
