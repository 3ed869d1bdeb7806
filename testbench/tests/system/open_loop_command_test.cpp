#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Json = nlohmann::ordered_json;

/// A run of a committed open-loop scenario.
struct OpenLoop {
  TemporaryFolder folder;
  Outcome outcome;
  Json measured;

  OpenLoop(const std::string& scenario, const Texts& settings, const std::string& level = "packet") {
    Texts arguments = {"run",        scenario_path("openloop/" + scenario), "--quiet", "--level", level, "--out",
                       folder.path()};
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    outcome = run_tactus(arguments);
    if (outcome.status == 0) measured = result_without_host(folder.path())["open_loop"];
  }
};

}  // namespace

TEST_CASE("Open loop: saturated is told from the window, whether or not the drain is long enough", "[OPEN-19]") {
  // By age no packet is left behind for ever while creation goes on.
  Texts settings = {"load=0.35", "workload.measure=10000 cycles", "router.arbiter=oldest_first",
                    "workload.drain=1000 cycles"};
  const OpenLoop cut("transpose.yaml", settings);
  settings.back() = "workload.drain=1000000 cycles";
  const OpenLoop drained("transpose.yaml", settings);
  CHECK(cut.measured["outstanding"] > 0);
  CHECK(drained.measured["outstanding"] == 0);
  for (const OpenLoop* run : {&cut, &drained}) {
    CHECK(run->measured["saturated"] == true);
    CHECK(run->measured["offered"] == cut.measured["offered"]);
    CHECK(run->measured["accepted"] == cut.measured["accepted"]);
  }
}

TEST_CASE("Open loop: a run that is ended within its window says neither that it is saturated nor that it is steady",
          "[OPEN-19][key:run.max_time]") {
  const OpenLoop run("uniform.yaml", {"run.max_time=100 us"});  // 50,000 of 60,000 cycles
  REQUIRE(run.outcome.status == 0);
  CHECK(run.measured["saturated"].is_null());
  CHECK(run.measured["steady"].is_null());
  CHECK(run.outcome.err.empty());
}

TEST_CASE("Open loop: without warm-up the run warns, and with what it asks for it does not", "[OPEN-20][OPEN-21]") {
  const std::string load = "load=0.9";
  const OpenLoop cold("neighbour.yaml", {load, "workload.warmup=0 cycles"});
  REQUIRE(cold.outcome.status == 0);
  CHECK(cold.measured["steady"] == false);
  CHECK_THAT(cold.outcome.err,
             Contains("tactus: warning: workload.warmup: 0 cycles are too few") && Contains("the mean latency is"));
  const std::string asked = "Set workload.warmup to ";
  const std::size_t at = cold.outcome.err.find(asked);
  REQUIRE(at != std::string::npos);
  std::string warmup = cold.outcome.err.substr(at + asked.size());
  warmup.erase(warmup.find_last_not_of('\n') + 1);
  const OpenLoop warm("neighbour.yaml", {load, "workload.warmup=" + warmup});
  CHECK(warm.measured["steady"] == true);
  CHECK(warm.outcome.err.empty());
  CHECK(warm.measured["latency_ns"]["mean"] > cold.measured["latency_ns"]["mean"]);
}

TEST_CASE("Open loop: of an overloaded network the accepted load is checked for warm-up", "[OPEN-20][OPEN-21]") {
  const Texts overload = {"load=0.95", "workload.measure=10000 cycles", "workload.drain=1000 cycles"};
  Texts settings = overload;
  settings.emplace_back("workload.warmup=0 cycles");
  const OpenLoop cold("uniform.yaml", settings);
  CHECK(cold.measured["steady"] == false);
  CHECK_THAT(cold.outcome.err, Contains("the accepted load is"));
  settings.back() = "workload.warmup=10000 cycles";
  const OpenLoop warm("uniform.yaml", settings);
  CHECK(warm.measured["steady"] == true);
  CHECK(warm.outcome.err.empty());
}

TEST_CASE("Open loop: the committed scenarios are warmed up", "[OPEN-20]") {
  for (const char* scenario :
       {"uniform.yaml", "tornado.yaml", "transpose.yaml", "bit_complement.yaml", "neighbour.yaml", "hot_spot.yaml"}) {
    CAPTURE(scenario);
    const OpenLoop run(scenario, {});
    CHECK(run.measured["steady"] == true);
    CHECK(run.outcome.err.empty());
  }
}

TEST_CASE("Open loop: cycle and packet level measure the same, and judge it alike", "[OPEN-19][OPEN-20]") {
  for (const char* load : {"load=0.3", "load=0.9"}) {
    const Texts settings = {load, "network.shape=[4, 4]", "workload.warmup=0 cycles", "workload.measure=8000 cycles",
                            "workload.drain=2000 cycles"};
    const OpenLoop cycle("uniform.yaml", settings, "cycle");
    const OpenLoop packet("uniform.yaml", settings, "packet");
    CAPTURE(load);
    REQUIRE(cycle.outcome.status == 0);
    CHECK(cycle.measured == packet.measured);
    CHECK(cycle.outcome.err == packet.outcome.err);
  }
}
