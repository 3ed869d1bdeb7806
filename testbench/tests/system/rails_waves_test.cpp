#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"
#include "testbench/tests/system/wave_formats.h"

using namespace tactus;
using namespace tactus::test;

namespace {

Arguments far_run(const TemporaryFolder& folder, const Arguments& more) {
  return with({"run", scenario_path("multirail/one_rail_receive_far.yaml"), "--set", "rails.sizes=[64 KiB]", "--out",
               folder.path()},
              more);
}

std::string recorded(const TemporaryFolder& folder, const Arguments& more) {
  const Outcome outcome = run_tactus(far_run(folder, more));
  CHECK(outcome.status == 0);
  return outcome.err;
}

const std::string kLink = "rails.node_1.link_0.to_socket_1.";

}  // namespace

TEST_CASE("Waves of rails: both formats have the same signals and values, each signal is in the save file",
          "[WAVE-43][WAVE-50][WAVE-51][WAVE-52][key:waves.format][key:waves.to]") {
  const TemporaryFolder fst;
  const TemporaryFolder vcd;
  recorded(fst, {"--waves", "--set", "waves.to=70 us"});
  recorded(vcd, {"--waves", "--set", "waves.to=70 us", "--set", "waves.format=vcd"});
  const Wave a = same_in_both_formats(fst, vcd, 20'000);
  CHECK(a.end == 70'000'128);  // the first grain from 70 us on
  // Values that have names have them in the FST itself.
  const std::vector<std::string> kinds = {"idle", "write", "read", "response", "credits"};
  CHECK(a.value_names.at(kLink + "kind[2:0]") == kinds);
  const std::vector<std::string>& limits = a.value_names.at("rails.rail_0.limit[6:0]");
  CHECK(limits[0] == "protocol and latency");
  CHECK(std::count(limits.begin(), limits.end(), "receiver, HT socket 0 to 1: posted buffers") == 1);
  CHECK(std::count(limits.begin(), limits.end(), "cable 0") == 1);
  CHECK(std::set<std::string>(limits.begin(), limits.end()).size() == limits.size());
}

TEST_CASE("Waves of rails: the result is that of a run without waves, and the same run gives the same files",
          "[WAVE-42]") {
  const TemporaryFolder plain;
  const TemporaryFolder one;
  const TemporaryFolder two;
  recorded(plain, {});
  recorded(one, {"--waves"});
  recorded(two, {"--waves"});
  CHECK(result_without_host(one.path()) == result_without_host(plain.path()));
  for (const char* file : {"rails.csv", "limits.csv"}) CHECK(one.text(file) == plain.text(file));
  CHECK(plain.names().count("waves.fst") == 0);
  CHECK((one.text("waves.fst") == two.text("waves.fst")));
  CHECK(one.text("waves.gtkw") == two.text("waves.gtkw"));
}

TEST_CASE("Waves of rails: the message has the number 5 on every wire that it crosses, and its steps follow each other",
          "[WAVE-43][WAVE-50][WAVE-51][WAVE-58]") {
  const TemporaryFolder folder;
  recorded(folder, {"--waves"});
  const Wave wave = read_fst(folder.path() / "waves.fst");
  // Two round trips of 4 B are messages 1 to 4; then the message that registers, its answer, and the measured one.
  for (const char* link : {"node_0.nic_0.pcie_up", "node_0.nic_0.pcie_down", "node_0.bridge_0.ht_up",
                           "node_0.bridge_0.ht_down", "rail_0.cable_to_node_1", "rail_0.cable_to_node_0",
                           "node_1.nic_0.pcie_up", "node_1.bridge_0.ht_up", "node_1.link_0.to_socket_1"}) {
    CAPTURE(link);
    std::set<std::string> seen;
    for (const auto& entry : wave.changes.at(fmt::format("rails.{}.message[47:0]", link))) seen.insert(entry.second);
    CHECK(seen.count(std::string(45, '0') + "101") == 1);
  }
  std::vector<std::uint64_t> steps;
  for (const auto& entry : wave.changes.at("rails.node_0.process.send_step[2:0]")) {
    if (wave.at("rails.node_0.process.send_message[47:0]", entry.first) == 5) {
      steps.push_back(wave.at("rails.node_0.process.send_step[2:0]", entry.first));
    }
  }
  CHECK(steps == std::vector<std::uint64_t>{3, 4, 5, 6});  // request, wait_reply, post, data
  std::set<std::uint64_t> states;
  for (const auto& entry : wave.changes.at("rails.node_1.process.state[2:0]")) {
    states.insert(wave.at("rails.node_1.process.state[2:0]", entry.first));
  }
  CHECK(states == std::set<std::uint64_t>{0, 1, 2, 3, 4});
  const std::uint64_t end = wave.end - 1;
  // Doorbells: the four short messages, and of two long ones request and data with completion; answers from the other.
  CHECK(wave.at("rails.node_0.nic_0.send.doorbells[31:0]", end) == 2 + 2 * 3);
  CHECK(wave.at("rails.node_1.nic_0.send.doorbells[31:0]", end) == 2 + 2 * 2);
  CHECK(wave.at("rails.node_1.nic_0.receive.completions[31:0]", end) == 2 + 2 * 2);
}

TEST_CASE("Waves of rails: the save file opens at the resource that limited the run, the marker where it has no credit",
          "[WAVE-53]") {
  const TemporaryFolder folder;
  recorded(folder, {"--waves"});
  const std::string save = folder.text("waves.gtkw");
  CHECK_THAT(save, Contains("-limit: rail 0, receiver, HT socket 0 to 1: posted buffers, "));
  CHECK(save.find("+{limit} rails.rail_0.limit") < save.find("+{link_0 to_socket_1 posted credits} " + kLink));
  const std::size_t line = save.find("\n*") + 2;
  const std::uint64_t marker = std::stoull(save.substr(save.find(' ', line)));
  const Wave wave = read_fst(folder.path() / "waves.fst");
  CHECK(wave.at(kLink + "posted.credits[15:0]", marker) == 0);
  const std::string limit = "rails.rail_0.limit[6:0]";
  CHECK(wave.value_names.at(limit).at(wave.at(limit, marker)) == "receiver, HT socket 0 to 1: posted buffers");
}

TEST_CASE("Waves of rails: around a time, or a message that takes long", "[WAVE-54]") {
  const TemporaryFolder folder;
  const std::string at = recorded(folder, {"--waves-around", "time=60us", "--before", "1us", "--after", "500ns"});
  CHECK_THAT(at, Contains("tactus: waves around 60.000 us: time=60us\n"));
  const Wave around = read_fst(folder.path() / "waves.fst");
  CHECK(around.changes.at(kLink + "kind[2:0]").begin()->first == 58'999'808);
  CHECK(around.end == 60'500'224);
  CHECK_THAT(folder.text("waves.gtkw"), Contains(" 60000000\n"));
  const TemporaryFolder late;
  const std::string slow = recorded(late, {"--waves-around", "latency>40us", "--before", "3us"});
  CHECK_THAT(slow, Contains("message 5 is under way for more than 40.000 us"));
  const Wave slow_wave = read_fst(late.path() / "waves.fst");
  const auto& sends = slow_wave.changes.at("rails.node_0.process.send_message[47:0]");
  CHECK(slow_wave.at("rails.node_0.process.send_message[47:0]", sends.begin()->first) == 5);
  const TemporaryFolder none;
  CHECK_THAT(recorded(none, {"--waves-around", "latency>1s"}), Contains("no waves: --waves-around latency>1s"));
  CHECK(none.names().count("waves.fst") == 0);
  CHECK_THAT(recorded(none, {"--waves", "--set", "waves.from=1 s"}), Contains("the run ended before waves.from"));
}

TEST_CASE("Waves of rails: around the slowest message, where it first waits for what it waits for longest",
          "[WAVE-54]") {
  const TemporaryFolder whole;
  recorded(whole, {"--waves"});
  const Wave wave = read_fst(whole.path() / "waves.fst");
  // From the waveform of the whole run: when each message is under way, and what the rail waits for meanwhile.
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> under_way;
  for (const char* signal : {"node_0.process.send_message", "node_0.process.receive_message",
                             "node_1.process.send_message", "node_1.process.receive_message"}) {
    const auto& values = wave.changes.at(fmt::format("rails.{}[47:0]", signal));
    for (auto at = values.begin(); at != values.end(); ++at) {
      const std::uint64_t message = std::stoull(at->second, nullptr, 2);
      const std::uint64_t end = std::next(at) == values.end() ? wave.end : std::next(at)->first;
      const auto [entry, is_new] = under_way.try_emplace(message, at->first, end);
      if (is_new) continue;
      entry->second = {std::min(entry->second.first, at->first), std::max(entry->second.second, end)};
    }
  }
  under_way.erase(0);
  const auto slowest = std::max_element(under_way.begin(), under_way.end(), [](const auto& a, const auto& b) {
    return a.second.second - a.second.first < b.second.second - b.second.first;
  });
  const auto [begin, end] = slowest->second;
  const std::string limit = "rails.rail_0.limit[6:0]";
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> waits;  // by value: first time, all
  const auto& values = wave.changes.at(limit);
  for (auto at = std::prev(values.upper_bound(begin)); at != values.end() && at->first < end; ++at) {
    const std::uint64_t from = std::max(begin, at->first);
    const std::uint64_t to = std::next(at) == values.end() ? end : std::min(end, std::next(at)->first);
    waits.try_emplace(wave.at(limit, from), from, 0).first->second.second += to - from;
  }
  waits.erase(0);
  const auto longest = std::max_element(waits.begin(), waits.end(),
                                        [](const auto& a, const auto& b) { return a.second.second < b.second.second; });
  const TemporaryFolder folder;
  const std::string note = recorded(folder, {"--waves-around", "slowest", "--before", "1us", "--after", "1us"});
  CHECK_THAT(note, Contains(fmt::format("message {}, the slowest, {:.3f} us, waits longest for rail 0, {}\n",
                                        slowest->first, std::floor(static_cast<double>(end - begin) / 1000) / 1000,
                                        wave.value_names.at(limit).at(longest->first))));
  CHECK_THAT(folder.text("waves.gtkw"), Contains(fmt::format(" {}\n", longest->second.first)));
  CHECK(longest->second.first > begin);
  CHECK(result_without_host(folder.path()) == result_without_host(whole.path()));
}

TEST_CASE("Waves of rails: events that need a clock, routers or packets are refused, and so is a choice of nodes",
          "[WAVE-54][key:waves.nodes]") {
  const TemporaryFolder folder;
  for (const auto& [event, why] : std::vector<std::pair<std::string, std::string>>{
           {"cycle=5", "rails have no clock"},
           {"stall", "rails have no routers"},
           {"packet=5", "rails have messages, and no packets"},
           {"line=5", "rails have messages, and no packets or operations"}}) {
    CAPTURE(event);
    const Outcome outcome = ended_with(2, run_tactus(far_run(folder, {"--waves-around", event})));
    CHECK_THAT(outcome.err, Contains(fmt::format("tactus: --waves-around {}: {}", event, why)));
  }
  const Outcome nodes = ended_with(2, run_tactus(far_run(folder, {"--waves", "--set", "waves.nodes=all"})));
  CHECK_THAT(nodes.err, Contains("--set waves.nodes=all:2:7: error: waves.nodes has no effect: network.kind is rails"));
  CHECK(folder.names().empty());
}
