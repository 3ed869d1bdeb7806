#include "hw/router/class_shares.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "testbench/parts/dice.h"
#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

constexpr RouterPorts kPorts{4, 2};

/// Each class has one VC.
RouterConfig config_of(const std::vector<std::pair<int, int>>& priorities_and_shares) {
  RouterConfig config;
  for (const auto& [priority, share] : priorities_and_shares) {
    config.classes.push_back({std::to_string(config.classes.size()), 1, priority, share});
  }
  config.virtual_channels = static_cast<int>(config.classes.size());
  return config;
}

/// Requesters of the classes in mask `classes`, one of each at an input port that differs.
RequestMask some_of(unsigned classes, int vcs) {
  RequestMask requests = 0;
  for (unsigned rest = classes; rest != 0; rest &= rest - 1) {
    const int number = __builtin_ctz(rest);
    requests |= RequestMask{1} << ((number * 2 % kPorts.count()) * vcs + number);
  }
  return requests;
}

}  // namespace

TEST_CASE("ClassShares: of classes that always have something each gets its share, in any window within a packet",
          "[CLASS-4]") {
  const std::vector<int> shares =
      GENERATE(std::vector<int>{3, 1}, std::vector<int>{1, 1}, std::vector<int>{5, 2, 1}, std::vector<int>{1000, 1, 7});
  std::vector<std::pair<int, int>> classes;
  for (const int share : shares) classes.emplace_back(2, share);
  ClassShares turns(config_of(classes), kPorts);
  const auto count = static_cast<int>(shares.size());
  constexpr int kLongest = 130;
  Dice dice(7);
  // Flits of each class after each packet.
  std::vector<std::vector<double>> sent(1, std::vector<double>(shares.size()));
  for (int i = 0; i < 3000; ++i) {
    const int turn = turns.take_turn(1, some_of((1U << count) - 1, count));
    const int flits = dice.chance(50) ? kLongest : dice.between(2, kLongest);
    turns.charge(1, turn, flits);
    sent.push_back(sent.back());
    sent.back()[static_cast<std::size_t>(turn)] += flits;
  }
  for (int i = 0; i < 4000; ++i) {
    const auto begin = static_cast<std::size_t>(dice.below(3000));
    const auto end = begin + static_cast<std::size_t>(dice.below(3000 - static_cast<int>(begin)));
    for (std::size_t a = 0; a < shares.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const double of_a = (sent[end][a] - sent[begin][a]) / shares[a];
        const double of_b = (sent[end][b] - sent[begin][b]) / shares[b];
        // A packet and a round of each.
        CHECK(std::abs(of_a - of_b) <= static_cast<double>(kLongest) / shares[a] + 1.0 * kLongest / shares[b] + 2);
      }
    }
  }
}

TEST_CASE("ClassShares: a class goes before all of lower priority, whose accounts stay as they are", "[CLASS-3]") {
  ClassShares turns(config_of({{0, 3}, {7, 1}, {0, 1}, {5, 1}}), kPorts);
  const auto turn = [&](unsigned classes, int flits) {
    const int number = turns.take_turn(0, some_of(classes, 4));
    turns.charge(0, number, flits);
    return number;
  };
  CHECK(turn(0b1111, 100) == 1);
  CHECK(turn(0b1111, 100) == 1);
  CHECK(turn(0b1101, 100) == 3);
  std::vector<int> order;
  for (int i = 0; i < 8; ++i) {
    if (i == 3) CHECK(turn(0b0111, 100) == 1);
    order.push_back(turn(0b0101, 12));
  }
  CHECK(order == std::vector<int>{0, 2, 0, 0, 0, 2, 0, 0});
}

TEST_CASE("ClassShares: who had nothing to send saves up a round at most, and what it owes is paid meanwhile",
          "[CLASS-4]") {
  ClassShares turns(config_of({{0, 1}, {0, 1}}), kPorts);
  const auto turn = [&](unsigned classes) {
    const int number = turns.take_turn(0, some_of(classes, 2));
    turns.charge(0, number, 10);
    return number;
  };
  CHECK(turn(0b11) == 0);
  for (int i = 0; i < 50; ++i) CHECK(turn(0b01) == 0);
  // The other has been idle for 51 packets: it goes first, and once only.
  CHECK(turn(0b11) == 1);
  CHECK(turn(0b11) == 0);
  CHECK(turn(0b11) == 1);
  for (int i = 0; i < 50; ++i) CHECK(turn(0b10) == 1);
  CHECK(turn(0b11) == 0);
  int of_other = 0;
  for (int i = 0; i < 20; ++i) of_other += turn(0b11);
  CHECK(of_other == 10);
}

TEST_CASE("ClassShares: every output has accounts of its own, and reset forgets them", "[CLASS-4]") {
  ClassShares turns(config_of({{0, 1}, {0, 1}}), kPorts);
  const auto turn = [&](int out_port) {
    const int number = turns.take_turn(out_port, some_of(0b11, 2));
    turns.charge(out_port, number, 10);
    return number;
  };
  CHECK(turn(0) == 0);
  CHECK(turn(3) == 0);
  CHECK(turn(0) == 1);
  CHECK(turn(3) == 1);
  CHECK(turn(0) == 0);
  turns.reset();
  CHECK(turn(0) == 0);
  CHECK(turn(0) == 1);
}

TEST_CASE("RouterConfig: VCs of the classes follow each other", "[CLASS-1]") {
  RouterConfig config;
  CHECK(config.class_of(1) == 0);
  config.classes = {{"a", 2, 0, 1}, {"b", 1, 0, 1}, {"c", 3, 0, 1}};
  std::vector<int> of_vcs;
  for (int vc = 0; vc < 6; ++vc) of_vcs.push_back(config.class_of(vc));
  CHECK(of_vcs == std::vector<int>{0, 0, 1, 2, 2, 2});
  CHECK(config.first_vc(0) == 0);
  CHECK(config.first_vc(1) == 2);
  CHECK(config.first_vc(2) == 3);
}

}  // namespace tactus
