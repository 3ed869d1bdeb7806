#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/phase_schedule/shapes.h"
#include "tlm_models/traffic/phase_schedule/phase_check.h"
#include "tlm_models/traffic/phase_schedule/phase_regroup.h"

namespace tactus {
namespace {

/// Empty, or the first thing that a schedule of the exchange breaks.
std::string first_fault(const PhaseNetwork& network, const std::vector<A2atSequence>& sequences) {
  for (const PhaseGroup& group : groups_of(network, sequences)) {
    const PhaseCheck check = check_phases(network, group);
    if (!check.faults.empty()) return check.faults.front().text(network.shape);
    if (check.most > group.load) return "more packets on a link than the load";
    if (check.lateness < group.lateness) return "a group stands less lateness than it says";
    if (check.early > group.early) return "packets come earlier than the group says";
    if (group.lateness < static_cast<std::int64_t>(network.lateness.count())) return "less lateness than asked for";
    if (group.slots < group.load || group.cost(network) < 0) return "a period below the load bound";
  }
  return "";
}

/// Sum of all periods of an exchange, in cycles.
std::int64_t periods_of(const PhaseNetwork& network, const std::vector<A2atSequence>& sequences) {
  std::int64_t sum = 0;
  for (const PhaseGroup& group : groups_of(network, sequences)) sum += group.period();
  return sum;
}

TEST_CASE("PhasePlan: on every square torus from 3x3 to 20x20 no two packets meet on any link", "[PHASE-1][long]") {
  for (int n = 3; n <= 20; ++n) {
    for (const PhaseTies ties : {PhaseTies::kSigned, PhaseTies::kPositive}) {
      const PhaseNetwork network = phase_torus({n, n}, ties);
      CAPTURE(n, ties == PhaseTies::kSigned);
      CHECK(first_fault(network, a2at_plan(network.shape)).empty());
      CHECK(first_fault(network, phase_sequences(network)).empty());
    }
  }
}

TEST_CASE("PhasePlan: tori of other shapes have schedules", "[PHASE-1]") {
  const std::vector<NetworkShape> shapes = {{2},    {7},       {8},       {6, 4},    {5, 8},       {9, 3},
                                            {2, 7}, {3, 3, 3}, {4, 4, 4}, {3, 4, 5}, {3, 3, 3, 3}, {2, 3, 2, 3}};
  for (const NetworkShape& shape : shapes) {
    for (const PhaseTies ties : {PhaseTies::kSigned, PhaseTies::kPositive}) {
      const PhaseNetwork network = phase_torus(shape, ties);
      CAPTURE(shape.text(), ties == PhaseTies::kSigned);
      CHECK(first_fault(network, a2at_plan(shape)).empty());
      CHECK(first_fault(network, phase_sequences(network)).empty());
    }
  }
}

TEST_CASE("PhasePlan: larger tori of three and four dimensions have schedules", "[PHASE-1][long]") {
  for (const NetworkShape& shape : {NetworkShape{5, 5, 5}, NetworkShape{6, 6, 6}, NetworkShape{4, 4, 4, 4}}) {
    CAPTURE(shape.text());
    CHECK(first_fault(phase_torus(shape), a2at_plan(shape)).empty());
  }
  const PhaseNetwork cube = phase_torus({8, 8, 8});
  const PhaseGroup group = one_group(cube, {{3, 2, 1}, {-3, -2, -1}, {1, 3, 2}, {-1, -3, -2}, {2, 1, 3}, {-2, -1, -3}});
  CHECK(group.load == 6);
  CHECK(group.cost(cube) == 0);
  const PhaseCheck check = check_phases(cube, group);
  CHECK(check.faults.empty());
  CHECK(check.fewest == 6);
  CHECK(check.most == 6);
}

TEST_CASE("PhasePlan: packets of other lengths and other times per hop have schedules", "[PHASE-1][long]") {
  for (const NetworkShape& shape :
       {NetworkShape{5, 5}, NetworkShape{6, 6}, NetworkShape{9, 9}, NetworkShape{3, 4, 5}}) {
    for (const std::uint64_t packet : {64, 100, 128, 257, 1024}) {
      for (const std::uint64_t hop : {0, 1, 19, 26, 60}) {
        PhaseNetwork network = phase_torus(shape);
        network.packet = Cycles{packet};
        network.hop.fill(Cycles{hop});
        network.hop[1] = Cycles{hop + 7};
        network.room = Cycles{2 * packet};
        CAPTURE(shape.text(), packet, hop);
        CHECK(first_fault(network, a2at_plan(shape)).empty());
      }
    }
  }
}

TEST_CASE("PhasePlan: a schedule stands the lateness that is asked for", "[PHASE-3][long]") {
  for (const int n : {4, 9, 10, 14}) {
    for (const std::uint64_t lateness : {16, 32, 64, 100}) {
      PhaseNetwork network = phase_torus({n, n});
      network.lateness = Cycles{lateness};
      CAPTURE(n, lateness);
      CHECK(first_fault(network, a2at_plan(network.shape)).empty());
    }
  }
}

struct Sum {
  int n;
  std::int64_t by_plan;    ///< cycles: sum of periods of the sequences of a2at_plan
  std::int64_t regrouped;  ///< of phase_sequences
};

void check_sums(const std::vector<Sum>& sums, Cycles lateness) {
  for (const Sum& sum : sums) {
    PhaseNetwork network = phase_torus({sum.n, sum.n});
    network.lateness = lateness;
    CAPTURE(sum.n);
    CHECK(periods_of(network, a2at_plan(network.shape)) == sum.by_plan);
    CHECK(periods_of(network, phase_sequences(network)) == sum.regrouped);
  }
}

TEST_CASE("PhasePlan: the sums of periods are those of the study's table", "[PHASE-4]") {
  SECTION("no lateness") {
    check_sums({{3, 384, 384},
                {4, 1024, 1024},
                {5, 1928, 1932},
                {6, 3584, 3584},
                {7, 5376, 5376},
                {8, 8320, 8320},
                {9, 11'520, 11'520},
                {10, 16'498, 16'328},
                {11, 21'632, 21'248},
                {12, 28'416, 27'904},
                {13, 35'200, 34'944},
                {14, 46'208, 44'800},
                {15, 54'000, 53'828},
                {16, 66'432, 65'792},
                {17, 79'360, 78'592},
                {18, 96'000, 94'336},
                {19, 110'464, 109'696},
                {20, 129'768, 128'720}},
               Cycles{0});
  }
  SECTION("a quarter of a packet") {
    check_sums({{3, 384, 384},
                {4, 1152, 1152},
                {5, 1928, 1932},
                {6, 3584, 3584},
                {7, 5376, 5376},
                {8, 8576, 8448},
                {9, 11'776, 11'520},
                {10, 16'766, 16'412},
                {11, 21'978, 21'376},
                {12, 28'544, 28'160},
                {13, 36'096, 35'456},
                {14, 46'856, 44'800},
                {15, 54'916, 54'396},
                {16, 66'432, 65'869},
                {17, 80'128, 79'488},
                {18, 98'048, 95'104},
                {19, 110'976, 109'824},
                {20, 129'824, 129'122}},
               Cycles{32});
  }
  SECTION("half a packet") {
    check_sums({{3, 384, 384},
                {4, 1152, 1152},
                {5, 1928, 1932},
                {6, 3840, 3712},
                {7, 5848, 5632},
                {8, 8576, 8448},
                {9, 12'288, 11'776},
                {10, 16'840, 16'478},
                {11, 21'978, 21'376},
                {12, 29'056, 28'416},
                {13, 36'352, 35'456},
                {14, 49'800, 48'128},
                {15, 55'312, 54'692},
                {16, 68'009, 66'963},
                {17, 80'896, 80'384},
                {18, 98'984, 95'488},
                {19, 112'512, 110'592},
                {20, 130'302, 129'476}},
               Cycles{64});
  }
}

TEST_CASE("PhasePlan: the sums of periods of other tori are those of the study's table", "[PHASE-4]") {
  struct Torus {
    NetworkShape shape;
    std::int64_t ideal;  ///< cycles: packets that cross each link of the busiest dimension
    double by_plan;      ///< percent
    double regrouped;
  };
  // On average a packet goes a quarter of an even ring, and (n - 1/n) / 4 links of an odd one, half of them each way.
  const std::vector<Torus> tori = {{{7, 5}, 30 * 128, 106.7, 100.0},    {{8, 4}, 32 * 128, 103.1, 100.0},
                                   {{3, 4, 5}, 36 * 128, 114.2, 100.3}, {{4, 4, 4}, 32 * 128, 115.6, 106.3},
                                   {{5, 5, 5}, 75 * 128, 119.2, 104.1}, {{3, 3, 3, 3}, 27 * 128, 114.8, 103.7}};
  for (const Torus& torus : tori) {
    const PhaseNetwork network = phase_torus(torus.shape);
    const auto percent = [&](const std::vector<A2atSequence>& sequences) {
      return std::round(1000.0 * static_cast<double>(periods_of(network, sequences)) /
                        static_cast<double>(torus.ideal)) /
             10;
    };
    CAPTURE(torus.shape.text());
    CHECK(percent(a2at_plan(torus.shape)) == torus.by_plan);
    CHECK(percent(phase_sequences(network)) == torus.regrouped);
  }
}

TEST_CASE("PhasePlan: on odd squares every link has a packet in every slot of a group at its load", "[PHASE-4]") {
  const PhaseNetwork network = phase_torus({9, 9});
  for (const PhaseGroup& group : groups_of(network, a2at_plan(network.shape))) {
    const PhaseCheck check = check_phases(network, group);
    CHECK(group.cost(network) == 0);
    CHECK(check.fewest == group.load);
    CHECK(check.most == group.load);
  }
}

TEST_CASE("PhaseRegroup: sends what a2at_plan sends, in no more time", "[PHASE-5]") {
  for (const NetworkShape& shape : {NetworkShape{8}, NetworkShape{6, 6}, NetworkShape{9, 9}, NetworkShape{14, 14},
                                    NetworkShape{7, 5}, NetworkShape{4, 4, 4}, NetworkShape{3, 3, 3, 3}}) {
    for (const PhaseTies ties : {PhaseTies::kSigned, PhaseTies::kPositive}) {
      const PhaseNetwork network = phase_torus(shape, ties);
      CAPTURE(shape.text());
      std::vector<int> sent(static_cast<std::size_t>(shape.nodes()));
      const std::vector<A2atSequence> sequences = phase_sequences(network);
      for (const A2atSequence& sequence : sequences) {
        REQUIRE(sequence.messages <= shape.directions());
        for (int message = 0; message < sequence.messages; ++message) {
          const Coordinate offset = sequence.offsets[static_cast<std::size_t>(message)];
          ++sent[static_cast<std::size_t>(shape.node(shape.wrapped({}, offset)))];
        }
      }
      CHECK(sent.front() == 0);
      CHECK(std::count(sent.begin(), sent.end(), 1) == shape.nodes() - 1);
      CHECK(periods_of(network, sequences) <= periods_of(network, a2at_plan(shape)) + 128);
    }
  }
}

TEST_CASE("PhasePlan: the messages of a ring's half alternate with signed ties, and all go the plus way with others",
          "[PHASE-2]") {
  const A2atSequence last = a2at_plan({6}).back();
  const auto halves = phase_messages(phase_torus({6}), last);
  REQUIRE(halves.size() == 2);
  CHECK(halves[0].offset != halves[1].offset);
  for (int node = 0; node < 6; ++node) {
    const Coordinate at{node, 0};
    CHECK(halves[0].sent_from(at) != halves[1].sent_from(at));
    CHECK((halves[0].sent_from(at) ? halves[0] : halves[1]).offset[0] == (node % 2 == 0 ? 3 : -3));
  }
  const auto plus = phase_messages(phase_torus({6}, PhaseTies::kPositive), last);
  REQUIRE(plus.size() == 1);
  CHECK(plus[0].offset == Coordinate{3, 0});
  CHECK(plus[0].sent_from({1, 0}));
}

TEST_CASE("PhasePlan: says why there is no schedule", "[PHASE-4]") {
  const auto refusal = [](const PhaseNetwork& network, const std::vector<PhaseMessage>& messages) {
    const PhasePlan plan = plan_phases(network, messages);
    CHECK(plan.groups.empty());
    return plan.refusal;
  };
  PhaseNetwork mesh = phase_torus({4, 4});
  mesh.shape.wrap = {true, false};
  CHECK(refusal(mesh, {{0, {1, 0}}}) == "a schedule of phases needs a torus");
  PhaseNetwork network = phase_torus({5, 5});
  CHECK(refusal(network, {}) == "no messages");
  CHECK(refusal(network, {{0, {0, 0}}}) == "a message to its own node crosses no link");
  CHECK(refusal(network, {{0, {1, 3}}}) == "the offset (1,3) is not the shortest way to its node");
  CHECK(refusal(network, {{0, {1, 0, 1}}}) == "the offset (1,0) is not the shortest way to its node");
  CHECK(refusal(network, std::vector<PhaseMessage>(9, {0, {1, 0}})) == "more messages at a time than NICs");
  network.packet = Cycles{0};
  CHECK(refusal(network, {{0, {1, 0}}}) == "a packet takes no time");
  network = phase_torus({5, 5});
  network.packets = 0;
  CHECK(refusal(network, {{0, {1, 0}}}) == "a message has no packet");
  network = phase_torus({9, 9});
  network.lateness = Cycles{5000};
  CHECK(refusal(network, {{0, {4, 3}}, {1, {3, 4}}}).find("no wave keeps packets in order with a lateness of 5000") ==
        0);
}

TEST_CASE("PhasePlan: messages that would go in a circle at their load run in two groups", "[PHASE-4]") {
  const PhaseNetwork network = phase_torus({9, 9});
  const std::vector<PhaseMessage> diagonals = {{0, {3, 3}}, {1, {-3, -3}}, {2, {3, -3}}, {3, {-3, 3}}};
  const PhasePlan plan = plan_phases(network, diagonals);
  REQUIRE(plan.groups.size() == 2);
  CHECK(plan.load == 6);
  CHECK(plan.groups[0].load == 3);
  CHECK(plan.groups[0].engines[0].message.engine == 0);
  CHECK(plan.groups[0].engines[1].message.engine == 1);
  CHECK(plan.groups[1].engines[0].message.engine == 2);
  CHECK(plan.periods() == 6 * 128);
  CHECK(plan.cost(network) == 0);
}

}  // namespace
}  // namespace tactus
