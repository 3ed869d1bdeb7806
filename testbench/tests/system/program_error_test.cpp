#include <fstream>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// A scenario with a fault, and where the program must find it.
struct Broken {
  const char* text;
  const char* place;    ///< line:column
  const char* message;  ///< part of it
};

const Broken kBroken[] = {
    {"network:\n  shap: [4]\n", "2:3", "unknown key 'network.shap'; did you mean network.shape"},
    {"link:\n  bandwidth: 4 GB\n", "2:14", "GB"},
    {"link:\n  switch_delay: 0 ns\n  cable_delay: 0 ns\n", "3:16", "link.cable_delay"},
    {"network: {shape: [3, 4]}\nworkload: {algorithm: pwx}\n", "2:23", "3x4 = 12"},
    {"pacing:\n  mode: off\n  bias: 1\n", "3:3", "pacing.mode is off"},
    {"router:\n  virtual_channels: 1\n", "2:21", "can deadlock"},
    {"router:\n  arbiter: robin\n", "2:12", "robin"},
    {"torus: [4, 4\n", "2:1", ""},
    {"workload:\n  algorithm: replay\n  messages: nowhere.txt\n", "3:13", "nowhere.txt"},
};

Outcome run_into(const std::filesystem::path& scenario, const std::filesystem::path& folder,
                 const Arguments& more = {}) {
  return run_tactus(with({"run", scenario, "--out", folder}, more));
}

const std::string kQuickstart = "quickstart/a2at_4x4.yaml";

}  // namespace

TEST_CASE("Program: a broken scenario is told with file, line and column, status 2, and nothing is written") {
  for (const Broken& broken : kBroken) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "broken.yaml";
    std::ofstream(file) << broken.text;
    const Outcome outcome = run_into(file, folder.path() / "out");
    CAPTURE(broken.text, outcome.err);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find(file.string() + ":" + broken.place + ": error: ") != std::string::npos);
    CHECK(outcome.err.find(broken.message) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder.path() / "out"));
  }
}

TEST_CASE("Program: all faults of a scenario are told at once, those of options too") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "broken.yaml";
  std::ofstream(file) << "network:\n  shap: [4]\nrouter:\n  arbiter: robin\n";
  const Outcome outcome =
      ended_with(2, run_into(file, folder.path() / "out", {"--set", "nic.mtu=50 KiB", "--set", "seeed=3"}));
  for (const char* place :
       {"broken.yaml:2:3: ", "broken.yaml:4:12: ", "--set nic.mtu=50 KiB:1:9: ", "--set seeed=3:2:1: "}) {
    CAPTURE(place);
    CHECK(outcome.err.find(place) != std::string::npos);
  }
}

TEST_CASE("Program: a wrong message file is told with its line and column") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "replay.yaml";
  std::ofstream(file) << "workload: {algorithm: replay, messages: list.txt}\n";
  std::ofstream(folder.path() / "list.txt") << "0 1 0 4 KiB\n0 99 1 4 KiB\n";
  const Outcome outcome = ended_with(2, run_into(file, folder.path() / "out"));
  CHECK(outcome.err.find("list.txt:2:3: error: ") != std::string::npos);
}

TEST_CASE("Program: wrong options are told with the nearest that exists, status 2") {
  const std::string scenario = scenario_path(kQuickstart);
  const std::vector<std::pair<Arguments, std::string>> wrong = {
      {{"rnu", scenario}, "did you mean run"},
      {{"run"}, "SCENARIO"},
      {{"run", scenario, "--qiet"}, "--quiet"},
      {{"run", scenario, "--waves=png"}, "fst, vcd"},
      {{"run", scenario, "--level", "cylce"}, "cycle"},
      {{"run", scenario, "--set", "router.arbter=matrix"}, "router.arbiter"},
      {{"run", scenario, "--set", "message_size"}, "message_size"},
      {{"run", "no/such/file.yaml"}, "no/such/file.yaml"}};
  for (const auto& [arguments, message] : wrong) {
    const Outcome outcome = run_tactus(arguments);
    CAPTURE(arguments, outcome.err);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find(message) != std::string::npos);
  }
}

TEST_CASE("Program: an output folder that cannot be made ends it with status 1, and the path is named") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "file") << "no folder\n";
  const Outcome outcome = ended_with(1, run_into(scenario_path(kQuickstart), folder.path() / "file" / "results"));
  CHECK(outcome.out.empty());
  CHECK(outcome.err.find((folder.path() / "file" / "results").string()) != std::string::npos);
  CHECK(text_of(folder.path() / "file") == "no folder\n");
}

TEST_CASE("Program: a full disk ends it with status 1, whichever file it hits, and the file is named") {
  if (!std::filesystem::exists("/dev/full")) {
    WARN("no /dev/full here: not tested");
    return;
  }
  for (const std::string name :
       {"result.json", "links.csv", "vc_occupancy.csv", "trace.json", "messages.csv", "waves.vcd", "waves.gtkw"}) {
    const TemporaryFolder folder;
    fill_disk_for(name, folder.path());
    const Outcome outcome = run_into(scenario_path(kQuickstart), folder.path(), {"--waves=vcd"});
    CAPTURE(name, outcome.err);
    CHECK(outcome.status == 1);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.find((folder.path() / name).string()) != std::string::npos);
    CHECK(outcome.err.find("No space left on device") != std::string::npos);
    CHECK(folder.names().count(name) == 0);
    CHECK(folder.names().count("result.json") == 0);
  }
}
