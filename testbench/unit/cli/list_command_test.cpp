#include "testbench/cli/list_command.h"

#include <unistd.h>

#include <fstream>

#include "testbench/support/catch.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

/// A folder that is empty at first and gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(fs::temp_directory_path() / fs::path("tactus_list_" + std::to_string(::getpid()))) {
    fs::create_directories(path_ / "sub");
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  void write(const fs::path& file, const std::string& text) const { std::ofstream(path_ / file) << text; }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

constexpr char kWorkload[] = "workload: {algorithm: barrier, repetitions: 1}\n";

TEST_CASE("ListCommand: finds every scenario below the folder, in order of path, with its title") {
  const TemporaryFolder folder;
  folder.write("sub/b.yaml", std::string("title: Second\n") + kWorkload);
  folder.write("a.yaml", std::string("title: All of ${n}\nparameters: {n: 4}\n") + kWorkload);
  folder.write("schema.json", "{}");
  const std::vector<ScenarioEntry> entries = find_scenarios(folder.path());
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].file == folder.path() / "a.yaml");
  CHECK(entries[0].title == "All of 4");
  CHECK(entries[1].file == folder.path() / "sub" / "b.yaml");
  CHECK(entries[1].title == "Second");
}

TEST_CASE("ListCommand: a scenario with faults is listed as such and hides no other") {
  const TemporaryFolder folder;
  folder.write("broken.yaml", "title: [1, 2\n");
  folder.write("good.yaml", std::string("title: fine\n") + kWorkload);
  folder.write("misspelt.yaml", std::string("titel: fine\n") + kWorkload);
  const std::vector<ScenarioEntry> entries = find_scenarios(folder.path());
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].title.find("wrong") != std::string::npos);
  CHECK(entries[1].title == "fine");
  CHECK(entries[2].title.find("wrong") != std::string::npos);
}

}  // namespace
}  // namespace tactus
