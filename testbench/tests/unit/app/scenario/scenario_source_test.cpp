#include <filesystem>

#include "testbench/app/scenario/source_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"

namespace tactus::test {
namespace {

std::vector<Diagnostic> faults_in_file(const std::string& path) {
  const ScenarioResult result = read_scenario(path);
  const auto* faults = std::get_if<std::vector<Diagnostic>>(&result);
  return faults == nullptr ? std::vector<Diagnostic>{} : *faults;
}

TEST_CASE("Scenario reader: files that cannot be read are named without a place in them") {
  const TemporaryFolder folder;
  const std::string missing = (folder.path() / "missing.yaml").string();
  check_faults(faults_in_file(missing), {{0, 0, "no such file"}});
  CHECK(format(faults_in_file(missing)[0]) == missing + ": error: no such file");
  check_faults(faults_in_file(folder.path().string()), {{0, 0, "this is a directory, not a file"}});
  check_faults(faults_in_file("/dev/null"), {{0, 0, "this is no regular file"}});
  check_faults(faults_in_file(folder.write("big.yaml", std::string(kLargestScenario + 1, '#'))),
               {{0, 0, "1048577 bytes: at most 1048576 are read"}});
  check_faults(faults_in_file(folder.write("empty.yaml", "")), {{1, 1, "the file is empty"}});
}

TEST_CASE("Scenario reader: message files that cannot be read are named where the scenario names them") {
  const TemporaryFolder folder;
  const std::string path = folder.write("replay.yaml", "workload:\n  algorithm: replay\n  messages: .\n");
  check_faults(faults_in_file(path), {{3, 13, "this is a directory, not a file"}});
}

TEST_CASE("Scenario reader: a message file of more than 256 MiB is refused", "[FILE-14]") {
  const TemporaryFolder folder;
  const std::string list = folder.write("messages.txt", "");
  const std::string path = folder.write("replay.yaml", "workload:\n  algorithm: replay\n  messages: messages.txt\n");
  std::filesystem::resize_file(list, (std::uintmax_t{256} << 20U) + 1);  // takes no room on the disk
  check_faults(faults_in_file(path), {{3, 13, "at most 268435456 are read"}});
}

TEST_CASE("Scenario reader: a byte-order mark and other line ends change nothing") {
  CHECK(good("\xEF\xBB\xBFseed: 5\r\nclock: 4 ns\r\n").seed == 5);
  check_faults(faults_of("seed: 5\r\nclok: 4 ns\r\n"), {{2, 1, "did you mean clock?"}});
}

TEST_CASE("Scenario reader: the name is the file's unless it is given", "[key:name]") {
  const TemporaryFolder folder;
  const auto name = [](const std::string& path) { return std::get<Scenario>(read_scenario(path)).name; };
  CHECK(name(folder.write("fast.yaml", "seed: 1\n")) == "fast");
  CHECK(name(folder.write("fast.yaml", "name: slow\n")) == "slow");
}

TEST_CASE("Diagnostics: each fault is listed once, in order, and a flood is cut with its size") {
  const SourceText source{"f", "a\nb\n", 1, 0};
  const SourceText earlier{"e", "x\n", 1, -1};
  DiagnosticList list;
  list.add({&source, 2, 1}, "later");
  list.add({&source, 1, 3}, "second");
  list.add({&earlier, 1, 1}, "before all");
  list.add({&source, 1, 2}, "first");
  list.add({&source, 2, 1}, "later");
  const std::vector<Diagnostic> sorted = list.sorted();
  check_faults(sorted, {{1, 1, "before all"}, {1, 2, "first"}, {1, 3, "second"}, {2, 1, "later"}});
  CHECK(sorted[3].source_line == "b");

  DiagnosticList flood;
  for (int line = 1; line <= 1000; ++line) flood.add({&source, line, 1}, "wrong");
  REQUIRE(flood.sorted().size() == DiagnosticList::kMostListed + 1);
  CHECK(flood.sorted().back().message == "800 more faults from here on are not listed");
}

}  // namespace
}  // namespace tactus::test
