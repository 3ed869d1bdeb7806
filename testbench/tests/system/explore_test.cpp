#include <unistd.h>

#include <algorithm>
#include <cmath>

#include <csignal>
#include <map>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/csv_columns.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

namespace fs = std::filesystem;

std::string exploration_in(const TemporaryFolder& folder, const std::string& more = "") {
  return folder.write("two.yaml",
                      "explore:\n  scenario: " + scenario_path("quickstart/a2at_4x4.yaml") +
                          "\n  seeds: 2\n  set: {trace.enabled: false}\n  designs:\n    none: {cost: {cells: 10}}\n"
                          "    bias: {tune: {pacing.bias: [0, 1, 2]}, cost: {cells: 20, flip_flops: 5}}\n" +
                          more + "  disturbances: {in step: {}, late: {workload.imbalance: 3 us}}\n");
}

/// Tables and results, by path: of results what does not differ from run to run.
std::map<std::string, std::string> bytes_below(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory()) continue;
    const bool is_result = entry.path().filename() == "result.json";
    files[fs::relative(entry.path(), folder)] =
        is_result ? result_without_host(entry.path().parent_path()).dump() : text_of(entry.path());
  }
  return files;
}

std::size_t runs_done_in(const fs::path& folder) {
  std::size_t count = 0;
  if (!fs::exists(folder)) return 0;
  for (const auto& entry : fs::directory_iterator(folder)) count += fs::exists(entry.path() / "result.json") ? 1U : 0U;
  return count;
}

}  // namespace

TEST_CASE(
    "Explore: an exploration in one piece, one that was killed and goes on, and its shards leave the same bytes") {
  const TemporaryFolder folder;
  const std::string file = exploration_in(folder);
  const fs::path whole = folder.path() / "whole";
  const Outcome outcome = succeeded(run_tactus({"explore", file, "--out", whole, "--jobs", "2"}));
  CHECK_THAT(outcome.out, Contains("16 runs at packet level") && Contains("16 run, 0 found"));
  CHECK_THAT(outcome.out, Contains("./tactus explore " + file));
  CHECK(runs_done_in(whole) == 16);
  const auto model = bytes_below(whole);
  CHECK(model.count("explore.csv") + model.count("designs.csv") + model.count("explore.json") +
            model.count("runs.csv") ==
        4);

  const fs::path killed = folder.path() / "killed";
  {
    TactusProcess process({"explore", file, "--out", killed, "--jobs", "1", "--quiet"});
    constexpr int kPatience = 60'000;
    for (int ms = 0; ms < kPatience && runs_done_in(killed) < 3; ++ms) usleep(1000);
    process.signal(SIGKILL);
    (void)process.wait();
  }
  CHECK(runs_done_in(killed) < 16);
  CHECK_FALSE(fs::exists(killed / "explore.csv"));
  const Outcome resumed = succeeded(run_tactus({"explore", file, "--out", killed, "--jobs", "2"}));
  CHECK_THAT(resumed.out, !Contains(" 0 found"));
  auto files = bytes_below(killed);
  const Texts news = csv_column(killed / "runs.csv", "new");
  CHECK(std::count(news.begin(), news.end(), "no") + std::count(news.begin(), news.end(), "yes") == 8);
  CHECK((news.front() == "no" && news.back() == "yes"));
  files["runs.csv"] = csv_without(killed / "runs.csv", "new");
  CHECK((files == model));

  const fs::path shards = folder.path() / "shards";
  for (const char* shard : {"0/2", "1/2"}) {
    succeeded(run_tactus({"explore", file, "--out", shards, "--quiet", "--shard", shard}));
    CHECK_FALSE(fs::exists(shards / "explore.csv"));
  }
  CHECK_THAT(succeeded(run_tactus({"explore", file, "--out", shards})).out, Contains("0 run, 16 found"));
  CHECK((bytes_below(shards) == model));
}

TEST_CASE("Explore: --plan counts the runs and makes none, and faults end it with status 2 before any run") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  const std::string file = exploration_in(folder);
  const Outcome plan = succeeded(run_tactus({"explore", file, "--plan", "--out", out}));
  CHECK_THAT(plan.out, Contains("16 runs") && Contains("bias, as it is, as it is, late: 6 runs"));
  CHECK_FALSE(fs::exists(out));
  const std::string broken = exploration_in(folder, "    worse: {set: {pacing.bais: 1}}\n");
  const Outcome refused = ended_with(2, run_tactus({"explore", broken, "--out", out}));
  CHECK_THAT(refused.err, Contains("two.yaml:8:19: error: ") && Contains("did you mean pacing.bias?"));
  CHECK_FALSE(fs::exists(out));
}

TEST_CASE(
    "Explore: runs in which the model finds a violation are told, have their status in the tables and no figure") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "out";
  const Outcome outcome =
      ended_with(3, run_broken_tactus({"explore", exploration_in(folder), "--out", out, "--level", "cycle"}));
  CHECK_THAT(outcome.err, Contains("exit status 3"));
  CHECK_THAT(outcome.out, Contains("failed: none (as it is, as it is, in step): exit status 3"));
  CHECK_THAT(text_of(out / "explore.csv"), Contains("none,as it is,as it is,in step,2,,false,,,,,,,3,"));
}

TEST_CASE("Explore: the hardware of pacing modes is measured once and kept") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "modes.yaml",
      "explore:\n  scenario: " + scenario_path("quickstart/a2at_4x4.yaml") +
          "\n  set: {trace.enabled: false}\n  designs:\n    none: {}\n    phases: {set: {pacing.mode: phase}}\n"
          "    pieces: {set: {pacing.control: pieces}}\n    window: {set: {pacing.window: 1}}\n");
  const fs::path out = folder.path() / "out";
  const Outcome outcome = succeeded(run_tactus({"explore", file, "--out", out}));
  CHECK_THAT(outcome.out,
             Contains("cost of pieces: no RTL of control pieces") &&
                 Contains("cost of window: the window in RTL is part of the engine and not measured alone"));
  if (!fs::exists("/usr/bin/yosys")) return;
  const auto rows = nlohmann::json::parse(succeeded(run_tactus({"area", "pacing.mode", "--json"})).out);
  const auto measured = [&rows](const std::string& mode, const char* figure) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& each) { return each["whose"] == mode; });
    REQUIRE(row != rows.end());
    return (*row)[figure].get<int>();
  };
  std::string off;
  std::string with_slots;  // beside a pacer, and so with its cost
  for (const char* figure : {"cells", "flip_flops", "memory_bits"}) {
    off += "," + std::to_string(measured("off", figure));
    with_slots += "," + std::to_string(measured("off", figure) + measured("phase", figure));
  }
  const std::string designs = text_of(out / "designs.csv");
  CHECK_THAT(designs, Contains(off + ",measured\n") && Contains(with_slots + ",measured\n"));
  const auto written = fs::last_write_time(out / "area.json");
  succeeded(run_tactus({"explore", file, "--out", out, "--quiet"}));
  CHECK(fs::last_write_time(out / "area.json") == written);
}

TEST_CASE(
    "Explore: a plug-in beside the file is a design, its keys are read, and its hardware is as stated or unknown") {
  const TemporaryFolder folder;
  fs::copy_file(scenario_path("explore/learned_gap.cpp"), folder.path() / "mine.cpp");
  const auto file = [&folder](const std::string& plugins, const std::string& key) {
    return folder.write("mine.yaml", "explore:\n  scenario: " + scenario_path("quickstart/a2at_4x4.yaml") +
                                         "\n  set: {trace.enabled: false}\n  designs:\n    none: {}\n    learned: "
                                         "{plugins: [" +
                                         plugins + "], set: {pacing.control: learned_gap, " + key +
                                         ": 2}}\n"
                                         "    stated: {plugins: [" +
                                         plugins +
                                         "], set: {pacing.control: learned_gap}, "
                                         "cost: {cells: 900}}\n");
  };
  const fs::path out = folder.path() / "out";
  const Outcome outcome = succeeded(run_tactus({"explore", file("mine.cpp", "pacing.learned_bias"), "--out", out}));
  CHECK_THAT(outcome.out,
             Contains("cost of learned: no RTL of control learned_gap") && Contains("cost of stated: as stated"));
  const auto result = [&out](const std::string& design) {
    for (const auto& entry : fs::directory_iterator(out)) {
      if (entry.path().filename().string().rfind("design=" + design, 0) == 0) return result_without_host(entry.path());
    }
    return decltype(result_without_host(out)){};
  };
  CHECK(result("learned")["configuration"]["pacing.learned_bias"] == "2");
  CHECK(result("learned")["simulated_seconds"].get<double>() > result("stated")["simulated_seconds"].get<double>());
  CHECK(result("none")["configuration"]["plugins"] == "none");

  const fs::path nothing = folder.path() / "nothing";
  const auto refused = [&](const std::string& plugins, const std::string& key) {
    return ended_with(2, run_tactus({"explore", file(plugins, key), "--out", nothing})).err;
  };
  CHECK_THAT(refused("mine.cpp", "pacing.learned_bais"),
             Contains("mine.yaml:6:71: error: ") && Contains("did you mean pacing.learned_bias?"));
  CHECK_THAT(refused("missing.cpp", "pacing.learned_bias"),
             Contains("mine.yaml:6:24: error: ") && Contains("missing.cpp"));
  CHECK_FALSE(fs::exists(nothing));
}

TEST_CASE("Explore: the learned gap is the gap of its first bias where no packet is late, and grows where some are") {
  const TemporaryFolder folder;
  const auto seconds = [&folder](const std::string& level, const Arguments& settings) {
    Arguments arguments = {"run",
                           scenario_path("quickstart/a2at_4x4.yaml"),
                           "--level",
                           level,
                           "--json",
                           "--out",
                           folder.path() / "out",
                           "--plugin",
                           scenario_path("explore/learned_gap.cpp")};
    for (const std::string& each : settings) arguments.insert(arguments.end(), {"--set", each});
    return nlohmann::json::parse(succeeded(run_tactus(arguments)).out)["simulated_seconds"].get<double>();
  };
  const std::string learned = "pacing.control=learned_gap";
  const Arguments neighbours = {"message_size=64 KiB", "workload.algorithm=nearest_neighbour"};
  for (const std::string level : {"cycle", "packet"}) {
    CAPTURE(level);
    for (const std::string bias : {"0.25", "1"}) {
      CHECK(seconds(level, with(neighbours, {learned, "pacing.learned_bias=" + bias})) ==
            seconds(level, with(neighbours, {"pacing.bias=" + bias})));
    }
  }
  const Arguments exchange = {"n=5", "message_size=64 KiB", "pacing.window=2", "router.input_queue=fifo"};
  CHECK(seconds("packet", with(exchange, {learned})) > seconds("packet", with(exchange, {"pacing.bias=0.25"})));
}

TEST_CASE("Explore: with a stagger engines 2 and 3 begin a packet late for each link of their way") {
  const TemporaryFolder folder;
  const auto ns = [&folder](const std::string& level, const std::string& sequence, const Arguments& more) {
    Arguments arguments = {
        "run",      scenario_path("nsim/a2at.yaml"),     "--level", level, "--json", "--out", folder.path() / "out",
        "--plugin", scenario_path("explore/stagger.cpp")};
    for (const std::string& each :
         with({"n=5", "message_size=16 KiB", "workload.sequences=[" + sequence + "]"}, more)) {
      arguments.insert(arguments.end(), {"--set", each});
    }
    const auto result = nlohmann::json::parse(succeeded(run_tactus(arguments)).out);
    return std::lround(result["simulated_seconds"].get<double>() * 1e9);
  };
  const Arguments stagger = {"pacing.mode=stagger", "pacing.side=5"};
  for (const std::string level : {"cycle", "packet"}) {
    CAPTURE(level);
    // Messages of one link, and of two; a packet takes 128 cycles of 4 ns.
    CHECK(ns(level, "1", stagger) - ns(level, "1", with(stagger, {"pacing.stagger=0"})) == 512);
    CHECK(ns(level, "3", stagger) - ns(level, "3", with(stagger, {"pacing.stagger=0"})) == 1024);
  }
}

TEST_CASE("Explore: the committed explorations have plans, and the small one has every design", "[long]") {
  const Outcome small = succeeded(run_tactus({"explore", scenario_path("explore/pacing.yaml"), "--plan"}));
  CHECK_THAT(small.out, Contains("12 designs x 5 machines x 1 workloads x 4 disturbances, 3 seeds"));
  const Outcome full =
      succeeded(run_tactus({"explore", scenario_path("explore/pacing_full.yaml"), "--plan", "--seeds", "1"}));
  CHECK_THAT(full.out, Contains("12 designs x 21 machines x 3 workloads x 2 disturbances, 1 seeds"));
}
