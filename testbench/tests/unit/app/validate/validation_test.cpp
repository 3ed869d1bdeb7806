#include "testbench/app/validate/validation.h"

#include <nlohmann/json.hpp>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;
using Verdict = ClaimRow::Verdict;

Expectation number_of(const std::string& text) { return Expectation::parse(text).value(); }
Expectation count_of(const std::string& text) { return std::get<Expectation>(number_of(text).with("none", "")); }

/// Something that measures these numbers, whatever the runs.
auto answer(const std::vector<double>& numbers) {
  return [numbers](const Measurements&) { return numbers; };
}

/// A paper whose claims need no runs, but one that takes long.
Paper small_paper() {
  Paper paper;
  paper.name = "small";
  paper.title = "a small paper";
  paper.runs = {{"long", "long.yaml", {}, {}, {}, true, {}}};
  paper.claims = {
      {"the time is right", "table 1", number_of("10 ms"), {}, answer({10.5}), false, {}},
      {"the time is wrong", "table 1", number_of("10 ms"), {}, answer({12}), false, {}},
      {"it is fast", "figure 2", number_of("above 1 x"), {}, answer({2}), false, {}},
      {"it cannot be told",
       "figure 3",
       number_of("above 1 x"),
       {},
       [](const Measurements& m) {
         return std::vector<double>{m.group({"missing", {}}).front().seconds()};
       },
       false,
       {}},
      {"it takes long", "figure 4", count_of("1"), {"long"}, answer({1}), false, {}},
  };
  return paper;
}

std::vector<ClaimRow> rows_of(const Paper& paper, const std::string& only = {}) {
  const TemporaryFolder folder;
  ValidationOptions options;
  options.folder = folder.path();
  options.only = only;
  const auto validated = validate_paper(paper, options);
  REQUIRE(std::holds_alternative<std::vector<ClaimRow>>(validated));
  return std::get<std::vector<ClaimRow>>(validated);
}

TEST_CASE("Validation: each claim holds, does not, or was not run, and one without a measurement does not hold") {
  const Paper paper = small_paper();
  const std::vector<ClaimRow> rows = rows_of(paper);
  REQUIRE(rows.size() == 5);
  CHECK(rows[0].verdict == Verdict::kHolds);
  CHECK(rows[1].verdict == Verdict::kDoesNotHold);
  CHECK(rows[1].measured == std::vector<double>{12});
  CHECK(rows[2].verdict == Verdict::kHolds);
  CHECK(rows[3].verdict == Verdict::kDoesNotHold);
  CHECK(rows[3].measured.empty());
  CHECK_THAT(rows[3].trouble, Contains("missing"));
  CHECK(rows[4].verdict == Verdict::kNotRun);
  CHECK(rows[4].measured.empty());
}

TEST_CASE("Validation: a claim that takes long itself is measured only if everything is asked for") {
  Paper paper;
  int measured = 0;
  const auto count = [&measured](const Measurements&) { return std::vector<double>{static_cast<double>(++measured)}; };
  paper.claims = {{"it takes long", "table 1", count_of("1"), {}, count, true, {}}};
  CHECK(rows_of(paper)[0].verdict == Verdict::kNotRun);
  CHECK(measured == 0);
  ValidationOptions options;
  options.full = true;
  const auto validated = validate_paper(paper, options);
  CHECK(std::get<std::vector<ClaimRow>>(validated)[0].verdict == Verdict::kHolds);
}

TEST_CASE("Validation: a measure that does not fit its runs says so in its row") {
  Paper paper;
  const auto misfit = [](const Measurements&) { return std::vector<double>{std::vector<double>{}.at(0)}; };
  paper.claims = {{"it is so", "table 1", count_of("1"), {}, misfit, false, {}}};
  const std::vector<ClaimRow> rows = rows_of(paper);
  CHECK(rows[0].verdict == Verdict::kDoesNotHold);
  CHECK_THAT(rows[0].trouble, Contains("does not fit"));
}

TEST_CASE("Validation: claims can be chosen by their text or source") {
  const Paper paper = small_paper();
  const std::vector<ClaimRow> rows = rows_of(paper, "table 1");
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].claim->text == "the time is wrong");
  CHECK(rows_of(paper, "it is fast").size() == 1);
  CHECK(rows_of(paper, "nothing like it").empty());
}

TEST_CASE("Validation: a scenario with faults is told before anything is run") {
  Paper paper = small_paper();
  const TemporaryFolder folder;
  paper.runs.front().scenario = folder.path() / "long.yaml";
  ValidationOptions options;
  options.folder = folder.path() / "out";
  options.full = true;
  (void)folder.write("long.yaml", "workload: {algorithm: a3at}\n");
  const auto validated = validate_paper(paper, options);
  REQUIRE(std::holds_alternative<std::vector<Diagnostic>>(validated));
  CHECK_THAT(format(std::get<std::vector<Diagnostic>>(validated).front()), Contains("long.yaml:1:23: error: "));
  CHECK_FALSE(std::filesystem::exists(options.folder));
}

TEST_CASE("Validation: the points of a set come by the value of their last axis") {
  SweepPlan plan;
  for (const char* n : {"8", "9"}) {
    for (const char* bias : {"0", "1"}) plan.points.push_back({{n, bias}, {}, {}, {}, {}, {}});
  }
  const auto steps = steps_of(plan);
  REQUIRE(steps.size() == 2);
  REQUIRE(steps[1].size() == 2);
  CHECK(steps[0][1].values == std::vector<std::string>{"9", "0"});
  CHECK(steps[1][0].values == std::vector<std::string>{"8", "1"});
}

TEST_CASE("Validation: the report has one object per row, null where there is nothing") {
  const Paper paper = small_paper();
  const auto json = validation_json(paper, rows_of(paper));
  REQUIRE(json.size() == 5);
  CHECK(
      json[0].dump() ==
      R"({"paper":"small","claim":"the time is right","source":"table 1","expected":10.0,"measured":10.5,"unit":"ms",)"
      R"("expected_text":"10 ms","measured_text":"10.5 ms","tolerance":"10 %","fitted":false,"holds":true})");
  CHECK(json[1]["holds"] == false);
  CHECK(json[2]["expected"] == "above 1 x");
  CHECK(json[3]["measured"].is_null());
  CHECK(json[3]["holds"] == false);
  CHECK(json[4]["holds"].is_null());
}

/// A paper of one claim about several numbers, to be 5 to 6 within 10 %.
Paper paper_about(const std::vector<double>& numbers) {
  Paper paper;
  paper.claims = {{"it is so whatever the seed", "table", number_of("5 to 6 %"), {}, answer(numbers), false, "a key"}};
  return paper;
}

TEST_CASE("Validation: a claim about several numbers holds if each of them does, and tells their mean and spread") {
  const Paper apart = paper_about({4, 5.5, 7});
  const std::vector<ClaimRow> rows = rows_of(apart);
  CHECK(rows[0].measured == std::vector<double>{4, 5.5, 7});
  CHECK(rows[0].verdict == Verdict::kDoesNotHold);
  CHECK_THAT(validation_text(apart, rows), Contains("5.50 % (4.00 % to 7.00 %)"));
  const auto json = validation_json(apart, rows);
  CHECK(json[0]["measured"] == 5.5);
  CHECK(json[0]["measured_least"] == 4);
  CHECK(json[0]["measured_most"] == 7);
  const Paper close = paper_about({4.6, 6.5});
  CHECK(rows_of(close)[0].verdict == Verdict::kHolds);
}

TEST_CASE("Validation: each row says whether something was fitted to it, and predictions are counted apart") {
  Paper paper = small_paper();
  paper.claims[0].fitted = "a key";
  paper.claims[1].fitted = "another key";
  const std::vector<ClaimRow> rows = rows_of(paper);
  const std::string text = validation_text(paper, rows);
  CHECK_THAT(text, Contains("holds, fitted: a key\n") && Contains("does NOT hold, fitted: another key\n"));
  CHECK_THAT(text, Contains("predicted: 1 hold, 1 do not; fitted: 1 hold, 1 do not\n"));
  const auto json = validation_json(paper, rows);
  CHECK(json[0]["fitted"] == true);
  CHECK(json[0]["fitted_parameters"] == "a key");
  CHECK(json[2]["fitted"] == false);
  CHECK_FALSE(json[2].contains("fitted_parameters"));
}

TEST_CASE("Validation: the table says what was expected, measured and found, and counts") {
  const Paper paper = small_paper();
  const std::string text = validation_text(paper, rows_of(paper));
  CHECK_THAT(text, Contains("small: a small paper\n"));
  CHECK_THAT(text, Contains("10 ms   10.5 ms  10 %       holds\n"));
  CHECK_THAT(text, Contains("12.0 ms  10 %       does NOT hold\n"));
  CHECK_THAT(text, Contains("not run\n"));
  CHECK_THAT(text, Contains("2 hold, 2 do not, 1 not run"));
}

}  // namespace
}  // namespace tactus
