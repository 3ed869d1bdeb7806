#include <fmt/core.h>

#include <cmath>
#include <regex>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"
#include "testbench/tests/unit/app/results/wave_reader.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Json = nlohmann::json;
using Numbers = std::set<std::uint64_t>;

std::vector<std::string> quickstart(const TemporaryFolder& folder, const std::vector<std::string>& more) {
  return with({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder.path(), "--quiet", "--waves", "--set",
               "waves.nodes=all", "--set", "waves.to=none"},
              more);
}

/// Slices of packets in the trace, by number.
std::multimap<std::uint64_t, Json> packets_in_trace(const TemporaryFolder& folder) {
  std::multimap<std::uint64_t, Json> packets;
  const Json file = Json::parse(folder.text("trace.json"));
  for (const Json& event : file["traceEvents"]) {
    if (event.value("cat", "") == "packet") packets.emplace(event["args"]["packet"], event);
  }
  return packets;
}

/// Values other than 0 of all signals of this name, in whatever scope.
Numbers values_of(const Wave& wave, const std::string& signal) {
  Numbers values;
  for (const auto& [name, changes] : wave.changes) {
    if (name.size() < signal.size() || name.compare(name.size() - signal.size(), signal.size(), signal) != 0) continue;
    for (const auto& [time, bits] : changes) values.insert(std::stoull(bits, nullptr, 2));
  }
  values.erase(0);
  return values;
}

Numbers keys_of(const std::multimap<std::uint64_t, Json>& packets) {
  Numbers keys;
  for (const auto& [number, event] : packets) keys.insert(number);
  return keys;
}

/// First time, in ps, at which `signal` is `value`; 0 if it never is.
std::uint64_t first_time(const Wave& wave, const std::string& signal, std::uint64_t value) {
  for (const auto& [time, bits] : wave.changes.at(signal)) {
    if (std::stoull(bits, nullptr, 2) == value) return time;
  }
  return 0;
}

}  // namespace

TEST_CASE("Packet number: the slowest packet of the result is found in the trace and in the waves by its number",
          "[RESULT-58][TRACE-14][WAVE-25][WAVE-26]") {
  const TemporaryFolder folder;
  REQUIRE(run_tactus(quickstart(folder, {"--set", "message_size=3 KiB"})).status == 0);
  const Json result = Json::parse(folder.text("result.json"));
  const std::uint64_t slowest = result["slowest_packet"];
  const auto packets = packets_in_trace(folder);
  const Wave wave = read_fst(folder.path() / "waves.fst");
  // Every packet of the run has its number, the same in both.
  CHECK(keys_of(packets).size() == result["packets_delivered"]);
  CHECK((values_of(wave, ".packet[54:0]") == keys_of(packets)));
  CHECK((values_of(wave, ".front_packet[54:0]") == keys_of(packets)));

  const auto [first, last] = packets.equal_range(slowest);
  REQUIRE(first != last);
  double begin = 1e9;
  double end = 0;
  for (auto slice = first; slice != last; ++slice) {
    const Json& event = slice->second;
    begin = std::min(begin, event["ts"].get<double>());
    end = std::max(end, event["ts"].get<double>() + event["dur"].get<double>());
    // The first slice is on the NIC's port, the others on outputs of routers, which carry the packet in that cycle.
    const int track = event["tid"].get<int>() - 10;
    if (track < 0) continue;
    const int node = event["pid"].get<int>() - 1;
    static constexpr const char* kPorts[] = {"plus_x", "minus_x", "plus_y", "minus_y",
                                             "nic_0",  "nic_1",   "nic_2",  "nic_3"};
    const std::string signal =
        fmt::format("torus.node_{}_{}.router.{}.packet[54:0]", node % 4, node / 4, kPorts[track / 8]);
    CHECK(first_time(wave, signal, slowest) ==
          static_cast<std::uint64_t>(std::lround(event["ts"].get<double>() * 1e6)) - 4000);
  }
  // From its injection to the cycle in which the NIC has taken its tail, which follows that of its last flit's
  // transfer.
  CHECK((end - begin) * 1000 == Approx(result["packet_latency_ns"]["max"].get<double>()));
}

TEST_CASE("Packet number: the packets that the watchdog names are in the trace and in the waves, where it says",
          "[TORUS-17][TRACE-14][WAVE-26]") {
  const TemporaryFolder folder;
  const Outcome outcome = run_broken_tactus(quickstart(folder, {"--set", "run.watchdog=20 us"}));
  REQUIRE(outcome.status == 3);
  CAPTURE(outcome.err);
  const Numbers in_trace = keys_of(packets_in_trace(folder));
  const Wave wave = read_fst(folder.path() / "waves.fst");
  const std::regex line(R"(packet (\d+), .* in router \((\d+),(\d+)\), port (\w+), VC (\d+);)");
  int found = 0;
  for (std::sregex_iterator at(outcome.err.begin(), outcome.err.end(), line), none; at != none; ++at, ++found) {
    const std::uint64_t number = std::stoull((*at)[1].str());
    CHECK(in_trace.count(number) == 1);
    const std::string signal = fmt::format("torus.node_{}_{}.router.{}.vc_{}.front_packet[54:0]", (*at)[2].str(),
                                           (*at)[3].str(), (*at)[4].str(), (*at)[5].str());
    CHECK(wave.at(signal, wave.end - 1) == number);
  }
  CHECK(found > 0);
}

TEST_CASE("Packet number: at packet level every packet has the number that it has at cycle level",
          "[PACKET-10][RESULT-58][TRACE-14]") {
  const TemporaryFolder folder;
  const auto at_level = [&](const std::string& level) {
    const std::string out = folder.path() / level;
    REQUIRE(run_tactus({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--level", level, "--out", out, "--quiet"})
                .status == 0);
    std::set<std::pair<std::uint64_t, std::string>> numbers;
    const Json file = Json::parse(text_of(out + "/trace.json"));
    for (const Json& event : file["traceEvents"]) {
      if (event.value("cat", "") != "packet") continue;
      const Json& args = event["args"];
      numbers.emplace(args["packet"],
                      fmt::format("{} {} {}", event["name"].dump(), args["message"].dump(), args["index"].dump()));
    }
    return std::pair{numbers, Json::parse(text_of(out + "/result.json"))["slowest_packet"].get<std::uint64_t>()};
  };
  const auto cycle = at_level("cycle");
  CHECK(cycle.first.size() == 2160);
  CHECK((at_level("packet") == cycle));
}
