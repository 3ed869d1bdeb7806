#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "testbench/app/compare/level_run.h"
#include "testbench/tests/fuzz/random_scenario.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/credit_dropping_router.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/system/checked_run.h"
#include "testbench/tests/unit/app/compare/naive_comparison.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Catch::Matchers::Contains;

/// A scenario, and how it is run.
struct Side {
  Scenario scenario;
  LevelRunOptions options;
};

/// Compares two runs as they go on, and looks how far one gets ahead of the other.
class Watch final : public RunsListener {
 public:
  explicit Watch(const RankMap& map) : comparer_({"a", "b"}, map) {}

  /// Runs both at the same time.
  HistoryComparison compare(const Side& a, const Side& b) {
    LevelRuns runs;
    for (const Side* side : {&a, &b}) runs.push_back(std::make_unique<LevelRun>(side->scenario, side->options));
    follow(runs, *this);
    return comparer_.finish(runs[0]->outcome(), runs[1]->outcome());
  }

  void packet(std::size_t run, const PacketHistory& packet) override {
    comparer_.packet(run, packet);
    ++packets[run];
    if (ended_) return;
    longest_lead = std::max(
        {longest_lead, packets[0] - std::min(packets[0], packets[1]), packets[1] - std::min(packets[0], packets[1])});
    most_kept = std::max(most_kept, comparer_.kept());
    if (on_packet) on_packet(packets[0] + packets[1]);
  }
  void ended(std::size_t run) override {
    comparer_.ended(run);
    ended_ = true;
  }

  std::array<std::uint64_t, 2> packets{};
  std::uint64_t longest_lead = 0;  ///< while both went on
  std::size_t most_kept = 0;
  std::function<void(std::uint64_t)> on_packet;  ///< told how many there have been

 private:
  HistoryComparer comparer_;
  bool ended_ = false;
};

Scenario exchange(Bytes message_size) {
  Scenario scenario = scenario_on(4, 4, "a2at");
  scenario.workload.message_size = message_size;
  return scenario;
}

LevelRunOptions at(Level level) { return {level, {}, HistoryDepth::kPackets}; }

/// Both runs compared while they go on, and whole, and by brute force: `differ` says whether there is a difference.
void check_all_ways(const Side& a, const Side& b, bool differ) {
  const RankMap map = a.scenario.rank_map();
  const HistoryComparison beside = Watch(map).compare(a, b);
  const RunHistory whole_a = run_level(a.scenario, a.options.level, a.options.fabric);
  const RunHistory whole_b = run_level(b.scenario, b.options.level, b.options.fabric);
  const HistoryComparison whole = compare(whole_a, whole_b, {"a", "b"}, map);
  const NaiveComparison naive = naive_comparison(whole_a, whole_b);
  CAPTURE(beside.first_difference);
  CHECK(beside.first_difference == whole.first_difference);
  CHECK(beside.packets == naive.packets);
  CHECK(beside.differing_packets == naive.differing);
  CHECK(beside.messages == std::max(whole_a.messages.size(), whole_b.messages.size()));
  CHECK(beside.differing_messages == whole.differing_messages);
  CHECK(beside.equal() == !differ);
  if (naive.differing > 0)
    CHECK_THAT(beside.first_difference, Contains("in cycle " + std::to_string(naive.cycle) + " at"));
}

}  // namespace

TEST_CASE("Level runs: compared while they go on, two runs differ where brute force over both says",
          "[EQUAL-2][long]") {
  int differing = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Scenario scenario = random_scenario(seed);
    scenario.cycle.nodes.clear();
    check_all_ways({scenario, at(Level::kCycle)}, {scenario, at(Level::kPacket)}, false);
    LevelRunOptions late = at(Level::kPacket);
    late.fabric.packet_timings.grant_to_link += 1;
    if (run_level(scenario, Level::kCycle).packets.empty()) continue;
    check_all_ways({scenario, at(Level::kCycle)}, {scenario, late}, true);
    check_all_ways({scenario, late}, {scenario, at(Level::kCycle)}, true);
    ++differing;
  }
  CHECK(differing > 8);
}

TEST_CASE("Level runs: one that is cut, or ends by a violation, is compared as far as it goes", "[EQUAL-2]") {
  const Side whole{exchange(Bytes{20'000}), at(Level::kPacket)};
  Side cut = whole;
  cut.scenario.run.max_time = Picoseconds{30'000'000};
  check_all_ways(whole, cut, true);
  check_all_ways(cut, whole, true);
  Side stalled{exchange(Bytes{20'000}), at(Level::kCycle)};
  stalled.scenario.run.watchdog = Picoseconds{20'000'000};
  stalled.options.fabric.parts.router = make_credit_dropping_router;
  check_all_ways(whole, stalled, true);
  check_all_ways(stalled, whole, true);
  check_all_ways(stalled, stalled, false);
}

TEST_CASE("Level runs: packets that are under way at the end are told too, each with its number in its engine") {
  Scenario scenario = exchange(Bytes{20'000});
  scenario.run.max_time = Picoseconds{30'000'000};
  for (const Level level : {Level::kCycle, Level::kPacket}) {
    const RunHistory run = run_level(scenario, level);
    std::uint64_t flits = 0;
    std::uint64_t under_way = 0;
    std::map<std::pair<int, int>, std::pair<std::uint64_t, std::uint64_t>> last;  // packets and cycle, by engine
    for (const PacketHistory& packet : run.packets) {
      flits += packet.flits;
      if (packet.delivered == PacketRecord::kNever) ++under_way;
      auto& [packets, cycle] = last[{packet.source, packet.source_nic}];
      CHECK(packet.number == packets++);
      CHECK(packet.injected > cycle);
      cycle = packet.injected;
    }
    const nlohmann::json result = nlohmann::json::parse(run.result);
    CHECK(flits - result["flits_injected"].get<std::uint64_t>() < 64 * 64);  // 64 engines may each be in a packet
    CHECK(under_way > 10);
    CHECK(run.packets.size() - under_way == result["packets_delivered"]);
    CHECK(last.size() == 64);
  }
}

TEST_CASE("Level runs: the fast one waits for the slow one, and no more packets are kept than that", "[long]") {
  const Scenario scenario = exchange(Bytes{262'144});
  // What a text of packets holds at the most, and a packet takes at the least.
  const std::uint64_t text = 32'768 / sizeof(PacketRecord) + 1;
  for (const bool slow_first : {true, false}) {
    std::array<Side, 2> sides = {Side{scenario, at(Level::kCycle)}, Side{scenario, at(Level::kPacket)}};
    if (!slow_first) std::swap(sides[0], sides[1]);
    Watch watch(scenario.rank_map());
    const HistoryComparison comparison = watch.compare(sides[0], sides[1]);
    CHECK(comparison.equal());
    CHECK(comparison.packets == 16 * 15 * 131);
    CHECK(watch.longest_lead <= kLongestLead + text);
    CHECK(watch.longest_lead > kLongestLead);
    CHECK(watch.most_kept <= kLongestLead + text);
  }
}

TEST_CASE("Level runs: one that is killed on its way is told with its level, and the other one is ended") {
  std::array<int, 2> pids{};
  REQUIRE(pipe(pids.data()) == 0);
  Side slow{exchange(Bytes{65'536}), at(Level::kCycle)};
  slow.options.fabric.parts.router = [&, make = slow.options.fabric.parts.router](const char* name,
                                                                                  const NodeSite& site) {
    const pid_t pid = getpid();
    if (write(pids[1], &pid, sizeof pid) != sizeof pid) _exit(1);  // of each node: there is room
    return make(name, site);
  };
  Watch watch(slow.scenario.rank_map());
  std::uint64_t came = 0;
  watch.on_packet = [&](std::uint64_t packets) {
    came = packets;
    pid_t pid = 0;
    if (packets == 1000 && read(pids[0], &pid, sizeof pid) == sizeof pid) kill(pid, SIGKILL);
  };
  CHECK_THROWS_WITH(watch.compare(slow, {slow.scenario, at(Level::kPacket)}), "level cycle: ended by signal 9");
  CHECK(came >= 1000);
  for (const int end : pids) close(end);
}
