#include "testbench/tests/support/text_files.h"
#include "testbench/tests/unit/app/explore/explore_bench.h"

namespace tactus::test {
namespace {

TEST_CASE("Explorations: every committed one reads without fault, has a title and says where the schema is") {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TACTUS_SOURCE_DIR "/scenarios/explore")) {
    const std::string path = entry.path().string();
    if (entry.path().extension() != ".yaml") continue;
    INFO(path);
    ++count;
    CHECK(is_exploration(path));
    const auto read = read_exploration(path);
    REQUIRE(std::holds_alternative<ExploreFile>(read));
    CHECK(std::get<ExploreFile>(read).title != std::get<ExploreFile>(read).name);
    CHECK(text_of(path).rfind("# yaml-language-server: $schema=schema.json\n", 0) == 0);
  }
  CHECK(count == 2);
}

}  // namespace
}  // namespace tactus::test
