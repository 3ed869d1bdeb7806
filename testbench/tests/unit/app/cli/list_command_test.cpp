#include "testbench/app/cli/list_command.h"

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr char kWorkload[] = "workload: {algorithm: barrier, repetitions: 1}\n";

TEST_CASE("ListCommand: finds every scenario below the folder, in order of path, with its title", "[key:title]") {
  const TemporaryFolder folder;
  const fs::path& root = folder.path();
  fs::create_directory(root / "sub");
  (void)folder.write("sub/b.yaml", std::string("title: Second\n") + kWorkload);
  (void)folder.write("a.yaml", std::string("title: All of ${n}\nparameters: {n: 4}\n") + kWorkload);
  (void)folder.write("schema.json", "{}");
  (void)folder.write("sub/claims.yaml", "title: Claims are no scenario\n");
  const std::vector<ScenarioEntry> entries = find_scenarios(folder.path());
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].file == root / "a.yaml");
  CHECK(entries[0].title == "All of 4");
  CHECK(entries[1].file == root / "sub" / "b.yaml");
  CHECK(entries[1].title == "Second");
}

TEST_CASE("ListCommand: lists explorations as such, with their titles") {
  const TemporaryFolder folder;
  (void)folder.write("a.yaml", "explore: {title: Two designs, scenario: b.yaml, designs: {x: {}, y: {}}}\n");
  (void)folder.write("broken.yaml", "explore: {title: Two designs}\n");
  const std::vector<ScenarioEntry> entries = find_scenarios(folder.path());
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].title == "(explore) Two designs");
  CHECK(entries[1].title == "(wrong: `explore` says what is)");
}

TEST_CASE("ListCommand: a scenario with faults is listed as such and hides no other") {
  const TemporaryFolder folder;
  (void)folder.write("broken.yaml", "title: [1, 2\n");
  (void)folder.write("good.yaml", std::string("title: fine\n") + kWorkload);
  (void)folder.write("misspelt.yaml", std::string("titel: fine\n") + kWorkload);
  const std::vector<ScenarioEntry> entries = find_scenarios(folder.path());
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].title.find("wrong") != std::string::npos);
  CHECK(entries[1].title == "fine");
  CHECK(entries[2].title.find("wrong") != std::string::npos);
}

}  // namespace
}  // namespace tactus
