#include "testbench/app/sweep/sweep_plan.h"

#include <nlohmann/json.hpp>
#include <set>

#include "testbench/app/results/run_summary.h"
#include "testbench/app/scenario/scenario_keys.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"

namespace tactus {
namespace {

using Texts = std::vector<std::string>;

constexpr char kRing[] =
    "parameters: {n: 3}\n"
    "network: {shape: [\"${n}\", 3]}\n"
    "workload: {algorithm: ring}\n";

struct Bench {
  TemporaryFolder folder;
  SweepRequest request;

  explicit Bench(const std::string& text, Texts over, Texts overrides = {}) {
    request.scenario = folder.write("s.yaml", text);
    request.over = std::move(over);
    request.overrides = std::move(overrides);
  }
  Bench& with_seeds(std::size_t seeds) {
    request.seeds = seeds;
    return *this;
  }
  [[nodiscard]] SweepPlan plan() const {
    const auto result = plan_sweep(request);
    if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) {
      for (const Diagnostic& fault : *faults) UNSCOPED_INFO(format(fault));
    }
    REQUIRE(std::holds_alternative<SweepPlan>(result));
    return std::get<SweepPlan>(result);
  }
  /// Everything that is wrong, as a user sees it.
  [[nodiscard]] Texts faults() const {
    const auto result = plan_sweep(request);
    Texts texts;
    if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&result)) {
      for (const Diagnostic& fault : *faults) texts.push_back(format(fault));
    }
    return texts;
  }
};

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("Sweep plan: has every combination, the last axis varying fastest") {
  const SweepPlan plan = Bench(kRing, {"n=3,5", "pacing.bias=0:0.25:0.125", "seed=7"}, {"title=x"}).plan();
  CHECK(plan.keys == Texts{"n", "pacing.bias", "seed"});
  std::vector<Texts> values;
  for (const SweepPoint& point : plan.points) values.push_back(point.values);
  CHECK(values == std::vector<Texts>{{"3", "0", "7"},
                                     {"3", "0.125", "7"},
                                     {"3", "0.25", "7"},
                                     {"5", "0", "7"},
                                     {"5", "0.125", "7"},
                                     {"5", "0.25", "7"}});
  CHECK(plan.points[4].overrides == Texts{"title=x", "n=5", "pacing.bias=0.125", "seed=7"});
  CHECK(plan.points[4].folder == "n=5,pacing.bias=0.125,seed=7");
  CHECK(plan.scenario_name == "s");
}

TEST_CASE("Sweep plan: designs are named sets of keys, each with every combination of the axes") {
  Bench bench(kRing, {"n=3,5"}, {"title=x"});
  bench.request.designs = {"plain", "oldest:router.arbiter=oldest_first", "paced: pacing.mode=hops , pacing.bias=0.5"};
  const SweepPlan plan = bench.plan();
  CHECK(plan.keys == Texts{"design", "n"});
  REQUIRE(plan.points.size() == 6);
  CHECK(plan.points[0].values == Texts{"plain", "3"});
  CHECK(plan.points[0].overrides == Texts{"title=x", "n=3"});
  CHECK(plan.points[3].values == Texts{"oldest", "5"});
  CHECK(plan.points[3].overrides == Texts{"title=x", "router.arbiter=oldest_first", "n=5"});
  CHECK(plan.points[5].overrides == Texts{"title=x", "pacing.mode=hops", "pacing.bias=0.5", "n=5"});
  CHECK(plan.points[5].folder == "design=paced,n=5");
  bench.request.over = {};
  CHECK(bench.plan().points.size() == 3);
}

TEST_CASE("Sweep plan: a fault of a design has its place in the option, all at once") {
  Bench bench(kRing, {"router.tie_break=signed"}, {"seed=3"});
  bench.request.designs = {"a:router.arbiter=oldest,pacing.bia=1", "b:router.arbiter=matrix,pacing.bias=x"};
  const Texts values = bench.faults();
  REQUIRE(values.size() == 3);
  CHECK_THAT(values[0], StartsWith("--design a:router.arbiter=oldest,pacing.bia=1:1:18: error: router.arbiter: "));
  CHECK_THAT(values[1], StartsWith("--design a:router.arbiter=oldest,pacing.bia=1:1:32: error: unknown key"));
  CHECK_THAT(values[2], StartsWith("--design b:router.arbiter=matrix,pacing.bias=x:2:37: error: pacing.bias: "));
  bench.request.designs = {":", "a:x", "a:seed=1,seed=2", "a:seed=4", "b:router.tie_break=signed"};
  CHECK(bench.faults().size() == 4);  // no name, no setting twice, a key twice
  bench.request.designs = {"a:seed=4", "a", "b:router.tie_break=signed"};
  const Texts faults = bench.faults();
  REQUIRE(faults.size() == 3);
  CHECK_THAT(faults[0], Contains("'seed' is set here and by --set seed=3"));
  CHECK_THAT(faults[1], Contains("there are two designs 'a'"));
  CHECK_THAT(faults[2], Contains("'router.tie_break' is set here and varied by --over"));
}

TEST_CASE("Sweep plan: seeds count on from that of the scenario, --set and swept parameters included") {
  Bench bench("parameters: {s: 4}\nseed: ${s}\nworkload: {algorithm: ring}\n", {"pacing.bias=0,1"},
              {"network.shape=[3, 4]"});
  const SweepPlan plan = bench.with_seeds(3).plan();
  CHECK(plan.seeds == 3);
  CHECK(plan.combinations() == 2);
  CHECK(plan.keys == Texts{"pacing.bias"});
  REQUIRE(plan.points.size() == 6);
  CHECK(plan.points[5].values == Texts{"1"});
  CHECK(plan.points[5].overrides == Texts{"network.shape=[3, 4]", "pacing.bias=1", "seed=6"});
  // A sweep over the seeds by name has the same folders and results.
  bench.request.over = {"pacing.bias=0,1", "seed=4:6:1"};
  const SweepPlan by_name = bench.with_seeds(1).plan();
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(plan.points[i].folder == by_name.points[i].folder);
    CHECK(plan.points[i].identity == by_name.points[i].identity);
  }
  const auto seeds_of = [](const SweepPlan& of) {
    Texts all;
    for (const SweepPoint& point : of.points) all.push_back(point.overrides.back());
    return all;
  };
  CHECK(seeds_of(Bench(kRing, {"n=3"}, {"seed=9"}).with_seeds(2).plan()) == Texts{"seed=9", "seed=10"});
  bench.request.over = {"s=1,7"};
  CHECK(seeds_of(bench.with_seeds(2).plan()) == Texts{"seed=1", "seed=2", "seed=7", "seed=8"});
  const SweepPlan alone = Bench(kRing, {}).with_seeds(2).plan();
  CHECK(alone.points[1].folder == "seed=2");
  CHECK(alone.points[1].values.empty());
}

TEST_CASE("Sweep plan: seeds together with an axis over the seed, too many runs and too large seeds are refused") {
  CHECK_THAT(Bench(kRing, {"n=3", "seed=1,2"}).with_seeds(2).faults().at(0),
             StartsWith("--over seed=1,2:2:1: error: 'seed' is varied here and by --seeds"));
  CHECK(Bench(kRing, {"pacing.bias=0:124.875:0.125"}).with_seeds(10).plan().points.size() == 10'000);
  CHECK_THAT(Bench(kRing, {"pacing.bias=0:125:0.125"}).with_seeds(10).faults().at(0),
             StartsWith("--over pacing.bias=0:125:0.125:1:1: error: more than 10000 runs: 10 for each"));
  const Texts last = {"seed=18446744073709551614"};
  CHECK(Bench(kRing, {"n=3"}, last).with_seeds(2).faults().empty());
  CHECK_THAT(Bench(kRing, {"n=3"}, last).with_seeds(3).faults().at(0),
             StartsWith("--set seed=18446744073709551614:1:6: error: seed: 18446744073709551614: --seeds 3 counts on"));
}

TEST_CASE("Sweep plan: no two points share a folder, whatever their values") {
  const Texts values = {"64 KiB", "64_KiB", "64%20KiB", "a/b", "..", "'x'", "[1, 2]", "[1,2]", "\xC3\xA9"};
  std::set<std::string> folders;
  for (const std::string& value : values) {
    const std::string folder = point_folder({"k"}, {value});
    CAPTURE(folder);
    CHECK(folders.insert(folder).second);
    CHECK(folder.find('/') == std::string::npos);
  }
  CHECK(point_folder({"size"}, {"64 KiB"}) == "size=64%20KiB");
  const std::string once = point_folder({"k"}, {std::string(500, 'a') + "b"});
  CHECK(once.size() < 255);
  CHECK(once == point_folder({"k"}, {std::string(500, 'a') + "b"}));
  CHECK(once != point_folder({"k"}, {std::string(500, 'a') + "c"}));
}

TEST_CASE("Sweep plan: a value that is wrong is refused at its place in the option, before anything runs") {
  CHECK(Bench(kRing, {"seed=1", "pacing.bias=0,1.3"}).faults() ==
        Texts{"--over pacing.bias=0,1.3:2:15: error: pacing.bias: '1.3' is no multiple of 1/8 packet; the nearest are "
              "1.25 and 1.375\n    pacing.bias=0,1.3\n                  ^"});
  const Texts in_range = Bench(kRing, {"seed=1:3:1", "pacing.bias=0,1:1.5:0.1"}).faults();
  REQUIRE(in_range.size() == 4);  // 1 and 1.5 are good; each fault once, not once per seed
  CHECK_THAT(in_range[0], StartsWith("--over pacing.bias=0,1:1.5:0.1:2:15: error") && Contains("'1.1'"));
  CHECK_THAT(Bench(kRing, {"router.arbter=matrix,round_robin"}, {"seed=1"}).faults().at(0),
             StartsWith("--over router.arbter=matrix,round_robin:1:8: error: unknown key") &&
                 Contains("did you mean router.arbiter?"));
  CHECK_THAT(Bench(kRing, {"router.vc_buffer=8 KiB,1 KiB"}).faults().at(0),
             StartsWith("--over router.vc_buffer=8 KiB,1 KiB:1:24: error") && Contains("1024 B cannot hold"));
}

TEST_CASE("Sweep plan: a fault that only some combinations have names the first of them, others no combination") {
  const Texts some = Bench(kRing, {"n=2,3,4", "workload.algorithm=ring,pwx"}).faults();
  REQUIRE(some.size() == 3);
  CHECK_THAT(some[0], StartsWith("--over workload.algorithm=ring,pwx:2:25: error") &&
                          Contains("2x3 = 6 (with n=2, workload.algorithm=pwx)"));
  CHECK_THAT(some[2], Contains("4x3 = 12 (with n=4, workload.algorithm=pwx)"));
  const Texts in_file =
      Bench("parameters: {n: 3}\nnetwork: {shape: [4, \"${n}\"]}\nworkload: {algorithm: pwx}\n", {"n=3,4"}).faults();
  REQUIRE(in_file.size() == 1);
  CHECK_THAT(in_file[0], Contains("s.yaml:3:23: error") && Contains("(with n=3)"));
  const Texts everywhere = Bench("network: {shape: [x, 4]}\n", {"seed=1,2"}).faults();
  REQUIRE(everywhere.size() == 1);
  CHECK_THAT(everywhere[0], Contains("s.yaml:1:19: error") && !Contains("(with"));
  const Texts of_set = Bench(kRing, {"seed=1,2"}, {"n=x"}).faults();
  REQUIRE(of_set.size() == 1);
  CHECK_THAT(of_set[0], StartsWith("--set n=x:1:3: error"));
}

TEST_CASE("Sweep plan: a key that is varied twice or also set is refused, and so are too many points") {
  CHECK_THAT(Bench(kRing, {"n=3", "n=4"}).faults().at(0), StartsWith("--over n=4:2:1: error: 'n' is varied twice"));
  CHECK_THAT(Bench(kRing, {"n=3"}, {"n=4"}).faults().at(0), Contains("'n' is varied here and set by --set n=4"));
  CHECK_THAT(Bench(kRing, {"seed=1:101:1", "n=3:102:1"}).faults().at(0), Contains("more than 10000 points"));
}

TEST_CASE("Sweep plan: is at packet level unless some point needs the cycle level, and says which key is why") {
  CHECK(Bench(kRing, {"seed=1,2"}).plan().level == Level::kPacket);
  Bench mixed(kRing, {"router.switch_hold=packet,flit"});
  CHECK(mixed.plan().level == Level::kCycle);
  CHECK_THAT(mixed.plan().level_reason, StartsWith("router.switch_hold: "));
  mixed.request.level = Level::kCycle;
  CHECK(mixed.plan().level_reason.empty());
  mixed.request.level = Level::kPacket;
  CHECK_THAT(mixed.faults().at(0), StartsWith("--over router.switch_hold=packet,flit:1:27: error: router.switch_hold"));
}

TEST_CASE("Sweep plan: is at flow level if no other has the network, and refused if no level has all points") {
  Bench tree(kRing, {"seed=1,2"}, {"flow.topology=fat_tree"});
  CHECK(tree.plan().level == Level::kFlow);
  CHECK_THAT(tree.plan().level_reason, StartsWith("flow.topology: "));
  Bench nowhere(kRing, {"flow.topology=torus,fat_tree"}, {"pacing.window=2"});
  CHECK_THAT(nowhere.faults().at(0), StartsWith("--over flow.topology=torus,fat_tree:1:21: error: flow.topology: "));
}

/// A result.json as a run of `point` would write it.
nlohmann::ordered_json result_for(const Bench& bench, const SweepPoint& point, Level level) {
  const ScenarioResult scenario = read_scenario(bench.request.scenario, point.overrides);
  nlohmann::ordered_json json = {{"scenario", "s"}, {"level", to_string(level)}, {"simulated_seconds", 1}};
  for (const auto& [name, version] : tool_versions({})) json["versions"][name] = version;
  for (const auto& [key, value] : resolved_configuration(std::get<Scenario>(scenario)))
    json["configuration"][key] = value;
  return json;
}

TEST_CASE("Sweep plan: a result is a point's only with equal level, program, versions and resolved configuration") {
  const Bench bench(kRing, {"seed=1,2"});
  const SweepPlan plan = bench.plan();
  const auto is_result = [&](const nlohmann::ordered_json& json) {
    return is_result_of(plan.points[0], bench.folder.write("result.json", json.dump()));
  };
  const nlohmann::ordered_json good = result_for(bench, plan.points[0], plan.level);
  REQUIRE_FALSE(plan.points[0].leaves.empty());
  for (const std::string& leaf : plan.points[0].leaves) {
    CHECK_FALSE(is_result(good));
    (void)bench.folder.write(leaf, "");
  }
  CHECK(is_result(good));
  CHECK_FALSE(is_result(result_for(bench, plan.points[1], plan.level)));
  CHECK_FALSE(is_result(result_for(bench, plan.points[0], Level::kCycle)));
  nlohmann::ordered_json other = good;
  other["versions"]["tactus"] = "0.0.0";
  CHECK_FALSE(is_result(other));
  other = good;
  other["versions"]["program"].get_ref<std::string&>().back() ^= 1;
  CHECK_FALSE(is_result(other));
  other = good;
  other["versions"].erase("program");
  CHECK_FALSE(is_result(other));
  other = good;
  other["configuration"]["pacing.mode"] = "hops";
  CHECK_FALSE(is_result(other));
  other = good;
  other.erase("configuration");
  CHECK_FALSE(is_result(other));
  for (const char* text : {"", "{", "[]", "3", "{}"}) {
    CHECK_FALSE(is_result_of(plan.points[0], bench.folder.write("result.json", text)));
  }
  CHECK_FALSE(is_result_of(plan.points[0], "no/such/result.json"));
}

TEST_CASE("Sweep plan: a replayed message file that is newer than the result makes it another") {
  const Bench bench("network: {shape: [3, 4]}\nworkload: {algorithm: replay, messages: m.txt}\n", {"seed=1"});
  namespace fs = std::filesystem;
  const fs::path messages = bench.folder.write("m.txt", "0 1 0 1KiB\n");
  const auto faults = bench.faults();
  CAPTURE(faults);
  const SweepPlan plan = bench.plan();
  for (const std::string& leaf : plan.points[0].leaves) (void)bench.folder.write(leaf, "");
  const fs::path result = bench.folder.write("result.json", result_for(bench, plan.points[0], plan.level).dump());
  const auto now = fs::last_write_time(result);
  fs::last_write_time(messages, now - std::chrono::seconds(1));
  CHECK(is_result_of(plan.points[0], result));
  fs::last_write_time(messages, now + std::chrono::seconds(1));
  CHECK_FALSE(is_result_of(plan.points[0], result));
}

TEST_CASE("Sweep plan: files that make a result another are messages, noise, tables, and RTL with all beside it") {
  const Bench bench(
      "network: {shape: [3], wrap: [false]}\nrouter: {routing: table, table: t.txt}\nnic: {count: 4, "
      "unexpected_entries: 32}\nnoise: {kind: trace, file: n.txt}\n"
      "workload: {algorithm: replay, messages: m.txt}\n"
      "rtl: {nics: all, replace: {pacer: {sources: mine, top: my_pacer}}}\n",
      {"seed=1"});
  const std::filesystem::path folder = bench.folder.path();
  std::filesystem::create_directory(folder / "mine");
  (void)bench.folder.write("mine/my_pacer.sv", "module my_pacer;\nendmodule\n");
  (void)bench.folder.write("mine/constants.svh", "");
  (void)bench.folder.write("m.txt", "0 1 0 1KiB\n");
  (void)bench.folder.write("t.txt", "0 1-2 plus_x\n1 2 plus_x\n1-2 0 minus_x\n2 1 minus_x\n");
  (void)bench.folder.write("n.txt", "period 1 ms\n10 us 5 us\n");
  const ScenarioResult read = read_scenario(bench.request.scenario);
  if (const auto* faults = std::get_if<std::vector<Diagnostic>>(&read)) FAIL(format(faults->front()));
  using Paths = std::vector<std::filesystem::path>;
  CHECK(named_files(std::get<Scenario>(read)) == Paths{folder / "m.txt", folder / "n.txt", folder / "t.txt",
                                                       folder / "mine/constants.svh", folder / "mine/my_pacer.sv"});
}

}  // namespace
}  // namespace tactus
