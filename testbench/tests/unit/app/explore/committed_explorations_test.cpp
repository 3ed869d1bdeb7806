#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "testbench/app/explore/scenario_files.h"
#include "testbench/tests/support/text_files.h"
#include "testbench/tests/unit/app/explore/explore_bench.h"
#include "testbench/tests/unit/app/scenario/schema_checker.h"

namespace tactus::test {
namespace {

using nlohmann::json;
using Names = std::set<std::string>;

const std::string kFolder = TACTUS_SOURCE_DIR "/scenarios/explore";

std::vector<std::string> committed_explorations() {
  std::vector<std::string> paths;
  for (const ScenarioFile& found : scenario_files(TACTUS_SOURCE_DIR "/scenarios")) {
    if (found.kind == ScenarioFile::Kind::kExploration) paths.push_back(found.file.string());
  }
  return paths;
}

json schema() {
  const json whole = json::parse(text_of(kFolder + "/schema.json"));
  return without_references(whole, whole["definitions"]);
}

/// Keys that the reader says there are, when it finds the key `zzz` in `text`.
Names keys_of_reader(const std::string& text) {
  const std::vector<std::string> faults = ExploreBench(text).faults();
  const auto of_key = [](const std::string& fault) { return fault.find("unknown key 'zzz'; ") != std::string::npos; };
  const auto fault = std::find_if(faults.begin(), faults.end(), of_key);
  REQUIRE(fault != faults.end());
  const std::string list = fault->substr(fault->rfind(" has ") + 5);
  Names names;
  const std::regex word("[a-z_]+");
  for (std::sregex_iterator at(list.begin(), list.end(), word), end; at != end; ++at) names.insert(at->str());
  names.erase("and");
  return names;
}

Names keys_of_schema(const json& object) {
  Names names;
  for (const auto& [name, inner] : object["properties"].items()) names.insert(name);
  return names;
}

TEST_CASE("Explorations: every committed one reads without fault, has a title and says where the schema is") {
  const std::vector<std::string> paths = committed_explorations();
  CHECK(paths.size() >= 8);
  for (const std::string& path : paths) {
    INFO(path);
    CHECK(std::filesystem::path(path).parent_path() == kFolder);
    const auto read = read_exploration(path);
    REQUIRE(std::holds_alternative<ExploreFile>(read));
    CHECK(std::get<ExploreFile>(read).title != std::get<ExploreFile>(read).name);
    const std::string text = text_of(path);
    CHECK(text.rfind("# yaml-language-server: $schema=schema.json\n", 0) == 0);
    CHECK(schema_faults(schema(), json_of_yaml(text)) == std::vector<std::string>{});
  }
}

TEST_CASE("Explorations: the schema has the keys of the reader, and no others") {
  const json whole = schema();
  const json& explore = whole["properties"]["explore"];
  const json& design = explore["properties"]["designs"]["additionalProperties"];
  CHECK(keys_of_reader("zzz: 1\n") == keys_of_schema(whole));
  CHECK(keys_of_reader("explore: {zzz: 1}\n") == keys_of_schema(explore));
  CHECK(keys_of_reader("explore: {designs: {a: {zzz: 1}}}\n") == keys_of_schema(design));
  CHECK(keys_of_reader("explore: {designs: {a: {cost: {zzz: 1}}}}\n") == keys_of_schema(design["properties"]["cost"]));
}

TEST_CASE("Explorations: what the schema refuses the reader refuses, too") {
  const auto exploration = [](const std::string& designs, const std::string& more = "") {
    return "explore: {scenario: s.yaml, designs: {" + designs + "}" + more + "}\n";
  };
  const std::string good = "a: {}, b: {}";
  CHECK(schema_faults(schema(), json_of_yaml(exploration(good))).empty());
  CHECK(ExploreBench(exploration(good)).faults().empty());
  for (const std::string& text :
       {exploration("a: {}"), exploration("a: 1, b: {}"), exploration("a: {where_it_fits: maybe}, b: {}"),
        exploration("a: {tune: {pacing.bias: [1]}}, b: {}"), exploration("a: {tune: {pacing.bias: 1}}, b: {}"),
        exploration("a: {tune: {pacing.bias: [1, 2], pacing.gap: [1, 2]}}, b: {}"), exploration("a: {tune: {}}, b: {}"),
        exploration("a: {cost: {cells: many}}, b: {}"), exploration("a: {cost: {cells: -1}}, b: {}"),
        exploration("a: {plugins: mine.cpp}, b: {}"), exploration(good, ", seeds: 0"),
        exploration(good, ", seeds: 10001"), exploration(good, ", level: pin"), exploration(good, ", machines: {}"),
        exploration(good, ", machines: []"), exploration(good, ", set: 1"),
        std::string("explore: {scenario: s.yaml}\n"), "explore: {designs: {" + good + "}}\n"}) {
    INFO(text);
    CHECK_FALSE(schema_faults(schema(), json_of_yaml(text)).empty());
    CHECK_FALSE(ExploreBench(text).faults().empty());
  }
}

}  // namespace
}  // namespace tactus::test
