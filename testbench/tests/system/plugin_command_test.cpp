// Policies of users, from a library or a source, as a user brings them.
#include <array>
#include <fstream>
#include <set>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

const std::string kQuickstart = scenario_path("quickstart/a2at_4x4.yaml");

std::string plugin(const std::string& name) { return std::string(TEST_PLUGINS) + "/plugin_" + name + ".so"; }

Outcome run_with(const std::string& plugin_file, const Texts& sets, const TemporaryFolder& folder) {
  Arguments arguments = {"run", kQuickstart, "--plugin", plugin_file, "--out", folder.path() / "out"};
  for (const std::string& set : sets) {
    arguments.emplace_back("--set");
    arguments.push_back(set);
  }
  return run_tactus(arguments);
}

/// The whole error output of a plug-in that is refused; no result folder is left.
std::string refused(const std::string& plugin_file) {
  const TemporaryFolder folder;
  const Outcome outcome = ended_with(2, run_with(plugin_file, {}, folder));
  CHECK(outcome.out.empty());
  CHECK_FALSE(std::filesystem::exists(folder.path() / "out"));
  return outcome.err;
}

/// Simulated time of `sets`, which cycle and packet level have to agree on in all that they do.
std::string time_of(const Texts& sets) {
  Arguments arguments = {"compare", kQuickstart, "--levels", "cycle,packet", "--plugin", plugin("all_kinds")};
  const TemporaryFolder folder;
  for (const std::string& set : sets) {
    arguments.emplace_back("--set");
    arguments.push_back(set);
  }
  CAPTURE(sets);
  succeeded(run_tactus(arguments));
  arguments.front() = "run";
  arguments[2] = "--json";
  arguments[3] = "--level=packet";
  arguments.emplace_back("--out");
  arguments.push_back(folder.path() / "out");
  return nlohmann::json::parse(succeeded(run_tactus(arguments)).out)["packet_latency_ns"].dump();
}

}  // namespace

TEST_CASE("Plug-in: a policy of each kind runs alike at cycle and packet level, and does what it says",
          "[PLUGIN-5][EQUAL-1][long]") {
  const std::string size = "message_size=5000 B";
  const Texts ports = {size, "router.virtual_channels=4", "router.input_queue=per_output",
                       "router.input_transfers=port"};
  const Texts mesh = {size, "network.wrap=[false, false]"};
  const Texts open = {
      "workload={algorithm: my_mirror, load: 0.1, packet_size: 512 B, warmup: 500 cycles, measure: 3000 cycles}"};
  const auto with_set = [](Texts sets, const char* set) {
    sets.emplace_back(set);
    return sets;
  };
  const std::string plain = time_of({size});
  CHECK(time_of({size, "router.arbiter=my_highest"}) != plain);
  CHECK(time_of({size, "router.tie_break=my_minus"}) != plain);
  CHECK(time_of({size, "router.dateline=my_ahead"}) != plain);
  CHECK(time_of({size, "pacing.mode=my_pause"}) != plain);
  CHECK(time_of({size, "pacing.mode=my_pause", "pacing.my_pause=2.5"}) != time_of({size, "pacing.mode=my_pause"}));
  CHECK(time_of({size, "pacing.control=my_two"}) != plain);
  CHECK(time_of({size, "workload.algorithm=my_ring"}) != time_of({size, "workload.algorithm=ring"}));
  CHECK(time_of({size, "workload.placement=my_reversed"}) != "");
  CHECK(time_of(with_set(ports, "router.input_nomination=my_longest")) !=
        time_of(with_set(ports, "router.input_nomination=oldest")));
  CHECK(time_of(with_set(mesh, "router.routing=my_last_first")) != time_of(mesh));
}

TEST_CASE("Plug-in: an open loop's pattern runs alike at cycle and packet level", "[PLUGIN-5][EQUAL-1]") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "mirror.yaml";
  std::ofstream(file) << "plugins: [" << plugin("all_kinds") << "]\n"
                      << "workload: {algorithm: my_mirror, load: 0.1, packet_size: 512 B, warmup: 500 cycles, measure: "
                         "3000 cycles}\n";
  const Outcome outcome = succeeded(run_tactus({"compare", file, "--levels", "cycle,packet"}));
  CHECK_THAT(outcome.out, Contains("equal"));
}

TEST_CASE("Plug-in: a source is compiled once, and again when it has changed",
          "[PLUGIN-1][PLUGIN-2][key:plugins][long]") {
  const TemporaryFolder folder;
  const std::filesystem::path source = folder.path() / "token_bucket.cpp";
  const std::filesystem::path scenario = folder.path() / "bucket.yaml";
  std::filesystem::copy_file(
      std::filesystem::path(scenario_path("")).parent_path().parent_path() / "docs/examples/plugins/token_bucket.cpp",
      source);
  std::ofstream(scenario) << "plugins: [token_bucket.cpp]\nworkload: {message_size: 5000 B}\n"
                          << "pacing: {control: token_bucket, bucket_rate: 0.25}\n";
  const Arguments run = {"run", scenario, "--level", "packet", "--json", "--out", folder.path() / "out"};
  const Outcome first = succeeded(run_tactus(run));
  CHECK_THAT(first.err, Contains("compiling token_bucket.cpp"));
  const auto result = nlohmann::json::parse(first.out);
  CHECK(result["versions"].contains("plugin token_bucket.cpp"));
  CHECK(result["configuration"]["pacing.bucket_rate"] == "0.25");
  const Outcome second = succeeded(run_tactus(run));
  CHECK(second.err.empty());
  CHECK(nlohmann::json::parse(second.out)["versions"] == result["versions"]);
  std::ofstream(source, std::ios::app) << "namespace {\n[[maybe_unused]] const int kMore = 1;\n}\n#error not yet\n";
  const Outcome broken = ended_with(2, run_tactus(run));
  CHECK_THAT(broken.err, Contains(scenario.string() + ":1:11: error: plugins: token_bucket.cpp: it does not compile:"));
  CHECK_THAT(broken.err, Contains("not yet"));
}

TEST_CASE("Plug-in: its keys are known to help, lists, the schema, suggestions and ranges", "[PLUGIN-1]") {
  const std::string all = plugin("all_kinds");
  CHECK_THAT(succeeded(run_tactus({"run", "--help", "--plugin", all})).out,
             Contains("pacing.my_pause (plugin_all_kinds.so)"));
  CHECK_THAT(succeeded(run_tactus({"list", "--keys=pacing.my", "--plugin", all})).out,
             Contains("Packets of a pause after each packet. Only with `pacing.mode`") || Contains("0 to 100"));
  CHECK_THAT(succeeded(run_tactus({"list", "--policies", "--plugin", all})).out,
             Contains("my_highest (plugin_all_kinds.so): The highest requester wins."));
  const auto schema = nlohmann::json::parse(succeeded(run_tactus({"list", "--schema", "--plugin", all})).out);
  CHECK(schema["properties"]["pacing"]["properties"].contains("my_pause"));
  const TemporaryFolder folder;
  CHECK_THAT(ended_with(2, run_with(all, {"pacing.mode=my_pause", "pacing.my_pase=1"}, folder)).err,
             Contains("unknown key 'pacing.my_pase'; did you mean pacing.my_pause?"));
  CHECK_THAT(ended_with(2, run_with(all, {"pacing.mode=my_pause", "pacing.my_pause=101"}, folder)).err,
             Contains("pacing.my_pause: 101: must be 0 to 100"));
  CHECK_THAT(ended_with(2, run_with(all, {"pacing.my_pause=1"}, folder)).err,
             Contains("pacing.my_pause has no effect: pacing.mode is off"));
  CHECK_THAT(ended_with(2, run_tactus({"list", "--keys=pacing.nothing"})).err,
             Contains("unknown key 'pacing.nothing'"));
}

TEST_CASE("Plug-in: the scenario that tune writes names it, and runs without the option", "[PLUGIN-2]") {
  const TemporaryFolder folder;
  const std::string tuned = folder.path() / "tuned.yaml";
  succeeded(run_tactus({"tune", kQuickstart, "--plugin", plugin("all_kinds"), "--set", "router.arbiter=my_highest",
                        "--bias", "0:1:1", "--quiet", "--out", tuned, "--runs", folder.path() / "runs"}));
  CHECK_THAT(text_of(tuned), Contains(" --plugin '" + plugin("all_kinds") + "'"));
  succeeded(run_tactus({"run", tuned, "--level=packet", "--quiet", "--out", folder.path() / "run"}));
}

TEST_CASE("Plug-in: a library that the program cannot use is refused with 2, and nothing is written", "[PLUGIN-3]") {
  CHECK_THAT(refused(plugin("no_plugin")), Contains("plugin_no_plugin.so: it is no plug-in"));
  CHECK_THAT(refused(plugin("other_version")), Contains("compiled for another version, with headers 0123456789abcdef"));
  CHECK_THAT(refused(plugin("by_the_clock")), Contains("it needs time: a policy answers by what it is told alone"));
  CHECK_THAT(refused(plugin("throws_while_loaded")), Contains("it throws while it is loaded: nothing to load"));
  const std::string taken = refused(plugin("taken_names"));
  CHECK_THAT(taken, Contains("pacer mode 'fixed': the program has one of that name"));
  CHECK_THAT(taken, Contains("pacer mode 'my_own': there is a key pacing.gap already"));
  CHECK_THAT(taken, Contains("pacer mode 'my_own': values of PACE_CTRL.mode are numbers of the program's own"));
  CHECK_THAT(refused("nowhere.so"), Contains("--plugin nowhere.so: no such file"));
  CHECK_THAT(refused(kQuickstart), Contains("a plug-in is a C++ source"));
  const TemporaryFolder folder;
  const std::filesystem::path text = folder.path() / "text.so";
  std::ofstream(text) << "no library";
  CHECK_THAT(refused(text), Contains("text.so: it is no ELF file"));
}

TEST_CASE("Plug-in: a policy that breaks its contract is named, with 3", "[PLUGIN-4]") {
  const std::array<std::pair<const char*, const char*>, 3> broken = {{
      {"my_throwing", "plugin_broken_rules.so: pacer mode 'my_throwing': `packet_started` throws: no more beats"},
      {"my_past", "plugin_broken_rules.so: pacer mode 'my_past': `packet_started` answers cycle "},
      {"my_counting", "plugin_broken_rules.so: pacer mode 'my_counting': `gap` answers differently"},
  }};
  for (const auto& [mode, text] : broken) {
    for (const char* level : {"cycle", "packet"}) {
      CAPTURE(mode, level);
      const TemporaryFolder folder;
      const Outcome outcome = run_tactus({"run", kQuickstart, "--plugin", plugin("broken_rules"), "--level", level,
                                          "--set", std::string("pacing.mode=") + mode, "--out", folder.path() / "out"});
      CHECK(outcome.status == 3);
      CHECK_THAT(outcome.err, Contains(std::string("/tactus/common/policy: ") + text));
    }
  }
}

TEST_CASE("Plug-in: one that does not return is named, while it is loaded and when it is called",
          "[PLUGIN-3][PLUGIN-4]") {
  const TemporaryFolder folder;
  // Beside each other: both wait for ten seconds.
  TactusProcess called({"run", kQuickstart, "--plugin", plugin("broken_rules"), "--set", "pacing.mode=my_sleeping",
                        "--out", folder.path() / "out"});
  CHECK_THAT(refused(plugin("never_loaded")), Contains("it did not return within 10 s while it was loaded"));
  CHECK_THAT(ended_with(3, called.wait()).err, Contains("pacer mode 'my_sleeping': `gap` has not returned for 10 s"));
}
