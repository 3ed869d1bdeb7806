// RTL of users that is held to a plug-in of theirs instead of to our model: rtl.replace with `model`.
#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

const std::filesystem::path kModels = std::filesystem::path(TACTUS_TEST_FOLDER) / "cosim/part_models";
const std::string kExample = (std::filesystem::path(scenario_path("")).parent_path().parent_path() /
                              "docs/examples/bucket_pacer/bucket_pacer.yaml")
                                 .lexically_normal()
                                 .string();
const Arguments kNoRtl = {"--set", "rtl.nics=none", "--set", "rtl.routers=none", "--set", "rtl.replace=none"};

Outcome run_rtl(const std::string& scenario, const Arguments& more, const TemporaryFolder& folder) {
  return run_program(TACTUS_RTL_BINARY,
                     with({"run", scenario, "--quiet", "--json", "--out", folder.path() / "out"}, more));
}

/// All that is alike of two runs of a machine, at any level, with and without RTL.
nlohmann::json packets_of(const std::string& scenario, const Arguments& more) {
  const TemporaryFolder folder;
  const auto result = nlohmann::json::parse(succeeded(run_rtl(scenario, more, folder)).out);
  return {result["simulated_seconds"], result["packets_delivered"], result["packet_latency_ns"]};
}

/// A small machine in a folder with the parts of part_models.
std::string small_scenario(const TemporaryFolder& folder, const std::string& rest,
                           const std::string& nic = "{count: 2, unexpected_entries: 32}",
                           const std::string& shape = "[3, 3]") {
  std::filesystem::copy(kModels, folder.path(), std::filesystem::copy_options::recursive);
  write_file(folder.path() / "small.yaml", "network: {shape: " + shape + "}\nnic: " + nic + "\n" + rest);
  return folder.path() / "small.yaml";
}

/// With another text in one of the files of `folder`.
void edit(const std::filesystem::path& file, const std::string& from, const std::string& to) {
  write_file(file, replaced(text_of(file), from, to));
}

constexpr char kMixer[] =
    "pacing: {mode: mixer}\nworkload: {algorithm: a2at, message_size: 5000 B}\n"
    "rtl:\n  nics: all\n  replace:\n    pacer: {sources: mixer, top: mixer, model: mixer.cpp}\n";

}  // namespace

TEST_CASE("Part model: the committed token buckets in RTL are those of the plug-in, at both levels",
          "[key:rtl.replace][PACER-11][PACER-12][EQUAL-1]") {
  const auto without_rtl = packets_of(kExample, with(kNoRtl, {"--level", "packet"}));
  CHECK(packets_of(kExample, {}) == without_rtl);
  CHECK(packets_of(kExample, {"--level", "packet"}) == without_rtl);
  const Arguments cube = {"--level", "packet", "--set", "network.shape=[4, 4, 4]", "--set", "message_size=2 KiB"};
  CHECK(packets_of(kExample, with(cube, {"--set", "dimensions=3", "--set", "rtl.nics=[[1, 2, 3]]"})) ==
        packets_of(kExample, with(with(cube, kNoRtl), {"--set", "nic.unexpected_entries=0"})));
  const TemporaryFolder folder;
  const auto result = nlohmann::json::parse(succeeded(run_rtl(kExample, {}, folder)).out);
  CHECK(result["versions"].contains("plugin bucket_pacer.cpp"));
}

TEST_CASE("Part model: a difference to the plug-in ends the run with 3, and names the policy, the port and the cycle",
          "[key:rtl.replace]") {
  const TemporaryFolder folder;
  // Smaller buckets than those of the RTL: no need to Verilate anything.
  const Outcome outcome = ended_with(3, run_rtl(kExample, {"--set", "pacing.bucket_depth=200"}, folder));
  CHECK_THAT(outcome.err,
             Contains("/tactus/rtl/difference: torus.node_1_2.nic, flit_o[0], cycle ") &&
                 Contains(": the model (bucket_pacer.cpp: pacer mode 'bucket') has idle, the RTL head vc0") &&
                 Contains("engine_0.pacer differs first at slot_come_o, cycle ") &&
                 Contains("next_i 1, next_destination_i "));
}

TEST_CASE("Part model: a pacer that goes by all that it is told is equal to its mode, and each planted fault is found",
          "[key:rtl.replace][PACER-11]") {
  const TemporaryFolder folder;
  const std::string scenario = small_scenario(folder, kMixer);
  CHECK(packets_of(scenario, {}) == packets_of(scenario, with(kNoRtl, {"--level", "packet"})));
  // A NIC is built once for networks of all dimensions.
  const TemporaryFolder cube;
  const Outcome in_cube = run_rtl(scenario, {"--set", "network.shape=[2, 3, 2]"}, cube);
  CHECK_THAT(succeeded(in_cube).err, !Contains("Verilating"));
  for (int fault = 1; fault <= 11; ++fault) {
    if (fault == 9) continue;  // a slot means nothing without a packet
    CAPTURE(fault);
    const std::string bias = "pacing.bias=" + std::to_string(fault * 0.125);
    const Outcome outcome = ended_with(3, run_rtl(scenario, {"--set", bias}, folder));
    CHECK_THAT(outcome.err, Contains("the model (mixer.cpp: pacer mode 'mixer') has "));
  }
  CHECK(run_rtl(scenario, {"--set", "pacing.bias=1.125"}, folder).status == 0);
  edit(folder.path() / "mixer.cpp", "0x5A5A", "0x5A5B");
  CHECK_THAT(ended_with(3, run_rtl(scenario, {}, folder)).err, Contains("/tactus/rtl/difference"));
}

TEST_CASE("Part model: an arbiter with a state and ages is equal to that of a plug-in, and one that is not is found",
          "[key:rtl.replace]") {
  const TemporaryFolder folder;
  const std::string scenario =
      small_scenario(folder,
                     "router: {arbiter: coin}\nworkload: {algorithm: uniform, load: 0.7}\n"
                     "parameters: {fault: 0}\nrtl:\n  routers: [[0], [5]]\n  replace:\n"
                     "    arbiter: {sources: coin, top: coin, model: coin.cpp, parameters: {Fault: \"${fault}\"}}\n",
                     "{count: 1}", "[8]");
  CHECK(packets_of(scenario, {}) == packets_of(scenario, with(kNoRtl, {"--level", "packet"})));
  const Outcome outcome = ended_with(3, run_rtl(scenario, {"--set", "fault=1"}, folder));
  CHECK_THAT(outcome.err, Contains(".router, flit_o[") && Contains("the model (coin.cpp: arbiter 'coin') has "));
}

TEST_CASE("Part model: what cannot be is refused with 2, at its place", "[key:rtl.replace]") {
  const auto refused = [](const std::string& rtl, const Arguments& says, const Arguments& sets = {}) {
    const TemporaryFolder folder;
    const std::string head = "pacing: {mode: mixer}\nworkload: {algorithm: a2at}\n";
    const std::string scenario = small_scenario(folder, head + "rtl:\n  nics: all\n  routers: all\n" + rtl);
    write_file(folder.path() / "broken.cpp", "#error not yet\n");
    const Outcome outcome = run_rtl(scenario, sets, folder);
    CAPTURE(rtl, outcome.err);
    CHECK(outcome.status == 2);
    for (const std::string& text : says) CHECK_THAT(outcome.err, Contains(text));
  };
  const std::string pacer = "  replace: {pacer: {sources: mixer, top: mixer, ";
  refused(pacer + "model: none.cpp}}\n",
          {"small.yaml:8:56: error: rtl.replace.pacer.model: none.cpp: ", "no such file"});
  refused(pacer + "model: mixer}}\n", {":8:56: error: ", "a plug-in is a C++ source"});
  refused(pacer + "model: broken.cpp}}\n", {":8:56: error: ", "it does not compile", "not yet"});
  refused(pacer + "model: coin.cpp}}\n", {":3:16: error: pacing.mode: ", "mixer"});
  refused(pacer + "model: coin.cpp}}\n",
          {":8:56: error: rtl.replace.pacer: model: coin.cpp registers no pacer mode, but arbiter 'coin'"},
          {"--set", "pacing.mode=off"});
  refused(pacer + "model: mixer.cpp, lockstep: false}}\n",
          {":8:56: error: rtl.replace.pacer: model: with lockstep: false the RTL decides, and is held to nothing"});
  refused(pacer + "model: mixer.cpp}}\n",
          {"pacing.mode: fixed: rtl.replace.pacer is held to mixer.cpp, which has mixer"},
          {"--set", "pacing={mode: fixed, gap: 1}"});
  refused(pacer + "model: mixer.cpp}}\n",
          {":3:16: error: pacing.mode: mixer: a NIC in RTL (rtl.nics) has fixed, hops, off"},
          {"--set", "rtl.replace=none"});
  refused(
      "  replace: {arbiter: {sources: coin, top: coin, model: coin.cpp}, pacer: {sources: mixer, top: mixer, model: "
      "mixer.cpp}}\n",
      {"router.arbiter: round_robin: rtl.replace.arbiter is held to coin.cpp, which has coin"});
  refused("  replace: {nic: {sources: mixer, top: mixer, model: mixer.cpp}}\n",
          {":8:54: error: rtl.replace.nic: model: a plug-in is a model for pacer and arbiter"});
  refused("  replace: {pacer: {sources: mixer, model: mixer.cpp, parameters: {Depth: 1}}}\n",
          {":8:67: error: rtl.replace.pacer: a module with our name has our parameters"});
  refused(pacer + "parameters: {Depth: deep, 2nd: 3, Depth: 4}}}\n",
          {":8:69: error: ", "'deep'", "'2nd' is no name of a parameter", "parameter Depth is given twice"},
          {"--set", "pacing.mode=off"});
}
