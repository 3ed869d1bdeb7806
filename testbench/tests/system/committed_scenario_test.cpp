#include <algorithm>
#include <map>
#include <set>

#include "testbench/app/explore/scenario_files.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// A committed scenario, and options that make it small.
struct SmallRun {
  std::string name;
  Arguments options;
};

/// Every scenario file there is.
std::vector<SmallRun> small_runs() {
  // Biases of sequences are those of 9x9.
  const Arguments two_sequences = {"--set", "workload.message_size=512 B", "--set", "workload.sequences=[1,2]"};
  const std::map<std::string, Arguments> by_name = {
      {"nsim/tuned.yaml", two_sequences},
      {"nsim/retuned.yaml", two_sequences},
      {"multirail/a2at_numa.yaml", {"--set", "n=4", "--set", "message_size=2 KiB"}},
      {"jitter/a2at_noise.yaml", {"--set", "n=4", "--set", "message_size=4 KiB"}},
      {"manycore/ddtbench.yaml", {"--set", "size=2048 B"}},
      {"manycore/fft2d.yaml", {"--set", "n=240"}},
      {"manycore/nas_lu.yaml", {"--set", "class=W"}},
      {"mfs/fat_tree.yaml", {"--level", "flow", "--set", "p=2"}},
      {"mfs/torus.yaml", {"--level", "flow", "--set", "n=4"}},
      {"mfs/hyper_crossbar.yaml", {"--level", "flow"}},
      {"mfs/replay.yaml", {"--level", "flow"}},
      {"pods/hypertorus_a2at.yaml", {"--level", "packet", "--set", "message_size=512 B"}},
      {"pods/hypertorus_uniform.yaml", {"--level", "packet", "--set", "workload.measure=1000 cycles"}}};
  const std::map<std::string, Arguments> by_folder = {
      {"nsim", {"--set", "n=4", "--set", "message_size=4 KiB"}},
      // Without its RTL, which another program has.
      {"cosim", {"--set", "rtl.routers=none", "--set", "rtl.nics=none", "--set", "rtl.replace=none", "--set", "n=4"}},
      {"pods", {"--level", "packet", "--set", "n=4"}},
      {"multirail", {"--set", "rails.sizes=[4 B, 64 KiB]"}},
      {"openloop", {"--set", "workload.warmup=2000 cycles", "--set", "workload.measure=3000 cycles"}}};
  std::vector<SmallRun> runs = {{"mfs/torus.yaml", {"--level", "packet", "--set", "n=4"}},
                                {"nsim/a2at.yaml", {"--level", "flow", "--set", "n=4"}}};
  const std::filesystem::path root = scenario_path("");
  for (const ScenarioFile& found_file : scenario_files(root)) {
    if (found_file.kind != ScenarioFile::Kind::kScenario) continue;
    const std::string name = std::filesystem::relative(found_file.file, root);
    const auto named = by_name.find(name);
    const auto found = by_folder.find(name.substr(0, name.find('/')));
    if (named != by_name.end()) {
      runs.push_back({name, named->second});
    } else {
      runs.push_back({name, found == by_folder.end() ? Arguments{} : found->second});
    }
  }
  return runs;
}

Outcome run(const SmallRun& small, const std::filesystem::path& folder, const Arguments& more) {
  return run_tactus(with(with({"run", scenario_path(small.name), "--out", folder}, small.options), more));
}

void check_keys(const nlohmann::ordered_json& object, const Arguments& keys) {
  for (const std::string& key : keys) {
    CAPTURE(key);
    CHECK(object.contains(key));
  }
}

/// What DESIGN.md promises of every result.json.
void check_contract(const nlohmann::ordered_json& result) {
  check_keys(result,
             {"scenario", "level", "seed", "versions", "simulated_seconds", "link_utilisation", "messages_delivered",
              "packets_delivered", "packet_hops", "flit_hops", "packet_latency_ns", "host"});
  CHECK(result.contains("ideal_seconds") == result.contains("ratio_to_ideal"));
  check_keys(result["packet_latency_ns"], {"mean", "p50", "p95", "p99", "max"});
  check_keys(result["host"], {"user_cpu_s", "peak_rss_bytes"});
  if (result.contains("sequences")) {
    for (const auto& sequence : result["sequences"]) {
      check_keys(sequence, {"index", "phase", "hops", "start_s", "first_end_s", "last_end_s", "link_utilisation"});
    }
  }
  CHECK(result["messages_delivered"] > 0);
  const bool has_links = !result.contains("copies");  // a node alone has none
  CHECK((result["link_utilisation"] > 0) == has_links);
  CHECK(result["link_utilisation"] <= 1);
  CHECK(result["simulated_seconds"] > 0);
}

}  // namespace

TEST_CASE("Every committed scenario: runs, prints a summary of plain lines, and its result.json keeps the contract",
          "[RESULT-34][RESULT-35][RESULT-36][RESULT-40][RESULT-21]") {
  const std::vector<SmallRun> runs = small_runs();
  REQUIRE(runs.size() >= 12);
  for (const SmallRun& small : runs) {
    const TemporaryFolder folder;
    const Outcome outcome = run(small, folder.path(), {});
    CAPTURE(small.name, outcome.err);
    CHECK_THAT(outcome.out, Catch::Matchers::StartsWith("scenario "));
    CHECK(outcome.out.find(folder.path().string()) != std::string::npos);
    CHECK(std::none_of(outcome.out.begin(), outcome.out.end(), [](char c) { return c != '\n' && c < ' ' && c >= 0; }));
    CHECK(outcome.err.empty());
    REQUIRE(outcome.status == 0);
    const auto result = nlohmann::ordered_json::parse(text_of(folder.path() / "result.json"));
    check_contract(result);
    const bool alone = result.contains("copies");
    const bool rails = result.contains("rails");
    CHECK(folder.names().count("copies.csv") == (alone ? 1 : 0));
    const std::size_t sampled = result["level"] == "flow" || alone || rails ? 0 : 1;
    for (const char* file : {"rails.csv", "limits.csv"}) CHECK(folder.names().count(file) == (rails ? 1 : 0));
    for (const char* file : {"links.csv", "vc_occupancy.csv"}) CHECK(folder.names().count(file) == sampled);
  }
}

TEST_CASE("A committed scenario of each folder: --json prints what result.json holds, --quiet one line", "[long]") {
  std::set<std::string> folders;
  for (const SmallRun& small : small_runs()) {
    if (!folders.insert(small.name.substr(0, small.name.find('/'))).second) continue;
    const TemporaryFolder folder;
    const Outcome json = run(small, folder.path(), {"--json"});
    CAPTURE(small.name);
    CHECK(json.status == 0);
    CHECK(json.err.empty());
    CHECK(json.out == text_of(folder.path() / "result.json"));
    const Outcome quiet = run(small, folder.path(), {"--quiet"});
    CHECK_THAT(quiet.out, Catch::Matchers::StartsWith("scenario="));
    CHECK(std::count(quiet.out.begin(), quiet.out.end(), '\n') == 1);
  }
  CHECK(folders.size() >= 7);
}
