#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

const std::vector<std::string> kCompare = {"compare", scenario_path("quickstart/a2at_4x4.yaml"), "--set",
                                           "workload.message_size=4 KiB"};

Outcome compare_with(const std::vector<std::string>& more) { return run_tactus(with(kCompare, more)); }

}  // namespace

TEST_CASE("tactus compare: two levels of a committed scenario are equal, and it ends with 0") {
  const Outcome outcome = ended_with(0, compare_with({"--levels", "cycle,packet"}));
  CHECK(outcome.err.empty());
  CHECK_THAT(outcome.out, Contains("compared, 0 differ") && Contains("verdict    equal"));
}

TEST_CASE("tactus compare: --json tells the same in numbers") {
  const Outcome outcome = ended_with(0, compare_with({"--json"}));
  const auto json = nlohmann::json::parse(outcome.out);
  CHECK(json["equal"] == true);
  CHECK(json["packets"] == 16 * 15 * 3);  // 4 KiB in payloads of 2016 B
  CHECK(json["messages"] == 16 * 15);
  CHECK(json["differing_packets"] == 0);
  CHECK(json["waited_share"] > 0.0);
  CHECK(json["levels"] == std::vector<std::string>{"cycle", "packet"});
  CHECK(json["user_cpu_s"].contains("packet"));
  CHECK(json.contains("speed_ratio"));
  CHECK_FALSE(json.contains("first_difference"));
}

TEST_CASE("tactus compare: levels that differ are told apart in words, and it ends with 4") {
  std::vector<std::string> late = kCompare;
  late.insert(late.end(), {"--set", "router.vc_buffer=2 KiB"});
  const Outcome outcome = ended_with(4, run_broken_tactus(late));
  CHECK_THAT(outcome.out, Contains("verdict    packet") && Contains("at level cycle") && Contains("at level packet"));
  late.emplace_back("--json");
  const auto object = nlohmann::json::parse(run_broken_tactus(late).out);
  CHECK(object["equal"] == false);
  CHECK(object["differing_packets"] > 0);
  CHECK(object.contains("first_difference"));
}

TEST_CASE("tactus compare: a machine that one of the levels cannot execute is refused with 2", "[EQUAL-9]") {
  const Outcome outcome = ended_with(2, compare_with({"--set", "router.switch_hold=flit"}));
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, Contains("router.switch_hold"));
  CHECK(compare_with({"--set", "router.arbter=matrix"}).status == 2);
}

TEST_CASE("tactus compare: more messages than a NIC can keep before their receives is refused with 2, at its place",
          "[key:nic.unexpected_entries]") {
  for (const std::string wait : {"workload.wait_receives=false", "workload.wait_receives=true"}) {
    const Outcome outcome = ended_with(2, compare_with({"--set", wait, "--set", "nic.unexpected_entries=3"}));
    CHECK_THAT(outcome.err, Contains("--set nic.unexpected_entries=3:3:24: error: nic.unexpected_entries: 3: up to 4 "
                                     "messages of this workload may wait at a DMA engine for their receives: use 4"));
    CHECK(compare_with({"--set", wait, "--set", "nic.unexpected_entries=4"}).status == 0);
  }
}
