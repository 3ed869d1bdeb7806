#include "testbench/app/explore/scenario_files.h"
#include "testbench/app/scenario/key_documents.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/text_files.h"
#include "testbench/tests/unit/app/scenario/scenario_support.h"
#include "testbench/tests/unit/app/scenario/schema_checker.h"

namespace tactus::test {
namespace {

using namespace literals;
using nlohmann::json;

const std::string kRoot = TACTUS_SOURCE_DIR;

std::vector<std::string> committed_scenarios() {
  std::vector<std::string> paths;
  for (const ScenarioFile& found : scenario_files(kRoot + "/scenarios")) {
    if (found.kind == ScenarioFile::Kind::kScenario) paths.push_back(found.file.string());
  }
  return paths;
}

std::vector<std::string> schema_faults_of(const std::string& text) {
  return schema_faults(json::parse(scenario_schema()), json_of_yaml(text));
}

TEST_CASE("Scenarios: every committed one reads without fault") {
  const std::vector<std::string> paths = committed_scenarios();
  CHECK(paths.size() >= 12);
  for (const std::string& path : paths) {
    INFO(path);
    const ScenarioResult result = read_scenario(path);
    REQUIRE(std::holds_alternative<Scenario>(result));
    CHECK_FALSE(std::get<Scenario>(result).title.empty());
  }
}

TEST_CASE("Scenarios: the schema accepts every committed one, and each says where the schema is") {
  for (const std::string& path : committed_scenarios()) {
    INFO(path);
    const std::string text = text_of(path);
    CHECK(text.rfind("# yaml-language-server: $schema=../schema.json\n", 0) == 0);
    CHECK(schema_faults_of(text).empty());
  }
}

TEST_CASE("Scenarios: the schema refuses unknown keys, wrong words and wrong units") {
  for (const char* text :
       {"router: {arbter: matrix}", "ruoter: {}", "router: {arbiter: best}", "clock: 4", "clock: 4 GB",
        "network: {shape: [wide, 4]}", "pacing: {bias: 1.3}", "waves: {nodes: [[]]}",
        "waves: {nodes: [[1, 2, 3, 4, 5, 6, 7]]}", "trace: {enabled: maybe}", "parameters: {N: 4}", "torus: 4"}) {
    INFO(text);
    CHECK_FALSE(schema_faults_of(text).empty());
  }
}

TEST_CASE("Scenarios: the names that scripts rely on exist") {
  const auto read = [](const std::string& name, const std::vector<std::string>& overrides) {
    const ScenarioResult result = read_scenario(kRoot + "/scenarios/" + name, overrides);
    REQUIRE(std::holds_alternative<Scenario>(result));
    return std::get<Scenario>(result);
  };
  const Scenario a2at =
      read("nsim/a2at.yaml", {"n=3", "message_size=4 KiB", "pacing.bias=1.25", "router.tie_break=signed",
                              "router.arbiter=matrix", "seed=3", "sequences=[2]"});
  CHECK(a2at.machine.network.size(0) == 3);
  CHECK(a2at.workload.message_size == Bytes{4096});
  CHECK(a2at.pacing.mode == "hops");
  CHECK(a2at.pacing.bias == PacketEighths{10});
  CHECK(a2at.workload.sequences == std::vector<int>{2});
  CHECK(read("nsim/a2at.yaml", {}).pacing.mode == "off");
  CHECK(read("nsim/a2at.yaml", {}).machine.network.size(0) == 9);
  CHECK(read("nsim/a2at.yaml", {}).workload.message_size == 1_MiB);
  CHECK(read("openloop/uniform.yaml", {"load=0.5", "packet_size=64 B"}).workload.load == 0.5);
  CHECK(read("quickstart/messages.yaml", {}).workload.messages.size() == 10);
}

}  // namespace
}  // namespace tactus::test
