#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

const Arguments kCompareSettings = {"compare", scenario_path("quickstart/a2at_4x4.yaml"), "--set",
                                    "workload.message_size=4 KiB"};

Outcome compare_settings(const Arguments& more) { return run_tactus(with(kCompareSettings, more)); }

}  // namespace

TEST_CASE("tactus compare: --with runs the scenario with other settings beside it, and shows what both have") {
  const Arguments with_bias = {"--with", "pacing.mode=hops", "--with", "pacing.bias=0.5", "--level", "cycle"};
  const Outcome text = ended_with(0, compare_settings(with_bias));
  CHECK_THAT(text.out, Contains("second     with pacing.mode=hops, pacing.bias=0.5\n") &&
                           Contains("simulated_seconds") && Contains("nic.pace_cycles"));
  Arguments as_json = with_bias;
  as_json.emplace_back("--json");
  const auto json = nlohmann::json::parse(ended_with(0, compare_settings(as_json)).out);
  const auto run_of = [](const Arguments& more) {
    const TemporaryFolder folder;
    Arguments run = kCompareSettings;
    run[0] = "run";
    run.insert(run.end(), {"--level", "cycle", "--quiet", "--out", folder.path()});
    succeeded(run_tactus(tactus::test::with(run, more)));
    return result_without_host(folder.path());
  };
  const auto first = run_of({});
  const auto second = run_of({"--set", "pacing.mode=hops", "--set", "pacing.bias=0.5"});
  const auto& time = json["figures"]["simulated_seconds"];
  CHECK(time["first"].get<double>() == first["simulated_seconds"].get<double>());
  CHECK(time["second"].get<double>() == second["simulated_seconds"].get<double>());
  CHECK(time["ratio"].get<double>() ==
        second["simulated_seconds"].get<double>() / first["simulated_seconds"].get<double>());
  CHECK(json["figures"]["nic.stall_cycles"]["second"].get<double>() == second["nic"]["stall_cycles"].get<double>());
  CHECK(json["differing_keys"] == std::vector<std::string>{"pacing.mode", "pacing.bias"});
}

TEST_CASE("tactus compare: --with that changes nothing is said, and one that is wrong is refused with 2") {
  const Outcome nothing = ended_with(0, compare_settings({"--with", "workload.message_size=4 KiB"}));
  CHECK_THAT(nothing.out, Contains("both runs are of one machine"));
  CHECK_THAT(ended_with(2, compare_settings({"--with", "pacing.bais=1"})).err, Contains("pacing.bias"));
  CHECK(ended_with(2, compare_settings({"--with", "router.switch_hold=flit", "--level", "packet"})).out.empty());
}
