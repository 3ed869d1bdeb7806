#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// Runs a scenario and answers its result, host figures aside.
nlohmann::ordered_json result_of(const std::string& scenario, const Arguments& more) {
  const TemporaryFolder folder;
  succeeded(run_tactus(with({"run", scenario_path(scenario), "--out", folder.path() / "results", "--quiet"}, more)));
  return result_without_host(folder.path() / "results");
}

/// What is left of a result when everything that only says how the run was made is taken away.
nlohmann::ordered_json behaviour(nlohmann::ordered_json result) {
  for (const char* key : {"seed", "configuration", "trace", "parameters"}) result.erase(key);
  return result;
}

const char* const kA2at = "quickstart/a2at_4x4.yaml";
const char* const kUniform = "openloop/uniform.yaml";
const Arguments kShortWindows = {"--set", "workload.warmup=500 cycles", "--set", "workload.measure=4000 cycles"};

}  // namespace

TEST_CASE("Determinism: the same scenario gives the same result in every folder", "[RESULT-33]") {
  CHECK(result_of(kA2at, {}) == result_of(kA2at, {}));
  CHECK(result_of(kUniform, kShortWindows) == result_of(kUniform, kShortWindows));
}

TEST_CASE("Determinism: waves and trace change nothing, whether they are recorded or not") {
  const auto plain = behaviour(result_of(kA2at, {"--set", "trace.enabled=false"}));
  CHECK(plain == behaviour(result_of(kA2at, {"--set", "trace.enabled=true"})));
  CHECK(plain == behaviour(result_of(kA2at, {"--waves=fst"})));
  CHECK(plain == behaviour(result_of(kA2at, {"--waves=vcd", "--set", "waves.nodes=all", "--set", "waves.to=2 us"})));
  CHECK(plain == behaviour(result_of(kA2at, {"--json"})));
}

TEST_CASE("Determinism: trace.json is written unless the scenario says otherwise, and other files are the same",
          "[RESULT-37][key:trace.enabled]") {
  const TemporaryFolder with_trace;
  const TemporaryFolder without;
  REQUIRE(run_tactus({"run", scenario_path(kA2at), "--out", with_trace.path(), "--quiet"}).status == 0);
  REQUIRE(run_tactus({"run", scenario_path(kA2at), "--out", without.path(), "--quiet", "--set", "trace.enabled=false"})
              .status == 0);
  CHECK(with_trace.names().count("trace.json") == 1);
  CHECK(without.names().count("trace.json") == 0);
  CHECK(without.names().count("links.csv") == 1);
}

TEST_CASE("Determinism: how often samples are taken changes nothing that sequences do not report",
          "[key:run.sample_interval]") {
  auto coarse = behaviour(result_of(kA2at, {"--set", "run.sample_interval=20 us"}));
  auto fine = behaviour(result_of(kA2at, {"--set", "run.sample_interval=100 ns"}));
  for (auto* result : {&coarse, &fine}) {
    for (auto& sequence : result->at("sequences")) sequence.erase("peak_link_utilisation");
  }
  CHECK(coarse == fine);
}

TEST_CASE("Determinism: all files but result.json are the same to the last byte", "[RESULT-33]") {
  const TemporaryFolder folder;
  for (const char* name : {"a", "b"}) {
    REQUIRE(run_tactus({"run", scenario_path(kA2at), "--out", folder.path() / name, "--quiet", "--waves"}).status == 0);
  }
  std::size_t compared = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path() / "a")) {
    if (!entry.is_regular_file() || entry.path().filename() == "result.json") continue;
    CAPTURE(entry.path());
    const auto other = folder.path() / "b" / std::filesystem::relative(entry.path(), folder.path() / "a");
    CHECK(text_of(entry.path()) == text_of(other));
    ++compared;
  }
  CHECK(compared >= 5);  // links, occupancy, trace, waves, save file
}

TEST_CASE("Determinism: another seed changes random traffic, and nothing that is not random", "[key:seed]") {
  CHECK(behaviour(result_of(kUniform, kShortWindows)) !=
        behaviour(result_of(kUniform, with(kShortWindows, {"--set", "seed=2"}))));
  CHECK(behaviour(result_of(kA2at, {})) == behaviour(result_of(kA2at, {"--set", "seed=2"})));
}
