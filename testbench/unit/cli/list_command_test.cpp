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

TEST_CASE("ListCommand: finds every scenario below the folder, in order of path, with its title") {
  const TemporaryFolder folder;
  folder.write("sub/b.yaml", "title: Second\n");
  folder.write("a.yaml", "title: All to all\ntorus: {width: 4}\n");
  folder.write("schema.json", "{}");
  const std::vector<ScenarioEntry> entries = find_scenarios(folder.path());
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].file == folder.path() / "a.yaml");
  CHECK(entries[0].title == "All to all");
  CHECK(entries[1].file == folder.path() / "sub" / "b.yaml");
  CHECK(entries[1].title == "Second");
}

TEST_CASE("ListCommand: a broken file is listed with what is wrong with it, and hides no other") {
  const TemporaryFolder folder;
  folder.write("bad.yaml", "title: [1, 2\n");
  folder.write("good.yaml", "title: fine\n");
  folder.write("silent.yaml", "torus: {width: 4}\n");
  const std::vector<ScenarioEntry> entries = find_scenarios(folder.path());
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].title.find("cannot be read") != std::string::npos);
  CHECK(entries[1].title == "fine");
  CHECK(entries[2].title.empty());
}

}  // namespace
}  // namespace tactus
