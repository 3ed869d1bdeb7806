// Routers, NICs, memories and processors of users, in named nodes of a torus.
#include <fstream>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;
using Catch::Matchers::Contains;

namespace {

const std::string kQuickstart = scenario_path("quickstart/a2at_4x4.yaml");
const std::string kBroken = std::string(TEST_PLUGINS) + "/plugin_broken_parts.so";

const std::string kProcessors = std::string(TEST_PLUGINS) + "/plugin_broken_processors.so";

std::string example(const std::string& name) { return std::string(TACTUS_SOURCE_DIR) + "/docs/examples/parts/" + name; }

Arguments with_plugin(Arguments arguments, const std::string& plugin, const Texts& sets) {
  arguments = with(std::move(arguments), {"--plugin", plugin});
  for (const std::string& set : sets) arguments = with(std::move(arguments), {"--set", set});
  return arguments;
}

nlohmann::json result_of(const std::string& plugin, const Texts& sets) {
  const TemporaryFolder folder;
  succeeded(run_tactus(with_plugin({"run", kQuickstart, "--out", folder.path() / "out"}, plugin, sets)));
  return nlohmann::json::parse(text_of(folder.path() / "out" / "result.json"));
}

/// Cycle and packet level do the same with these parts.
void check_equal(const std::string& plugin, const Texts& sets) {
  CAPTURE(plugin, sets);
  const Arguments compare = {"compare", kQuickstart, "--levels", "cycle,packet", "--set", "message_size=5000 B"};
  CHECK_THAT(succeeded(run_tactus(with_plugin(compare, plugin, sets))).out, Contains("verdict    equal"));
}

/// Error output of a run that ends with `status`, and leaves no result if it was refused.
std::string ended(int status, const Texts& sets, const std::string& plugin = kBroken, const Arguments& more = {}) {
  CAPTURE(sets);
  const TemporaryFolder folder;
  const Arguments run = with({"run", kQuickstart, "--out", folder.path() / "out"}, more);
  const Outcome outcome = ended_with(status, run_tactus(with_plugin(run, plugin, sets)));
  if (status == 2) CHECK_FALSE(std::filesystem::exists(folder.path() / "out"));
  return outcome.err;
}

std::string broken_router(int fault) {
  return ended(3, {"parts.router={broken_router: [[1, 2]]}", "parts.router_fault=" + std::to_string(fault)});
}

}  // namespace

TEST_CASE("Parts: a router of a plug-in is in the nodes that are named, at both levels alike",
          "[PART-1][key:parts.router]") {
  const std::string nodes = "parts.router={slow_router: [[1, 2], [3, 0]]}";
  check_equal(example("slow_router.cpp"), {nodes});
  check_equal(example("store_and_forward.cpp"), {"parts.router={store_and_forward: [[1, 2], [3, 0]]}"});
  const auto with_stages = [](const std::string& stages) {
    return result_of(example("slow_router.cpp"), {"parts.router={slow_router: all}", "parts.stages=" + stages});
  };
  const nlohmann::json one = with_stages("1");
  const nlohmann::json sixteen = with_stages("16");
  // The median packet has three routers on its way; a cycle takes 4 ns.
  const auto median = [](const nlohmann::json& result) { return result["packet_latency_ns"]["p50"].get<double>(); };
  CHECK(median(sixteen) - median(one) == 15 * 3 * 4);
  CHECK(sixteen["messages_delivered"] == one["messages_delivered"]);
  CHECK_THAT(one["versions"].dump(), Contains("slow_router.cpp"));
}

TEST_CASE("Parts: a memory of a plug-in is in the nodes that are named, at both levels alike",
          "[PART-1][key:parts.memory]") {
  check_equal(example("banked_memory.cpp"), {"parts.memory={banked_memory: [[1, 2]]}", "parts.bank_cycles=90"});
  check_equal(example("banked_memory.cpp"), {"parts.memory={banked_memory: all}", "parts.refresh_cycles=99"});
  const nlohmann::json slow =
      result_of(example("banked_memory.cpp"), {"parts.memory={banked_memory: all}", "parts.bank_cycles=900"});
  CHECK(slow["simulated_seconds"] > 2 * result_of(example("banked_memory.cpp"), {})["simulated_seconds"].get<double>());
}

TEST_CASE("Parts: a NIC of a plug-in is in the nodes that are named, at both levels alike", "[PART-1][key:parts.nic]") {
  check_equal(kBroken, {"parts.nic={broken_nic: [[1, 2], [0, 0]]}"});
  const std::string nic = example("moderated_nic.cpp");
  check_equal(nic, {"parts.nic={moderated_nic: [[1, 2], [3, 0]]}"});
  const auto time = [&](const Texts& sets) { return result_of(nic, sets)["simulated_seconds"].get<double>(); };
  // The last interrupt at least is 4 us late.
  CHECK(time({"parts.nic={moderated_nic: all}", "parts.irq_delay=1000"}) > time({}) + 4e-6);
  check_equal(kBroken, {"parts.nic={broken_nic: [[1, 2]]}", "parts.router={broken_router: [[1, 2], [1, 3]]}",
                        "parts.memory={broken_memory: [[1, 2]]}"});
}

TEST_CASE("Parts: a processor of a plug-in is in the nodes that are named, at both levels alike",
          "[PART-1][PART-13][PART-15][PART-16][key:parts.processor]") {
  const std::string polling = example("polling_processor.cpp");
  check_equal(polling, {"parts.processor={polling_processor: [[1, 2], [3, 0]]}"});
  check_equal(polling, {"parts.processor={polling_processor: all}", "parts.poll_cycles=77"});
  check_equal(kProcessors, {"parts.processor={our_processor: [[1, 2]]}", "workload.algorithm=butterfly"});
  check_equal(kProcessors, {"parts.processor={our_processor: [[1, 2]]}", "workload.placement=random"});
  check_equal(kProcessors, {"parts.processor={eager_processor: [[1, 2], [0, 0]]}"});
  const nlohmann::json usual = result_of(polling, {});
  const nlohmann::json polled = result_of(polling, {"parts.processor={polling_processor: all}"});
  const auto time = [](const nlohmann::json& result) { return result["simulated_seconds"].get<double>(); };
  CHECK(polled["messages_delivered"] == usual["messages_delivered"]);
  CHECK(time(polled) != time(usual));
  CHECK_THAT(polled["versions"].dump(), Contains("polling_processor.cpp"));
  CHECK(usual.contains("software"));
  CHECK_FALSE(polled.contains("software"));  // nobody counts what a part writes
  // Our own processor as a part does what it does otherwise.
  const nlohmann::json ours = result_of(kProcessors, {"parts.processor={our_processor: all}"});
  CHECK(ours["packet_latency_ns"] == usual["packet_latency_ns"]);
  CHECK(ours["messages_delivered"] == usual["messages_delivered"]);
  // Programs end with a wait, which costs its 50 cycles if it has nothing to wait for.
  CHECK(time(ours) > time(usual) - 51 * 4e-9);
  CHECK(time(ours) <= time(usual));
}

TEST_CASE("Parts: a router that breaks its contract is named, with port and cycle",
          "[PART-2][PART-3][PART-4][PART-5][PART-9]") {
  const std::string who = "plugin_broken_parts.so: router part 'broken_router', torus.node_1_2.router, ";
  CHECK_THAT(broken_router(1), Contains(who + "port ") && Contains("are lost, or have still to leave"));
  CHECK_THAT(broken_router(2), Contains(who + "port plus_x, cycle ") && Contains("sends another flit than flit 20"));
  CHECK_THAT(broken_router(3), Contains(who) && Contains("sends another flit than flit 19"));
  CHECK_THAT(broken_router(4), Contains(who) && Contains("sends a flit on VC 7, which does not exist"));
  CHECK_THAT(broken_router(5), Contains(who) && Contains("VC 0: sends a flit without a credit"));
  CHECK_THAT(broken_router(6), Contains(who) && Contains("gives back 2 credits for 1 flits"));
  CHECK_THAT(broken_router(7), Contains(who) && Contains("after one that came behind it"));
  CHECK_THAT(broken_router(8), Contains(who) && Contains("has left already"));
  CHECK_THAT(broken_router(9), Contains(who) && Contains("gives back 1 credits for 0 flits"));
  CHECK_THAT(broken_router(10), Contains(who + "port plus_x: nobody reads the wire of credit_i"));
  CHECK_THAT(broken_router(11), Contains("router part 'broken_router': `make` throws: no router today"));
  CHECK_THAT(broken_router(12), Contains("router part 'broken_router': `make` makes nothing"));
  CHECK_THAT(broken_router(13), Contains(who + "3 ports instead of the 8 of site.config.ports()"));
}

TEST_CASE("Parts: a NIC that breaks its contract is named, with engine and cycle", "[PART-6][PART-7][PART-9]") {
  const auto broken = [](int fault) {
    return ended(3, {"parts.nic={broken_nic: [[1, 2]]}", "parts.nic_fault=" + std::to_string(fault)});
  };
  const std::string who = "plugin_broken_parts.so: NIC part 'broken_nic', torus.node_1_2.nic, engine 0";
  CHECK_THAT(broken(1), Contains(who + ", cycle ") && Contains("sends a packet with a bubble"));
  CHECK_THAT(broken(4), Contains(who) && Contains("VC 7: NICs send on VC 0"));
  CHECK_THAT(broken(5), Contains(who) && Contains("sends a flit without a credit"));
  CHECK_THAT(broken(6), Contains(who) && Contains("gives back 1 credits for 0 flits"));
  CHECK_THAT(broken(7), Contains(who) && Contains("its head leaves in cycle"));
  CHECK_THAT(broken(10), Contains(who + ": nobody reads the wire of credit_i"));
  CHECK_THAT(broken(12), Contains("NIC part 'broken_nic': `make` makes nothing"));
}

TEST_CASE("Parts: a memory that breaks its contract is named at both levels, with node and cycle", "[PART-8][PART-9]") {
  for (const std::string level : {"cycle", "packet"}) {
    const auto broken = [&](int fault) {
      return ended(3, {"parts.memory={broken_memory: [[1, 2]]}", "parts.memory_fault=" + std::to_string(fault)},
                   kBroken, {"--level", level});
    };
    const std::string who = "plugin_broken_parts.so: memory part 'broken_memory', memory of node_1_2, cycle ";
    CHECK_THAT(broken(1), Contains(who) && Contains("answered twice"));
    CHECK_THAT(broken(2), Contains(who) && Contains("before it has taken it"));
    CHECK_THAT(broken(3), Contains(who) && Contains("engine 8, which does not exist"));
    CHECK_THAT(broken(4), Contains(who) && Contains("it does not say when it goes on"));
    CHECK_THAT(broken(5), Contains("memory part 'broken_memory': `request` throws: full"));
    CHECK_THAT(broken(6), Contains(who) && Contains("twice"));
  }
}

TEST_CASE("Parts: a processor that breaks its contract is named at both levels, with engine and cycle",
          "[PART-9][PART-14][PART-15]") {
  for (const std::string level : {"cycle", "packet"}) {
    const auto broken = [&](int fault) {
      return ended(3,
                   {"parts.processor={broken_processor: [[1, 2]]}", "parts.processor_fault=" + std::to_string(fault)},
                   kProcessors, {"--level", level});
    };
    const std::string who = "plugin_broken_processors.so: processor part 'broken_processor'";
    const std::string place = "/tactus/node/part: " + who + ", processor_1_2, ";
    CHECK_THAT(broken(1), Contains(place + "engine ") && Contains("or not once more"));
    CHECK_THAT(broken(2), Contains(place) && Contains("with 16385 B instead of 16384 B"));
    CHECK_THAT(broken(3), Contains(place) && Contains("its receive is on NIC "));
    CHECK_THAT(broken(4), Contains(place) && Contains("with create_cycle 0"));
    CHECK_THAT(broken(5), Contains(place) && Contains("sends a one-sided message"));
    CHECK_THAT(broken(6), Contains(place) && Contains("posts a receive from") && Contains("or not once more"));
    CHECK_THAT(broken(7), Contains(place) && Contains("for 16385 B instead of 16384 B"));
    CHECK_THAT(broken(8), Contains(place) && Contains("the message comes to NIC "));
    CHECK_THAT(broken(9), Contains(place) && Contains("cancels the receive in slot 0"));
    CHECK_THAT(broken(11), Contains(place) && Contains("a place that does not exist"));
    CHECK_THAT(broken(12), Contains(who + ": `make` throws: no processor today"));
    CHECK_THAT(broken(13), Contains(who + ": `make` makes nothing"));
    CHECK_THAT(broken(14), Contains("the software is broken") && Contains("in process processor_1_2.part.execute"));
    CHECK_THAT(broken(15), Contains(place + "cycle 0: accesses register 0x") && Contains("that cannot wait"));
    CHECK_THAT(broken(16), Contains("/tactus/nic/register") && Contains("0xff8"));
  }
}

TEST_CASE("Parts: the watchdog names a processor that does not go on, at both levels", "[PART-17]") {
  for (const std::string level : {"cycle", "packet"}) {
    for (const std::string fault : {"0", "10", "17"}) {  // with work left, without any, and busy without an end
      const std::string text =
          ended(3, {"parts.processor={broken_processor: [[1, 2]]}", "parts.processor_fault=" + fault}, kProcessors,
                {"--level", level});
      CAPTURE(level, fault, text);
      CHECK_THAT(text, Contains("/tactus/fabric/stalled"));
      const std::string line =
          "\nrank (1,2) is left to plugin_broken_processors.so: processor part 'broken_processor', which ";
      CHECK_THAT(text, Contains(line + (fault == "17" ? "is busy, and has still to " : "has still to ")));
      // It is named before all ranks that wait for it.
      CHECK(text.find(line) < text.find("\nrank (0,0) waits"));
    }
  }
}

TEST_CASE("Parts: what cannot be beside a processor of a plug-in is refused", "[PART-11]") {
  const std::string ours = "parts.processor={our_processor: [[1, 2]]}";
  const auto refused = [&](const Texts& sets, const Arguments& more = {}) {
    return ended(2, with({ours}, sets), kProcessors, more);
  };
  CHECK_THAT(refused({}, {"--level", "flow"}), Contains("parts.processor: the flow level has no parts"));
  CHECK_THAT(refused({"attribution.enabled=true", "attribution.critical_path=true"}),
             Contains("attribution.critical_path: needs processors of our own"));
  CHECK_THAT(refused({"workload.ranks_per_node=2"}), Contains("workload.ranks_per_node") && Contains("has one rank"));
  CHECK_THAT(refused({"node.copies=cores", "workload.ranks_per_node=2"}), Contains("node.copies: cores"));
  CHECK_THAT(refused({"noise.kind=periodic"}),
             Contains("noise.kind: a processor of a plug-in (parts.processor) has no noise"));
  CHECK_THAT(refused({"workload.algorithm=uniform"}), Contains("parts.processor has no effect"));
  CHECK_THAT(
      refused({"workload.algorithm=butterfly", "workload.final_rounds=1"}),
      Contains("parts.processor: our_processor: a processor of a plug-in cannot have rank (1,2), whose program cancels "
               "receives"));
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "messages.txt") << "9 9 0 64 B\n";
  CHECK_THAT(refused({"workload.algorithm=replay", "workload.messages=" + (folder.path() / "messages.txt").string()}),
             Contains("has a message to itself"));
  std::ofstream(folder.path() / "any.goal") << "num_ranks 10\nrank 9 { recv 8b from -1 }\nrank 0 { send 8b to 9 }\n";
  CHECK_THAT(refused({"workload.algorithm=schedule", "workload.schedule=" + (folder.path() / "any.goal").string()}),
             Contains("receives from any rank, and its account knows no RX_MET"));
  CHECK_THAT(ended(2, {"parts.processor={our_procesor: all}"}, kProcessors), Contains("did you mean our_processor?"));
  CHECK_THAT(ended(2, {"parts.processor={our_processor: [[1, 0]], broken_processor: all}"}, kProcessors),
             Contains("node [1, 0] has part our_processor already"));
}

TEST_CASE("Parts: what cannot be is refused at its place", "[PART-1][PART-11]") {
  const std::string router = "parts.router={broken_router: [[1, 2]]}";
  CHECK_THAT(ended(2, {"parts.router={broken_ruter: [[1, 2]]}"}),
             Contains(":1:15: ") && Contains("did you mean broken_router?"));
  CHECK_THAT(ended(2, {"parts.router={mine: all}"}, example("banked_memory.cpp")),
             Contains("there is no router part 'mine', nor any other router part: name the plug-in"));
  CHECK_THAT(ended(2, {"parts.router={broken_router: [[4, 0]]}"}),
             Contains(":1:30: ") && Contains("parts.router.broken_router: node [4, 0] is outside the network"));
  CHECK_THAT(ended(2, {"parts.nic={broken_nic: [[1, 0], [1, 0]]}"}), Contains("node [1, 0] is given twice"));
  CHECK_THAT(ended(2, {"parts.nic=broken_nic"}), Contains("a map of NIC parts and their nodes, or none"));
  CHECK_THAT(ended(2, {"parts.nic={}"}), Contains("the map is empty"));
  CHECK_THAT(ended(2, {router, "rtl.routers=[[1, 2]]"}),
             Contains("node [1, 2] has RTL in its place (key rtl.routers)"));
  CHECK_THAT(ended(2, {router}, kBroken, {"--level", "flow"}), Contains("parts.router: the flow level has no parts"));
  CHECK_THAT(ended(2, {router, "attribution.enabled=true"}), Contains("needs routers and NICs of our own"));
  CHECK_THAT(ended(2, {"parts.router_fault=1"}), Contains("parts.router_fault has no effect"));
  CHECK_THAT(ended(2, {router, "parts.router_fault=14"}), Contains("must be 0 to 13"));
  CHECK_THAT(ended(2, {router, "pacing.control=injection_limit"}), Contains("does not show its credits to the NIC"));
  CHECK_THAT(ended(2, {"parts.memory={broken_memory: all}", "node.kind=numa"}),
             Contains("a NUMA node has memories of its own"));
}

TEST_CASE("Parts: a library of parts may need the simulation's time, but not beside a policy", "[PART-12]") {
  CHECK_THAT(ended(2, {}, std::string(TEST_PLUGINS) + "/plugin_mixed.so"),
             Contains("it needs sc_core::sc_") && Contains("Parts may need it: give them a plug-in of their own"));
}

TEST_CASE("Parts: waves of a router of a plug-in show its pins", "[PART-10]") {
  const TemporaryFolder folder;
  succeeded(
      run_tactus(with_plugin({"run", kQuickstart, "--out", folder.path() / "out", "--waves=vcd"}, kBroken,
                             {"parts.router={broken_router: [[1, 2]]}", "waves.nodes=[[1, 2]]", "waves.to=2 us"})));
  CHECK_THAT(text_of(folder.path() / "out" / "waves.vcd"), Contains("occupancy") && Contains("plus_x"));
}

TEST_CASE("Parts: waves of a processor of a plug-in show what it has sent and received", "[PART-10]") {
  const TemporaryFolder folder;
  succeeded(
      run_tactus(with_plugin({"run", kQuickstart, "--out", folder.path() / "out", "--waves=vcd"}, kProcessors,
                             {"parts.processor={our_processor: [[1, 2]]}", "waves.nodes=[[1, 2]]", "waves.to=2 us"})));
  const std::string waves = text_of(folder.path() / "out" / "waves.vcd");
  CHECK_THAT(waves, Contains(" sent ") && Contains(" received ") && Contains(" finished "));
}
