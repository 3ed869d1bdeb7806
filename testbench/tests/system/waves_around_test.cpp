#include <fmt/core.h>

#include <algorithm>
#include <bitset>
#include <regex>
#include <set>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"
#include "testbench/tests/unit/app/results/wave_reader.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// `broken`: with routers that return no credits.
Outcome run_into(const std::filesystem::path& folder, const Arguments& more, bool broken = false) {
  return (broken ? run_broken_tactus
                 : run_tactus)(with({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder}, more));
}

/// The cycle that the program says waves were recorded around.
std::uint64_t cycle_told(const Outcome& outcome) {
  std::smatch match;
  CAPTURE(outcome.err);
  REQUIRE(std::regex_search(outcome.err, match, std::regex("tactus: waves around cycle (\\d+), ")));
  return std::stoull(match[1].str());
}

/// What the whole shows from cycle `first` to before `last`, as a recording of that window would have it.
Wave cut(const Wave& whole, std::uint64_t first, std::uint64_t last) {
  Wave part;
  part.end = last * 4000;
  const std::uint64_t begin = first * 4000;
  for (const auto& [name, changes] : whole.changes) {
    auto& kept = part.changes[name];
    kept[begin] = std::prev(changes.upper_bound(begin))->second;
    kept.insert(changes.upper_bound(begin), changes.lower_bound(part.end));
  }
  for (const auto& [name, changes] : whole.texts) {
    auto& kept = part.texts[name];
    kept[begin] = std::prev(changes.upper_bound(begin))->second;
    kept.insert(changes.upper_bound(begin), changes.lower_bound(part.end));
  }
  return part;
}

Wave read(const std::filesystem::path& folder, bool vcd) {
  return vcd ? read_vcd(folder / "waves.vcd") : read_fst(folder / "waves.fst");
}

/// Records a run around an event and as a whole; the one is the window of the other, signal by signal. Returns the
/// event's cycle.
std::uint64_t check_around(const Arguments& around, const Arguments& run, std::uint64_t before, std::uint64_t after,
                           bool vcd = false, bool broken = false) {
  const TemporaryFolder folder;
  const int status = broken ? 3 : 0;
  Arguments part = run;
  part.insert(part.end(), around.begin(), around.end());
  if (vcd) part.emplace_back("--waves=vcd");
  const Outcome outcome = run_into(folder.path() / "part", part, broken);
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == status);
  const std::uint64_t cycle = cycle_told(outcome);

  Arguments whole = run;
  whole.insert(whole.end(), {vcd ? "--waves=vcd" : "--waves=fst", "--set", "waves.to=none"});
  REQUIRE(run_into(folder.path() / "whole", whole, broken).status == status);
  const Wave everything = read(folder.path() / "whole", vcd);
  const std::uint64_t last = std::min(cycle + after, everything.end / 4000);
  const Wave expected = cut(everything, cycle - std::min(cycle, before), last);
  const Wave recorded = read(folder.path() / "part", vcd);
  CHECK(recorded.end == expected.end);
  CHECK((recorded.changes == expected.changes));
  CHECK((recorded.texts == expected.texts));
  const std::string save = text_of(folder.path() / "part" / "waves.gtkw");
  CHECK(gtkwave_signals(save) == recorded.names());
  // The marker stands on the event.
  CHECK(std::regex_search(save, std::regex(fmt::format("\n\\*-[0-9.]+ {}\n", cycle * 4000))));
  return cycle;
}

const Arguments kTwoNodes = {"--set", "waves.nodes=[[0, 0], [1, 0]]"};

Arguments two_nodes_and(const Arguments& more) {
  Arguments all = kTwoNodes;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

void check_missed(const std::string& event, const Arguments& more, bool broken = false) {
  const TemporaryFolder folder;
  const Outcome outcome = run_into(folder.path(), with({"--waves-around", event}, more), broken);
  CAPTURE(event, outcome.err);
  CHECK(outcome.status == (broken ? 3 : 0));
  CHECK(outcome.err.find(fmt::format("tactus: no waves: --waves-around {}: the run ended without it\n", event)) == 0);
  CHECK(folder.names().count("links.csv") == 1);
  for (const char* name : {"waves.fst", "waves.gtkw", "enums"}) CHECK(folder.names().count(name) == 0);
}

}  // namespace

TEST_CASE("Waves around a stall: what a dump of everything has there, and the packet waits as long as it is said",
          "[WAVE-27][WAVE-28][WAVE-31]") {
  const std::uint64_t cycle = check_around({"--waves-around", "stall"}, kTwoNodes, 500, 250);
  CHECK(cycle > 250);
  const TemporaryFolder folder;
  const Outcome outcome = run_into(folder.path(), two_nodes_and({"--waves-around", "stall", "--before", "1004 ns"}));
  std::smatch match;
  REQUIRE(std::regex_search(outcome.err, match,
                            std::regex("packet (\\d+) has waited for 1.000 us at the front of ([a-z0-9_.]+)\n")));
  const Wave wave = read_fst(folder.path() / "waves.fst");
  const std::string signal = match[2].str() + ".front_packet[54:0]";
  const std::uint64_t packet = std::stoull(match[1].str());
  CHECK(wave.at(signal, (cycle - 251) * 4000) != packet);
  for (std::uint64_t at = cycle - 250; at <= cycle; ++at) CHECK(wave.at(signal, at * 4000) == packet);
}

TEST_CASE("Waves around a late packet: what a dump of everything has there, in VCD", "[WAVE-27][WAVE-32]") {
  const std::uint64_t cycle = check_around({"--waves-around", "latency>20us", "--before", "3 us", "--after", "500 ns"},
                                           kTwoNodes, 750, 125, true);
  CHECK(cycle > 5000);
}

TEST_CASE("Waves around the slowest packet: it is the one that the result names, and nothing is slower",
          "[WAVE-32][RESULT-58]") {
  const TemporaryFolder folder;
  const Outcome plain = run_into(folder.path(), {});
  REQUIRE(plain.status == 0);
  const auto result = nlohmann::json::parse(folder.text("result.json"));
  const auto longest = static_cast<std::uint64_t>(result["packet_latency_ns"]["max"].get<double>());
  const Outcome outcome =
      run_into(folder.path(), {"--waves-around", fmt::format("latency>{} ns", longest - 1), "--quiet"});
  CHECK(outcome.err.empty());
  const Outcome told = run_into(folder.path(), {"--waves-around", fmt::format("latency>{} ns", longest - 1)});
  CHECK(told.err.find(fmt::format(": packet {} from ", result["slowest_packet"].get<std::uint64_t>())) !=
        std::string::npos);
  check_missed(fmt::format("latency>{} ns", longest), {});
}

TEST_CASE("Waves around a violation: the last changes of a run that stood still", "[WAVE-27][WAVE-30]") {
  const Arguments impatient = {"--set", "run.watchdog=20 us"};
  const std::uint64_t cycle = check_around({"--waves-around", "violation"}, impatient, 500, 250, false, true);
  CHECK(cycle > 1000);
  CHECK(cycle < 2000);  // the watchdog ends the run 5000 cycles later
}

TEST_CASE("Waves around a cycle or a time: what a dump of everything has there", "[WAVE-27][WAVE-38]") {
  CHECK(check_around({"--waves-around", "cycle=3000", "--after", "2 us"}, {}, 500, 500) == 3000);
  CHECK(check_around({"--waves-around", "time=12.001us", "--before", "0 us"}, {}, 0, 250, true) == 3000);
}

TEST_CASE("Waves around an event: at the start and at the end of the run there is less", "[WAVE-27]") {
  CHECK(check_around({"--waves-around", "cycle=100"}, {}, 500, 250) == 100);
  CHECK(check_around({"--waves-around", "cycle=25300", "--after", "10 us"}, {}, 500, 2500) == 25300);
}

TEST_CASE("Waves around an event that does not happen: no files, a line, and the run's own status", "[WAVE-36]") {
  for (const char* event : {"violation", "stall>1 ms", "cycle=1000000", "time=1 s"}) check_missed(event, {});
  check_missed("latency>1 ms", {"--set", "run.watchdog=20 us"}, true);
}

TEST_CASE("Waves around an event: a past that memory has no room for is told, with what is there", "[WAVE-29]") {
  const TemporaryFolder folder;
  const Outcome outcome = ended_with(0, run_into(folder.path(), {"--waves-around", "latency>20us", "--before", "20 us",
                                                                 "--waves-memory", "64 KiB", "--quiet"}));
  const std::uint64_t cycle = cycle_told(outcome);
  std::smatch match;
  CAPTURE(outcome.err);
  REQUIRE(std::regex_search(
      outcome.err, match,
      std::regex("\ntactus: warning: they begin ([0-9]+)\\.([0-9]+) us later than --before asks for")));
  const std::uint64_t missing = std::stoull(match[1].str() + match[2].str()) / 4;
  const Wave wave = read_fst(folder.path() / "waves.fst");
  CHECK(wave.changes.at("clock.cycle[47:0]").begin()->first == (cycle - 5000 + missing) * 4000);
  CHECK(missing > 1000);
  CHECK(missing < 5000);
}

TEST_CASE("Waves around an event: in an island of the packet level they are those of the cycle level",
          "[WAVE-27][WAVE-32][ISLAND-7]") {
  const TemporaryFolder folder;
  const Arguments around = {"--waves-around", "latency>20us", "--set", "waves.nodes=[[2, 1]]"};
  const Outcome cycle = run_into(folder.path() / "cycle", around);
  Arguments island = around;
  island.insert(island.end(), {"--level", "packet", "--set", "cycle.nodes=[[2, 1]]"});
  const Outcome packet = ended_with(0, run_into(folder.path() / "packet", island));
  CHECK(packet.err == cycle.err);
  const Wave a = read_fst(folder.path() / "cycle" / "waves.fst");
  const Wave b = read_fst(folder.path() / "packet" / "waves.fst");
  CHECK(a.end == b.end);
  CHECK((a.changes == b.changes));
}

TEST_CASE("Waves of a run open where packets are blocked most, and the marker stands there",
          "[WAVE-33][WAVE-34][WAVE-35]") {
  const TemporaryFolder folder;
  REQUIRE(
      run_into(folder.path(), {"--waves", "--set", "waves.to=none", "--set", "waves.nodes=[[0, 0], [1, 0]]"}).status ==
      0);
  const std::string save = folder.text("waves.gtkw");
  std::smatch title;
  REQUIRE(std::regex_search(save, title,
                            std::regex("\n-blocked: (node_[01]_0) ([a-z0-9_]+), (\\d+) of 256 cycles\n@200\n"
                                       "-who waits for [a-z0-9_]+ from cycle (\\d+) on\n")));
  std::smatch marker;
  REQUIRE(std::regex_search(save, marker, std::regex("\n\\*-[0-9.]+ (\\d+)\n")));
  const std::uint64_t from = std::stoull(title[4].str());
  CHECK(std::stoull(marker[1].str()) >= from * 4000);
  CHECK(std::stoull(marker[1].str()) < (from + 256) * 4000);
  // The dump says the same of that output: packets at fronts that want it while it serves another input.
  const Wave wave = read_fst(folder.path() / "waves.fst");
  const std::string router = "torus." + title[1].str() + ".router.";
  std::uint64_t blocked = 0;
  const std::vector<std::string> ports = {"plus_x", "minus_x", "plus_y", "minus_y", "nic_0", "nic_1", "nic_2", "nic_3"};
  const auto output = static_cast<std::uint64_t>(std::find(ports.begin(), ports.end(), title[2].str()) - ports.begin());
  for (std::uint64_t at = from; at < from + 256; ++at) {
    bool any = false;
    for (std::uint64_t port = 0; port < ports.size(); ++port) {
      for (const char* vc : {".vc_0", ".vc_1"}) {
        const std::string buffer = router + ports[port] + vc;
        if (wave.at(buffer + ".front_wants[3:0]", at * 4000) != output) continue;
        if (wave.at(router + title[2].str() + ".granted_to[3:0]", at * 4000) == port) continue;
        const std::string packet = buffer + ".front_packet[54:0]";
        any |= wave.at(packet, at * 4000) == wave.at(packet, (at - 2) * 4000);
      }
    }
    blocked += any ? 1 : 0;
  }
  CHECK(blocked == std::stoull(title[3].str()));
}

TEST_CASE("Waves around an operation: its message's slowest packet, on the node where that waited, as an island",
          "[WAVE-40][WAVE-41]") {
  const TemporaryFolder folder;
  const std::string scenario = scenario_path("quickstart/wavefront.yaml");
  const auto run = [&](const std::string& event, const Arguments& more) {
    return run_tactus(with({"run", scenario, "--waves-around", event, "--out", folder.path() / "run"}, more));
  };
  // Line 48 is the long computing of rank 5, at (1,1).
  const Outcome compute = run("line=48", {});
  REQUIRE(compute.status == 0);
  CHECK_THAT(compute.err, Contains("operation 5:2, calc, line 48 begins"));
  auto result = nlohmann::json::parse(text_of(folder.path() / "run" / "result.json"));
  CHECK(result["level"] == "packet");
  CHECK(result["configuration"]["cycle.nodes"] == "[[1, 1]]");
  CHECK(result["configuration"]["waves.nodes"] == "[[1, 1]]");
  CHECK_THAT(run("operation=5:cell", {}).err, Contains("operation 5:2, calc, line 48 begins"));
  CHECK_THAT(run("operation=5:cel", {}).err,
             Contains("no operation of rank 5 has the label 'cel'; did you mean cell?"));
  CHECK_THAT(run("operation=16:cell", {}).err, Contains("there is no such rank; the last is 15"));
  // The begin of the operation is the event.
  const std::string operations = text_of(folder.path() / "run" / "operations.csv");
  std::smatch began;
  REQUIRE(std::regex_search(operations, began, std::regex("\n5,2,48,calc,[^\n]*,([0-9.]+),[0-9.]+\n")));
  CHECK_THAT(compute.err, Contains(", " + began[1].str() + " us: operation 5:2"));

  const Outcome receive = run("operation=5:0", {"--level", "cycle"});
  REQUIRE(receive.status == 0);
  std::smatch packet;
  REQUIRE(std::regex_search(receive.err, packet,
                            std::regex("packet (\\d+), the slowest of operation 5:0, recv from rank 4")));
  result = nlohmann::json::parse(text_of(folder.path() / "run" / "result.json"));
  CHECK(result["level"] == "cycle");
  const Wave wave = read_fst(folder.path() / "run" / "waves.fst");
  const std::uint64_t cycle = cycle_told(receive);
  CHECK(wave.end > cycle * 4000);

  const Outcome same = run("packet=" + packet[1].str(), {});
  REQUIRE(same.status == 0);
  CHECK_THAT(same.err, Contains("packet " + packet[1].str() + " is injected"));
  CHECK_THAT(text_of(folder.path() / "run" / "trace.json"), Contains("\"packet\":" + packet[1].str()));

  const Outcome other = run("packet=" + std::to_string(std::stoull(packet[1].str()) + 1), {});
  CHECK(other.status == 0);
  CHECK_THAT(other.err, Contains("no waves: --waves-around packet "));
  CHECK_THAT(other.err, Contains("is injected: the run ended without it"));
  const Outcome none = run("line=49000", {});
  CHECK(none.status == 2);
  CHECK_THAT(none.err, Contains("no operation stands there; the nearest stand in line "));
  const Outcome no_schedule =
      run_tactus({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--waves-around", "line=3"});
  CHECK(no_schedule.status == 2);
  CHECK_THAT(no_schedule.err, Contains("only a schedule and a message file have operations"));
}

TEST_CASE("Waves around an operation: of a message file, by the label of the message and by line", "[WAVE-40]") {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& event) {
    return run_tactus({"run", scenario_path("quickstart/messages.yaml"), "--waves-around", event, "--out",
                       (folder.path() / "run").string()});
  };
  // Node 5 sends the answer behind 2 us of computing, both in line 6; node 0 receives it.
  const Outcome sent = run("operation=5:answer");
  REQUIRE(sent.status == 0);
  CHECK_THAT(sent.err, Contains("the slowest of operation 5:3, send to rank 0, line 6"));
  const Outcome received = run("operation=0:answer");
  REQUIRE(received.status == 0);
  CHECK_THAT(received.err, Contains("recv from rank 5, line 6"));
  const Outcome line = run("line=6");
  CHECK(line.status == 2);
  CHECK_THAT(line.err, Contains("operations stand there; name one: operation=0:"));
  const Outcome none = run("operation=5:answr");
  CHECK(none.status == 2);
  CHECK_THAT(none.err, Contains("no operation of rank 5 has the label 'answr'; did you mean answer?"));
}

TEST_CASE("Waves around the slowest packet: every node on its way is an island, from its longest wait on",
          "[WAVE-56][WAVE-57]") {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& event) {
    return run_tactus({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--after", "60us", "--waves-around", event,
                       "--out", (folder.path() / "run").string()});
  };
  const Outcome slowest = run("slowest");
  REQUIRE(slowest.status == 0);
  std::smatch said;
  REQUIRE(std::regex_search(slowest.err, said,
                            std::regex("packet (\\d+), the slowest, under way for ([0-9.]+) us, begins its longest "
                                       "wait, for \\((\\d),(\\d)\\) (\\w+)")));
  CHECK_THAT(text_of(folder.path() / "run" / "waves.gtkw"),
             Contains(fmt::format("\n-blocked: node_{}_{} {}, ", said[3].str(), said[4].str(), said[5].str())));
  const auto result = nlohmann::json::parse(text_of(folder.path() / "run" / "result.json"));
  CHECK(result["level"] == "packet");
  CHECK(result["packet_latency_ns"]["max"].get<double>() == Approx(std::stod(said[2].str()) * 1000).margin(0.51));
  const std::string pins = result["configuration"]["cycle.nodes"];
  CHECK(result["configuration"]["waves.nodes"] == pins);
  CHECK_THAT(pins, Contains("[" + said[3].str() + ", " + said[4].str() + "]"));
  // Each recorded node has the packet at an output, one after the other.
  const Wave wave = read_fst(folder.path() / "run" / "waves.fst");
  const auto nodes = static_cast<std::size_t>(std::count(pins.begin(), pins.end(), '[') - 1);
  CHECK(nodes > 1);
  const std::string number = std::bitset<55>(std::stoull(said[1].str())).to_string();
  std::set<std::string> passed;
  for (const auto& [name, changes] : wave.changes) {
    if (name.size() < 13 || name.substr(name.size() - 13) != ".packet[54:0]") continue;
    for (const auto& entry : changes) {
      if (entry.second == number) passed.insert(name.substr(0, name.find('.', 6)));
    }
  }
  CHECK(passed.size() == nodes);

  const Outcome same = run("packet=" + said[1].str());
  REQUIRE(same.status == 0);
  CHECK_THAT(same.err, Contains("packet " + said[1].str() + " is injected"));
  CHECK(nlohmann::json::parse(text_of(folder.path() / "run" / "result.json"))["configuration"]["cycle.nodes"] == pins);
}
