#include <filesystem>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

const char* const kQuote = "the quote that opens here is not closed in this line";
const char* const kName = "name: results go to a folder of this name";

/// Slips that once took something else with them, or were told of at another place.
const std::vector<BrokenText> kSlips = {
    {"a quote closed by the next one", "title: \"a\nseed: 3\ndescription: \"\n", {{1, 8, kQuote}}},
    {"a quote that takes the last keys", "seed: 1\ntitle: 'un\nrun:\n  max_time: 1 us'\n", {{2, 8, kQuote}}},
    {"an apostrophe that is doubled at the end", "title: 'it''\nname: a'\n", {{1, 8, kQuote}}},
    {"a quotation mark that is escaped at the end", "title: \"it\\\"\nname: a\"\n", {{1, 8, kQuote}}},
    {"a quote in a list", "waves:\n  nodes: [\"[0, 0]\n    \", [1, 1]]\n", {{2, 11, kQuote}, {2, 11, "waves.nodes"}}},
    {"a name that leaves its folder", "name: ../../esc\n", {{1, 7, kName}}},
    {"a name that is a path", "name: /tmp/esc\n", {{1, 7, kName}}},
    {"a name that is the folder above", "name: ..\n", {{1, 7, kName}}},
    {"a name of two lines", "name: \"a\\nb\"\n", {{1, 7, kName}}},
    {"a name that no file can have", "name: " + std::string(300, 'a') + "\n", {{1, 7, kName}}},
    {"a clock that links do not go with", "clock: 2 ns\nlink: {bandwidth: 4 GB/s}\n", 2, 19, "link.bandwidth"},
    {"what follows from a key that is given twice",
     "nic:\n  count: 4\n  mtu: 48 B\n  count: 5\nworkload: {algorithm: a2at}\n", 4, 3,
     "'nic.count' is given twice; first in line 2"},
    {"a number with an exponent", "seed: 1e2\n", 1, 7, "'1e2' is no plain whole number: digits alone, without unit"},
};

TEST_CASE("Scenario reader: a slip is told at its place, alone, and takes nothing else with it") {
  for (const BrokenText& slip : kSlips) {
    INFO(slip.name);
    check_faults(faults_of(slip.text), slip.faults);
  }
}

TEST_CASE("Scenario reader: quotes that are closed in their line are texts, whatever is in them") {
  CHECK(good("title: \"a \\\" b\"\n").title == "a \" b");
  CHECK(good("title: 'it''s'  # isn't it\n").title == "it's");
  CHECK(good("title: don't \"say\" so\n").title == "don't \"say\" so");
  CHECK(good("title: >-\n  it's\n  two \"lines\n").title == "it's two \"lines");
}

TEST_CASE("Scenario reader: an option whose clock does not go with its links is where the fault is") {
  const std::vector<Diagnostic> found = faults_of("# a comment\nseed: 1\n", {"link.switch_delay=1 ns", "clock=2 ps"});
  REQUIRE(found.size() == 1);
  CHECK(found[0].file == "--set clock=2 ps");
  CHECK(found[0].column == 7);
}

TEST_CASE("Scenario reader: a chain of links without end is not called a file that does not exist") {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "loop.yaml").string();
  std::filesystem::create_symlink(path, path);
  const ScenarioResult result = read_scenario(path);
  const auto& found = std::get<std::vector<Diagnostic>>(result);
  REQUIRE(found.size() == 1);
  CHECK(found[0].message == "Too many levels of symbolic links");
}

TEST_CASE("Diagnostic: of a word of megabytes the message and the line show the ends, and the caret its place") {
  const std::string word(5'000'000, 'x');
  const std::string text = format({"a.yaml", 3, 2'000'001, "'" + word + "' is no size", word});
  CHECK(text.size() < 1500);
  CHECK(text.find("a.yaml:3:2000001: error: 'xxx") == 0);
  CHECK(text.find("bytes ...]") != std::string::npos);
  CHECK(text.find("xxx' is no size\n    ...xxx") != std::string::npos);
  const std::size_t line = text.find("\n    ...") + 1;
  const std::size_t caret = text.rfind('\n') + 1;
  CHECK(text.substr(caret) == std::string(4 + 3 + 80, ' ') + "^");
  CHECK(text[line + 4 + 3 + 80] == 'x');
}

}  // namespace
}  // namespace tactus::test
