#include <fmt/core.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/tactus_process.h"
#include "testbench/tests/unit/app/results/wave_reader.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Json = nlohmann::json;

/// Slices of packets in a trace.json on tracks of one node, with the names of their tracks.
std::vector<std::pair<std::string, Json>> slices(const Json& trace, const std::string& node) {
  int process = -1;
  std::map<int, std::string> tracks;
  std::vector<std::pair<std::string, Json>> all;
  for (const Json& event : trace["traceEvents"]) {
    if (event["ph"] == "M" && event["name"] == "process_name" && event["args"]["name"] == node) process = event["pid"];
    if (event["ph"] == "M" && event["name"] == "thread_name" && event["pid"] == process) {
      tracks[event["tid"]] = event["args"]["name"];
    }
    if (event["ph"] == "X" && event.value("cat", "") == "packet" && event["pid"] == process) {
      all.emplace_back(tracks.at(event["tid"]), event);
    }
  }
  return all;
}

/// A text with the packet of a slice: "#42 (0,1)->(3,2) message 7".
std::string packet_in_words(const Json& slice) {
  std::string name = slice["name"];
  name.replace(name.find(" to "), 4, "->");
  return fmt::format("#{} {} message {}, ", slice["args"]["packet"].get<std::uint64_t>(), name,
                     slice["args"]["message"].get<std::uint64_t>());
}

}  // namespace

TEST_CASE(
    "Texts in waves: ports and engines carry the packets that trace.json has there at that time, and nothing else",
    "[WAVE-67]") {
  const TemporaryFolder folder;
  succeeded(run_tactus({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--waves", "--set", "waves.nodes=[[1, 2]]",
                        "--set", "waves.to=40us", "--set", "trace.to=40us", "--out", folder.path()}));
  const Wave wave = read_fst(folder.path() / "waves.fst");
  const Json trace = Json::parse(folder.text("trace.json"));
  std::map<std::string, std::map<std::uint64_t, std::string>> expected;  // by signal and begin, in ps
  std::map<std::string, std::size_t> seen;
  std::size_t wrong = 0;
  for (const auto& [track, slice] : slices(trace, "node (1,2)")) {
    const bool sends = track.find(" sends") != std::string::npos;
    const bool receives = track.find(" receives") != std::string::npos;
    std::string signal = "torus.node_1_2.router." + (receives ? track.substr(0, 5) : track.substr(5)) + ".carries";
    if (sends) signal = fmt::format("torus.node_1_2.nic.engine_{}.sends", track[4]);
    const double begin = slice["ts"].get<double>() * 1e6;
    const double length = slice["dur"].get<double>() * 1e6;
    if (begin + length > 39e6) continue;
    ++seen[signal];
    const std::string text = wave.text_at(signal, static_cast<std::uint64_t>(begin + length / 2));
    if (text.rfind(packet_in_words(slice), 0) != 0) {
      ++wrong;
      UNSCOPED_INFO(signal << " " << begin << ": " << text << ", not " << packet_in_words(slice));
    }
  }
  CHECK(wrong == 0);
  CHECK(seen.size() == 4 + 4 + 4);
  // As many texts as packets, one after the other.
  for (const auto& [signal, count] : seen) {
    CAPTURE(signal);
    std::size_t shown = 0;
    for (const auto& entry : wave.texts.at(signal)) shown += entry.second.empty() || entry.first > 39'000'000 ? 0 : 1;
    CHECK(shown >= count);
    CHECK(shown <= count + 2);  // at the end of the window
  }
  const std::string save = folder.text("waves.gtkw");
  CHECK(save.find(" front} torus.node_1_2.") < save.find(" front_packet} torus.node_1_2."));
  CHECK_THAT(save, Contains(" carries} torus.node_1_2.router.") && Contains("engine_0 sends} "));
}

TEST_CASE("Texts in waves: of links of rails, in both formats", "[WAVE-67]") {
  const TemporaryFolder fst;
  const TemporaryFolder vcd;
  const Arguments run = {"run",   scenario_path("multirail/one_rail_receive_far.yaml"),
                         "--set", "rails.sizes=[64 KiB]",
                         "--set", "waves.from=55us",
                         "--set", "waves.to=62us"};
  succeeded(run_tactus(with(run, {"--waves", "--out", fst.path()})));
  succeeded(run_tactus(with(run, {"--waves=vcd", "--out", vcd.path()})));
  const Wave a = read_fst(fst.path() / "waves.fst");
  const Wave b = read_vcd(vcd.path() / "waves.vcd");
  CHECK(a.texts == b.texts);
  const std::string link = "rails.node_1.link_0.to_socket_1.";
  std::map<std::string, std::size_t> kinds;
  std::size_t wrong = 0;
  for (const auto& [time, text] : a.texts.at(link + "carries")) {
    const std::string kind = a.value_names.at(link + "kind[2:0]").at(a.at(link + "kind[2:0]", time));
    ++kinds[kind];
    std::string expected = kind == "idle" ? "" : kind;
    if (kind == "write") {
      expected = fmt::format("write {} B, tag {}, message {}", a.at(link + "length[15:0]", time),
                             a.at(link + "tag[15:0]", time), a.at(link + "message[47:0]", time));
    }
    wrong += text == expected || kind == "read" || kind == "response" ? 0 : 1;
  }
  CHECK(wrong == 0);
  CHECK(kinds["write"] > 50);
  CHECK(kinds["idle"] > 50);
}
