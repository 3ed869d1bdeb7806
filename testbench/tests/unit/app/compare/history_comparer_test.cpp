#include <fmt/core.h>

#include <functional>
#include <utility>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/run_history.h"
#include "testbench/tests/unit/app/compare/naive_comparison.h"

namespace tactus::test {
namespace {

const RankMap kMap(RankShape{{4, 4}, 1});
const std::array<std::string, 2> kNames = {"cycle", "packet"};

/// A run with some packets of each of 64 engines.
RunHistory random_run(Dice& dice) {
  RunHistory run;
  for (int engine = 0; engine < 64; ++engine) {
    const int packets = dice.below(6);
    std::uint64_t cycle = 0;
    for (int number = 0; number < packets; ++number) {
      PacketHistory packet;
      packet.source = engine / 4;
      packet.source_nic = static_cast<std::uint8_t>(engine % 4);
      packet.destination = dice.below(16);
      packet.number = static_cast<std::uint64_t>(number);
      packet.packet_index = static_cast<std::uint32_t>(number);
      packet.injected = cycle += static_cast<std::uint64_t>(dice.between(1, 20));
      std::uint64_t at = packet.injected;
      for (int hops = dice.between(4, 7); hops > 0; --hops) {
        const auto port = static_cast<std::uint8_t>(dice.below(8));
        at += static_cast<std::uint64_t>(dice.between(1, 9));
        packet.hops.push_back({at, dice.below(16), port, port, 1});
      }
      if (dice.below(20) > 0) packet.delivered = at + 5;
      run.packets.push_back(packet);
    }
  }
  return run;
}

/// One thing that one packet of the run does otherwise.
void change(RunHistory& run, Dice& dice) {
  const auto i = static_cast<std::size_t>(dice.below(static_cast<int>(run.packets.size())));
  PacketHistory& packet = run.packets[i];
  const auto any_hop = [&]() -> HopRecord& {
    return packet.hops[static_cast<std::size_t>(dice.below(static_cast<int>(packet.hops.size())))];
  };
  const std::vector<std::function<void()>> changes = {
      [&] { ++packet.injected; },
      [&] { ++any_hop().cycle; },
      [&] { ++any_hop().node; },
      [&] { ++packet.hops.back().out_vc; },
      [&] { packet.hops.pop_back(); },
      [&] { packet.hops.push_back(packet.hops.back()); },
      [&] { packet.delivered = packet.delivered == PacketRecord::kNever ? 1000 : packet.delivered + 1; },
      [&] { packet.delivered = PacketRecord::kNever; },
      [&] { ++packet.tag; },
      [&] { ++packet.split; },
      [&] {
        while (i + 1 < run.packets.size() && run.packets[i + 1].number > 0) {
          run.packets.erase(run.packets.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
      }};
  changes[static_cast<std::size_t>(dice.below(static_cast<int>(changes.size())))]();
}

void shuffle(std::vector<PacketHistory>& packets, Dice& dice) {
  for (int left = static_cast<int>(packets.size()); left > 1; --left) {
    std::swap(packets[static_cast<std::size_t>(left - 1)], packets[static_cast<std::size_t>(dice.below(left))]);
  }
}

/// Tells the packets of both runs in a random order, and at a random time that a run has ended.
HistoryComparison told_in_any_order(std::array<RunHistory, 2> runs, Dice& dice) {
  HistoryComparer comparer(kNames, kMap);
  for (RunHistory& run : runs) shuffle(run.packets, dice);
  std::array<std::size_t, 2> told{};
  std::array<bool, 2> ended{};
  const int first_of_three = dice.below(4);
  while (!ended[0] || !ended[1]) {
    const std::size_t run = dice.below(3) < first_of_three ? 0 : 1;
    const std::size_t chosen = ended[run] ? 1 - run : run;
    if (told[chosen] < runs[chosen].packets.size()) {
      comparer.packet(chosen, runs[chosen].packets[told[chosen]++]);
    } else {
      comparer.ended(chosen);
      ended[chosen] = true;
    }
  }
  CHECK(comparer.kept() == 0);
  return comparer.finish(runs[0], runs[1]);
}

void check(const HistoryComparison& comparison, const NaiveComparison& naive) {
  CHECK(comparison.packets == naive.packets);
  CHECK(comparison.differing_packets == naive.differing);
  CHECK(comparison.equal() == (naive.differing == 0));
  if (naive.differing == 0) return;
  const NetworkShape& nodes = kMap.shape().nodes;
  CAPTURE(comparison.first_difference, naive.cycle);
  CHECK_THAT(
      comparison.first_difference,
      Catch::Matchers::StartsWith(fmt::format("packet {} ", naive.packet.packet_index)) &&
          Catch::Matchers::Contains(fmt::format("from {} NIC {} to", nodes.text(nodes.coordinate(naive.packet.source)),
                                                naive.packet.source_nic)) &&
          Catch::Matchers::Contains(fmt::format(" in cycle {} at level", naive.cycle)));
}

}  // namespace

TEST_CASE("History comparison: finds what brute force finds, in whatever order packets are told", "[EQUAL-2]") {
  int equal = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    CAPTURE(seed);
    Dice dice(seed);
    std::array<RunHistory, 2> runs;
    runs[0] = runs[1] = random_run(dice);
    for (int changes = dice.below(4); changes > 0; --changes) change(runs[dice.chance(50) ? 0 : 1], dice);
    const NaiveComparison naive = naive_comparison(runs[0], runs[1]);
    if (naive.differing == 0) ++equal;
    check(told_in_any_order(runs, dice), naive);
  }
  CHECK(equal > 50);
  CHECK(equal < 300);
}

TEST_CASE("History comparison: keeps no more packets than one run is ahead of the other") {
  HistoryComparer comparer(kNames, kMap);
  PacketHistory packet;
  packet.hops.resize(5);
  constexpr std::uint64_t kLead = 7;
  for (std::uint64_t number = 0; number < 10'000; ++number) {
    packet.number = number;
    comparer.packet(0, packet);
    CHECK(comparer.kept() <= kLead);
    if (number + 1 < kLead) continue;
    packet.number = number + 1 - kLead;
    comparer.packet(1, packet);
  }
  comparer.ended(1);  // there are no counterparts from now on
  CHECK(comparer.kept() == 0);
  packet.number = 10'000;
  comparer.packet(0, packet);
  CHECK(comparer.kept() == 0);
  CHECK(comparer.finish({}, {}).differing_packets == kLead);
}

}  // namespace tactus::test
