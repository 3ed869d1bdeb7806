#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/phased_sequences.h"
#include "tlm_models/traffic/synchronisation/synchronisation_calls.h"
#include "tlm_models/traffic/synchronisation/synchronised_counter.h"
#include "tlm_models/traffic/workload.h"

using namespace tactus;

namespace {

constexpr FineCount cycles(std::int64_t count) { return count * kFineCycle; }

/// Stamps of an exchange in which the server's counter is `ahead`, and the messages take so many cycles.
TimeStamps stamps(FineCount ahead, std::int64_t there, std::int64_t back) {
  TimeStamps all;
  all.sent = cycles(1000);
  all.arrived = all.sent + cycles(there) + ahead;
  all.answered = all.arrived + cycles(70);
  all.returned = all.answered - ahead + cycles(back);
  return all;
}

/// Delays of the messages of a network, in cycles.
struct Delays {
  int least = 60;
  int most = 60;    ///< of a message that is held up
  int held_up = 0;  ///< percent of the messages
};

/// Ranks of a torus that make the calls of a synchronisation, one after the other, in true time.
class Machine {
 public:
  Machine(const NetworkShape& torus, std::vector<NodeCounter> counters, int drift, unsigned seed)
      : torus_(torus), counters_(std::move(counters)), all_(torus.nodes(), counters_.front(), drift), dice_(seed) {
    for (int i = 0; i < torus.nodes(); ++i) ranks_.emplace_back(counters_[static_cast<std::size_t>(i)], i, &all_);
  }

  /// Executes a synchronisation that all ranks begin at `begin`; answers when the last of them has ended it.
  std::uint64_t synchronise(std::uint64_t begin, int rounds, const Delays& delays) {
    std::vector<std::uint64_t> now(ranks_.size(), begin);
    std::vector<int> done(ranks_.size(), 0);
    std::map<std::array<int, 3>, std::uint64_t> arrivals;  // by source, destination, tag
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (std::size_t i = 0; i < ranks_.size(); ++i) {
        const SynchronisationCalls calls(torus_, static_cast<int>(i), rounds, 5, 0);
        while (done[i] < calls.count() && step(i, calls, done[i], now[i], delays, arrivals)) {
          ++done[i];
          goes_on = true;
        }
      }
    }
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      REQUIRE(done[i] == SynchronisationCalls(torus_, static_cast<int>(i), rounds, 5, 0).count());
    }
    CHECK(arrivals.empty());
    return *std::max_element(now.begin(), now.end());
  }

  /// Largest error of a rank's common counter at the time `edge`, in cycles.
  [[nodiscard]] std::int64_t largest_error(std::uint64_t edge) const {
    std::int64_t largest = 0;
    for (const SynchronisedCounter& rank : ranks_) {
      largest = std::max(largest, std::abs(rank.at(Cycles{edge}) - counters_.front().at(Cycles{edge})));
    }
    return largest;
  }
  [[nodiscard]] const SynchronisedCounter& rank(std::size_t number) const { return ranks_[number]; }
  [[nodiscard]] const NodeCounter& counter(std::size_t number) const { return counters_[number]; }

 private:
  /// Executes the call; false if it has to wait for a message that has not been sent.
  bool step(std::size_t rank, const SynchronisationCalls& calls, int number, std::uint64_t& now, const Delays& delays,
            std::map<std::array<int, 3>, std::uint64_t>& arrivals) {
    constexpr std::uint64_t kCall = 50;
    const Op op = calls.call(number);
    const int self = static_cast<int>(rank);
    if (op.kind == OpKind::kIrecv) {
      now += kCall;
      ranks_[rank].posted(op);
      return true;
    }
    if (op.kind == OpKind::kIsend) {
      now += kCall;
      ranks_[rank].sending(op, Cycles{now});
      const bool held_up = static_cast<int>(dice_() % 100) < delays.held_up;
      const std::uint64_t more = held_up ? dice_() % static_cast<unsigned>(delays.most - delays.least + 1) : 0;
      arrivals[{self, op.peer, static_cast<int>(op.tag)}] = now + static_cast<std::uint64_t>(delays.least) + more;
      return true;
    }
    REQUIRE(op.kind == OpKind::kWaitReceives);
    // The receive comes right before the wait of a server, and before the send of a client.
    const Op last = calls.call(number - 1);
    const Op receive = last.kind == OpKind::kIrecv ? last : calls.call(number - 2);
    const auto found = arrivals.find({receive.peer, self, static_cast<int>(receive.tag)});
    if (found == arrivals.end()) return false;
    now = std::max(now + kCall, found->second);
    arrivals.erase(found);
    ranks_[rank].waited(Cycles{now});
    return true;
  }

  NetworkShape torus_;
  std::vector<NodeCounter> counters_;
  CounterSynchronisation all_;
  std::mt19937 dice_;
  std::vector<SynchronisedCounter> ranks_;
};

std::vector<NodeCounter> random_counters(const NetworkShape& torus, int offset, int drift, unsigned seed) {
  std::mt19937 dice(seed);
  std::vector<NodeCounter> counters;
  for (int i = 0; i < torus.nodes(); ++i) {
    const Cycles ahead{dice() % static_cast<unsigned>(offset + 1)};
    counters.emplace_back(ahead, static_cast<int>(dice() % static_cast<unsigned>(2 * drift + 1)) - drift);
  }
  return counters;
}

const std::vector<NetworkShape> kTori = {{2, 2}, {3, 3}, {5, 5}, {4, 6}, {9, 9}, {3, 4, 5}};

}  // namespace

TEST_CASE("Time transfer: messages that take equally long give the offset exactly, whatever it is", "[PHASE-11]") {
  for (const FineCount ahead : {cycles(0), cycles(2500), cycles(-2500), cycles(7) + kFineCycle / 2}) {
    CHECK(stamps(ahead, 60, 60).ahead() == ahead);
    CHECK(stamps(ahead, 60, 60).round_trip() == cycles(120));
    CHECK(stamps(ahead, 60, 60).middle() == cycles(1000) + cycles(60 + 35));
  }
}

TEST_CASE("Time transfer: one way that takes longer makes an error of half of that, the other way the opposite",
          "[PHASE-11]") {
  CHECK(stamps(cycles(300), 60 + 11, 60).ahead() == cycles(300) + cycles(11) / 2);
  CHECK(stamps(cycles(300), 60, 60 + 11).ahead() == cycles(300) - cycles(11) / 2);
}

TEST_CASE("Time transfer: the exchange with the shortest round trip counts, whenever it comes",
          "[PHASE-11][key:counter.rounds]") {
  for (int best = 0; best < 4; ++best) {
    TwoWayTransfer transfer;
    for (int round = 0; round < 4; ++round) {
      transfer.add(round == best ? stamps(cycles(-9), 60, 60) : stamps(cycles(-9), 60 + 40 * round, 300));
    }
    CHECK(transfer.best().ahead() == cycles(-9));
  }
}

TEST_CASE("Counter correction: two synchronisations give offset and rate, within the rate that there can be",
          "[PHASE-11][key:counter.drift]") {
  for (const int rate : {-300, 0, 300, 700}) {
    CounterCorrection correction(600);
    CHECK(correction.common(cycles(77)) == cycles(77));
    correction.learn(cycles(1000), cycles(500));
    CHECK(correction.common(cycles(9000)) == cycles(9500));
    const std::int64_t later = 1'001'000;
    correction.learn(cycles(later), cycles(500 + rate));  // gained in a million cycles
    const int known = std::min(rate, 600);
    CHECK(correction.common(cycles(later)) == cycles(later + 500 + rate));
    CHECK(correction.common(cycles(later + 2'000'000)) == cycles(later + 2'000'000 + 500 + rate + 2 * known));
    for (const std::int64_t own : {1'001'000, 1'234'567, 3'000'000}) {
      CHECK(std::abs(correction.own(correction.common(cycles(own))) - cycles(own)) <= 2);
    }
  }
}

TEST_CASE("Synchronisation tree: each node has one parent, a neighbour that is nearer to node 0, which lists it",
          "[PHASE-11]") {
  for (const NetworkShape& torus : kTori) {
    const auto distance = [&](int node) {
      int hops = 0;
      for (int d = 0; d < torus.dimensions(); ++d) {
        const int at = torus.coordinate(node)[d];
        hops += std::min(at, torus.size(d) - at);
      }
      return hops;
    };
    int listed = 0;
    for (int node = 0; node < torus.nodes(); ++node) {
      const SynchronisationTree tree(torus, node);
      REQUIRE(tree.parent.has_value() == (node != 0));
      const std::set<int> children(tree.children.begin(), tree.children.end());
      REQUIRE(children.size() == tree.children.size());
      for (const int child : children) {
        REQUIRE(SynchronisationTree(torus, child).parent == node);
        REQUIRE(distance(child) == distance(node) + 1);
      }
      listed += static_cast<int>(children.size());
    }
    CHECK(listed == torus.nodes() - 1);
  }
}

TEST_CASE("Synchronisation: without drift and with equal delays all counters are exact, whatever their offsets",
          "[PHASE-11][key:counter.synchronise]") {
  for (const NetworkShape& torus : kTori) {
    for (unsigned seed = 0; seed < 5; ++seed) {
      Machine machine(torus, random_counters(torus, 2500, 0, seed), 0, seed);
      REQUIRE(machine.largest_error(0) > 100);
      const std::uint64_t end = machine.synchronise(100, 2, {});
      CAPTURE(torus.nodes(), seed);
      REQUIRE(machine.largest_error(end) == 0);
      REQUIRE(machine.largest_error(end + 1'000'000) == 0);
    }
  }
}

TEST_CASE("Synchronisation: messages that are held up now and then do no harm, with rounds enough",
          "[PHASE-11][key:counter.rounds]") {
  const NetworkShape torus{5, 5};
  std::int64_t one = 0;
  std::int64_t eight = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    for (const int rounds : {1, 12}) {
      Machine machine(torus, random_counters(torus, 2500, 0, seed), 0, seed);
      const std::uint64_t end = machine.synchronise(100, rounds, {60, 500, 20});
      (rounds == 1 ? one : eight) += machine.largest_error(end);
    }
  }
  CHECK(one > 20 * 100);
  CHECK(eight < 20 * 2);
}

TEST_CASE("Synchronisation: the second one takes drift out, and later ones keep the error at some cycles",
          "[PHASE-11][key:counter.drift]") {
  for (const NetworkShape& torus : kTori) {
    for (unsigned seed = 0; seed < 5; ++seed) {
      CAPTURE(torus.nodes(), seed);
      constexpr int kDrift = 300;
      constexpr std::uint64_t kSequence = 200'000;
      Machine machine(torus, random_counters(torus, 2500, kDrift, seed), kDrift, seed);
      std::uint64_t now = machine.synchronise(100, 2, {});
      // Offset alone: in a sequence two counters part by up to 2 x 300 ppm, and in the synchronisation itself.
      const std::int64_t without_rate = machine.largest_error(now + kSequence);
      REQUIRE(without_rate > 10);
      REQUIRE(without_rate < 2 * kDrift * static_cast<std::int64_t>(now + kSequence) / 1'000'000 + 2);
      for (std::uint64_t sequences = 1; sequences < 64; sequences *= 4) {
        now = machine.synchronise(now + kSequence * (sequences - sequences / 4), 2, {});
        REQUIRE(machine.largest_error(now) <= 8);
        REQUIRE(machine.largest_error(now + 3 * kSequence * sequences) <= 24);
      }
    }
  }
}

TEST_CASE("Synchronised counter: the value that software writes is the one that its own counter shows at that time",
          "[PHASE-11]") {
  const NetworkShape torus{4, 4};
  Machine machine(torus, random_counters(torus, 2500, 300, 7), 300, 7);
  std::uint64_t now = machine.synchronise(100, 2, {});
  now = machine.synchronise(now + 200'000, 2, {});
  for (std::size_t i = 0; i < 16; ++i) {
    for (const std::uint64_t edge : {now, now + 12'345}) {
      const std::int64_t common = machine.rank(i).at(Cycles{edge});
      CHECK(std::abs(machine.rank(i).own(common) - machine.counter(i).at(Cycles{edge})) <= 1);
    }
  }
}

TEST_CASE("Synchronisation: an all-to-all has it before its first sequence, and with drift after 1, 4, 16 .. others",
          "[PHASE-11][key:counter.synchronise]") {
  CHECK((SynchronisationCalls::before(20, 0) == std::vector<std::size_t>{0}));
  CHECK((SynchronisationCalls::before(1, 5) == std::vector<std::size_t>{0}));
  CHECK((SynchronisationCalls::before(4, 5) == std::vector<std::size_t>{0, 1}));
  CHECK((SynchronisationCalls::before(17, 5) == std::vector<std::size_t>{0, 1, 4, 16}));

  const NetworkShape torus{5, 5};
  WorkloadConfig config;
  config.sequence_barrier = true;
  const std::uint64_t plain = Workload::make(config, torus)->messages();
  auto phased = std::make_shared<PhasedSequences>();
  phased->sequences = a2at_plan(torus);
  phased->synchronisation = {3, 100};
  config.phased = phased;
  const auto workload = Workload::make(config, torus);
  const auto before = SynchronisationCalls::before(workload->sequences().size(), 100);
  const std::uint64_t each = 2 * 3 * 24 + 25 * 5;  // time stamps, and a barrier
  CHECK(workload->messages() == plain + before.size() * each);
  CHECK(workload->sequences().size() == Workload::make({}, torus)->sequences().size());

  std::uint64_t sent = 0;
  for (int rank = 0; rank < 25; ++rank) {
    std::vector<std::size_t> seen;  // sequences ended before each synchronisation
    std::set<std::pair<int, std::uint32_t>> tags;
    std::size_t ended = 0;
    for (const Op& op : ops_of(*workload, rank)) {
      if (op.kind == OpKind::kEndSequence) ++ended;
      if (op.kind == OpKind::kIsend) {
        ++sent;
        CHECK(tags.insert({op.peer, op.tag}).second);
      }
      if (op.stamp != StampKind::kNone && (seen.empty() || seen.back() != ended)) seen.push_back(ended);
    }
    CHECK(seen == before);
  }
  CHECK(sent == workload->messages());
}

TEST_CASE("Synchronisation: its programs end, in any order of their steps", "[PHASE-11]") {
  WorkloadConfig config;
  config.sequence_barrier = true;
  const NetworkShape torus{4, 3};
  auto phased = std::make_shared<PhasedSequences>();
  phased->sequences = a2at_plan(torus);
  phased->synchronisation = {2, 100};
  config.phased = phased;
  const auto workload = Workload::make(config, torus);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    UntimedRun run(*workload, torus.nodes(), seed);
    CHECK(run.run());
  }
}
