#include <fmt/core.h>

#include "testbench/app/validate/paper.h"
#include "testbench/app/validate/validation.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

/// `claim` is the text of one claim, each line indented by four.
std::string file_with(const std::string& claim) {
  return "title: a paper\n"
         "runs:\n"
         "  - {name: short, scenario: ../a.yaml, over: ['n=1,2']}\n"
         "claims:\n"
         "  - claim: it is fast\n" +
         claim;
}

/// A good rest of a claim, but for what `other` says of `key`.
std::string rest(const std::string& key = {}, const std::string& other = {}) {
  std::string text;
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"source", "table 1"},
                                    {"expected", "above 2 x"},
                                    {"measure", "work_ratio"},
                                    {"runs", "[short/1, short/2]"}}) {
    text += fmt::format("    {}\n", name == key ? other : fmt::format("{}: {}", name, value));
  }
  return text;
}

std::variant<Paper, std::vector<Diagnostic>> read_text(const std::string& text) {
  const TemporaryFolder folder;
  return read_claims(folder.write("claims.yaml", text));
}

/// "line:column: message" of every fault.
std::vector<std::string> faults_of(const std::string& text) {
  const auto read = read_text(text);
  REQUIRE(std::holds_alternative<std::vector<Diagnostic>>(read));
  std::vector<std::string> all;
  for (const Diagnostic& fault : std::get<std::vector<Diagnostic>>(read)) {
    all.push_back(std::to_string(fault.line) + ":" + std::to_string(fault.column) + ": " + fault.message);
  }
  return all;
}
std::string fault_of(const std::string& text) {
  const std::vector<std::string> all = faults_of(text);
  REQUIRE(all.size() == 1);
  return all.front();
}

TEST_CASE("Claims file: a claim has what its file says, and its scenarios stand beside the file") {
  const auto read = read_text(file_with(rest() + "    fitted: a key\n    full: true\n"));
  REQUIRE(std::holds_alternative<Paper>(read));
  const Paper& paper = std::get<Paper>(read);
  CHECK(paper.title == "a paper");
  REQUIRE(paper.runs.size() == 1);
  CHECK(std::filesystem::path(paper.runs[0].scenario).filename() == "a.yaml");
  CHECK(paper.runs[0].scenario.find("..") == std::string::npos);
  CHECK(paper.runs[0].over == std::vector<std::string>{"n=1,2"});
  REQUIRE(paper.claims.size() == 1);
  const Claim& claim = paper.claims[0];
  CHECK(claim.text == "it is fast");
  CHECK(claim.source == "table 1");
  CHECK(claim.expected.expected_text() == "above 2 x");
  CHECK(claim.fitted == "a key");
  CHECK(claim.full);
  CHECK(claim.runs == std::vector<std::string>{"short", "short"});
  CHECK(claim.measure);
}

TEST_CASE("Claims file: a tolerance of the file is that of every number without one of its own") {
  const auto expected = [](const std::string& text, const std::string& more) {
    const auto read =
        read_text("tolerance: 25 %\nreason: it is old\n" + file_with(rest("expected", "expected: " + text) + more));
    REQUIRE(std::holds_alternative<Paper>(read));
    return std::get<Paper>(read).claims.at(0).expected;
  };
  CHECK(expected("2 x", "").tolerance_text() == "25 %");
  CHECK(expected("2 x", "").tolerance_reason() == "it is old");
  CHECK(expected("2 to 3 x", "").tolerance_text() == "25 %");
  CHECK(expected("above 2 x", "").tolerance_text() == "none");
  CHECK(expected("2 x", "    tolerance: none\n").tolerance_text() == "none");
  CHECK(expected("2 x", "    tolerance: 10 %\n").tolerance_reason().empty());
}

TEST_CASE("Claims file: every fault is told at its place, with the nearest valid word") {
  CHECK(fault_of(file_with(rest("source", "sorce: table 1") + "    source: table 1\n")) ==
        "6:5: claims[0]: 'sorce' is not one of claim, source, expected, tolerance, reason, fitted, full, measure, runs "
        "and arguments; did you mean source?");
  CHECK_THAT(fault_of(file_with(rest("measure", "measure: work_rato"))),
             Catch::Matchers::Contains("8:14: claims[0].measure: 'work_rato' is not one of") &&
                 Catch::Matchers::Contains("did you mean work_ratio?"));
  CHECK(fault_of(file_with(rest("runs", "runs: [short/1, shot/2]"))) ==
        "9:21: claims[0].runs: no runs are called 'shot'; did you mean short?");
  CHECK_THAT(fault_of(file_with(rest("runs", "runs: [short/1, short/2/3]"))), Catch::Matchers::Contains("9:21: "));
  CHECK(fault_of(file_with(rest("runs", "runs: [short/1]"))) == "9:11: claims[0].runs: work_ratio reads 2 runs, not 1");
  std::string three = rest("runs", "runs: [short, short, short]");
  three.replace(three.find("work_ratio"), 10, "mean_ratio");
  CHECK(fault_of(file_with(three)) == "9:11: claims[0].runs: mean_ratio reads 2 or more runs, two by two, not 3");
  CHECK(fault_of(file_with(rest("expected", "expected: a lot"))) ==
        "7:15: claims[0].expected: 'a lot' is not as in '1.6 GB/s', '8 to 13', 'above 2 x' or 'below 10 %'");
  CHECK(fault_of(file_with(rest() + "    arguments: {from: 1}\n")) ==
        "10:16: claims[0].arguments: work_ratio takes none");
  CHECK(fault_of(file_with(rest("measure", "measure: sequence_time_ratio"))) ==
        "8:14: claims[0].arguments: sequence_time_ratio needs sequence");
  const std::string of_sequence = rest("measure", "measure: sequence_time_ratio");
  CHECK(fault_of(file_with(of_sequence + "    arguments: {sequenze: 1, sequence: 2}\n")) ==
        "10:17: claims[0].arguments: 'sequenze' is not one of sequence; did you mean sequence?");
  CHECK(fault_of(file_with(rest("source", "fitted: a key"))) == "5:5: claims[0]: lacks 'source'");
  CHECK(fault_of("title: a\nruns: [{name: ../b, scenario: c.yaml}]\nclaims: []\n") ==
        "2:8: runs[0]: '../b' cannot be the name of a folder");
  CHECK(fault_of("title: a\nruns: [{name: b, scenario: c.yaml, may_be_best: d}]\nclaims: []\n") ==
        "2:49: runs[0].may_be_best: no runs are called 'd'");
  CHECK(fault_of("claims: []\n") == "1:1: claims file: lacks 'title'");
}

TEST_CASE("Claims file: a tolerance is a share with its reason, or a word") {
  const auto fault = [](const std::string& expected, const std::string& more) {
    return fault_of(file_with(rest("expected", "expected: " + expected) + more));
  };
  CHECK_THAT(fault("2 x", "    tolerance: 5 %\n"), Catch::Matchers::Contains("needs a 'reason'"));
  CHECK_THAT(fault("2 x", "    tolerance: nine\n"), Catch::Matchers::Contains("10:16: claims[0].tolerance: 'nine'"));
  CHECK_THAT(fault("above 2 x", "    tolerance: 10 %\n"), Catch::Matchers::Contains("a bound has no tolerance"));
  CHECK_THAT(fault("2 to 3 x", "    tolerance: none\n"), Catch::Matchers::Contains("10:16: "));
  CHECK(fault("2 x", "    reason: it is old\n") == "10:13: claims[0].reason: needs the 'tolerance' that it is for");
  const std::string twice =
      file_with(rest("expected", "expected: 2 x") + "  - claim: another\n" + rest("expected", "expected: 3 x"));
  CHECK_THAT(fault_of("tolerance: 7 %\n" + twice), Catch::Matchers::Contains("1:12: tolerance: '7 %'"));
}

TEST_CASE("Claims file: all faults are told at once, and a file that is none is refused") {
  const auto all = faults_of("titel: a\nruns: [{name: b, scenario: c.yaml, set: 1}]\nclaims: [{claim: d}]\n");
  CHECK(all.size() >= 6);
  CHECK(fault_of("[1, 2").rfind("1:", 0) == 0);
  CHECK(fault_of("").find("empty") != std::string::npos);
  const auto read = read_claims("/nowhere/claims.yaml");
  CHECK(std::holds_alternative<std::vector<Diagnostic>>(read));
}

}  // namespace
}  // namespace tactus
