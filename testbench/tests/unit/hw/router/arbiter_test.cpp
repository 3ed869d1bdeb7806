#include "hw/router/arbiter.h"

#include <algorithm>
#include <array>
#include <list>
#include <numeric>
#include <vector>

#include "hw/common/random.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/policies.h"

namespace tactus {
namespace {

constexpr std::array<int, 8> kSizes = {1, 2, 5, 8, 16, 24, 63, 64};
constexpr int kDraws = 3000;

bool wants(RequestMask requests, int requester) { return ((requests >> requester) & 1U) != 0; }
RequestMask bit(int requester) { return RequestMask{1} << requester; }
RequestMask everybody(int requesters) { return ~RequestMask{0} >> (kMaxRequesters - requesters); }

/// A random non-empty set; some draws sparse, some dense.
RequestMask random_requests(const RandomStream& random, std::uint64_t index, int requesters) {
  const std::uint64_t a = random.bits(4 * index);
  const std::uint64_t b = random.bits(4 * index + 1);
  const std::uint64_t c = random.bits(4 * index + 2);
  const std::array<std::uint64_t, 4> densities = {a & b & c, a & b, a, a | b | c};
  const RequestMask requests = densities[random.bits(4 * index + 3) % 4] & everybody(requesters);
  return requests != 0 ? requests : bit(static_cast<int>(c % static_cast<unsigned>(requesters)));
}

/// The textbook model of a round robin over any list of requesters: search onwards from the last winner.
class NaiveRoundRobin {
 public:
  explicit NaiveRoundRobin(std::vector<int> members) : members_(std::move(members)) {}
  /// -1 if no member requests.
  int pick(RequestMask requests) {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const std::size_t at = (next_ + i) % members_.size();
      if (!wants(requests, members_[at])) continue;
      next_ = (at + 1) % members_.size();
      return members_[at];
    }
    return -1;
  }

 private:
  std::vector<int> members_;
  std::size_t next_ = 0;
};

std::vector<int> numbers(int from, int to) {
  std::vector<int> list(static_cast<std::size_t>(to - from));
  std::iota(list.begin(), list.end(), from);
  return list;
}

/// The textbook least recently served: a queue from which the winner moves to the end.
class NaiveLeastRecentlyServed {
 public:
  explicit NaiveLeastRecentlyServed(int requesters) {
    for (int i = 0; i < requesters; ++i) queue_.push_back(i);
  }
  int pick(RequestMask requests) {
    const auto winner =
        std::find_if(queue_.begin(), queue_.end(), [requests](int requester) { return wants(requests, requester); });
    queue_.splice(queue_.end(), queue_, winner);
    return queue_.back();
  }

 private:
  std::list<int> queue_;
};

/// Serves one list of requesters before another, each by round robin.
class NaiveClassFirst {
 public:
  NaiveClassFirst(std::vector<int> first, std::vector<int> second)
      : first_(std::move(first)), second_(std::move(second)) {}
  int pick(RequestMask requests) {
    const int winner = first_.pick(requests);
    return winner >= 0 ? winner : second_.pick(requests);
  }

 private:
  NaiveRoundRobin first_;
  NaiveRoundRobin second_;
};

/// Of `kDraws` random requests, those in which `arbiter` and `model` choose differently.
template <class NaiveModel>
int differences(Arbiter& arbiter, NaiveModel model, int requesters, std::uint64_t stream) {
  const RandomStream random(2024, stream);
  int count = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const RequestMask requests = random_requests(random, i, requesters);
    if (arbiter.pick(requests, nullptr) != model.pick(requests)) ++count;
  }
  return count;
}

/// Longest that any requester that keeps requesting has to wait, in grants, while the others request at random.
int longest_wait(Arbiter& arbiter, int requesters) {
  const RandomStream random(77, static_cast<std::uint64_t>(requesters));
  RequestMask waiting = 0;
  std::vector<int> waited(static_cast<std::size_t>(requesters), 0);
  int longest = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    waiting |= random_requests(random, i, requesters);
    const int winner = arbiter.pick(waiting, nullptr);
    for (int r = 0; r < requesters; ++r) {
      if (wants(waiting, r)) longest = std::max(longest, ++waited[r]);
    }
    waiting &= ~bit(winner);
    waited[winner] = 0;
  }
  return longest;
}

TEST_CASE("RoundRobinArbiter: the next requester after the last winner goes first",
          "[arbiter][ARBITER-2][ARBITER-6][key:router.arbiter]") {
  for (const int n : kSizes) {
    CAPTURE(n);
    const auto arbiter = make_arbiter("round_robin", n, n / 2);
    CHECK(differences(*arbiter, NaiveRoundRobin(numbers(0, n)), n, 1) == 0);
  }
}

TEST_CASE("MatrixArbiter: the requester served longest ago goes first",
          "[arbiter][ARBITER-2][ARBITER-7][key:router.arbiter]") {
  for (const int n : kSizes) {
    CAPTURE(n);
    const auto arbiter = make_arbiter("matrix", n, n / 2);
    CHECK(differences(*arbiter, NaiveLeastRecentlyServed(n), n, 2) == 0);
  }
}

TEST_CASE("MatrixArbiter: remembers more than the last winner", "[arbiter][ARBITER-7]") {
  const auto matrix = make_arbiter("matrix", 3, 3);
  const auto round_robin = make_arbiter("round_robin", 3, 3);
  CHECK(matrix->pick(0b010, nullptr) == 1);
  CHECK(round_robin->pick(0b010, nullptr) == 1);
  CHECK(matrix->pick(0b101, nullptr) == 0);  // neither was served: by number
  CHECK(round_robin->pick(0b101, nullptr) == 2);
}

TEST_CASE("InjectionFirst: NIC requesters go before through traffic, round robin inside each class",
          "[arbiter][ARBITER-1][ARBITER-2][ARBITER-10][ARBITER-14][key:router.arbiter]") {
  for (const int n : kSizes) {
    for (const int torus : {0, n / 3, n / 2, n}) {
      CAPTURE(n, torus);
      const auto arbiter = make_arbiter("injection_first", n, torus);
      CHECK(differences(*arbiter, NaiveClassFirst(numbers(torus, n), numbers(0, torus)), n, 3) == 0);
    }
  }
}

TEST_CASE("ThroughFirst: through traffic goes before NIC requesters, round robin inside each class",
          "[arbiter][ARBITER-1][ARBITER-2][ARBITER-11][ARBITER-14][key:router.arbiter]") {
  for (const int n : kSizes) {
    for (const int torus : {0, n / 3, n / 2, n}) {
      CAPTURE(n, torus);
      const auto arbiter = make_arbiter("through_first", n, torus);
      CHECK(differences(*arbiter, NaiveClassFirst(numbers(0, torus), numbers(torus, n)), n, 4) == 0);
    }
  }
}

TEST_CASE("AgeArbiter: the earliest cycle wins across the wrap of 32 bits, ties by number",
          "[arbiter][ARBITER-2][ARBITER-8][ARBITER-9][ARBITER-12][PIN-6]") {
  for (const char* kind : {"oldest_first", "first_come"}) {
    for (const int n : kSizes) {
      const auto arbiter = make_arbiter(kind, n, n / 2);
      const RandomStream random(5, static_cast<std::uint64_t>(n));
      int wrong = 0;
      for (std::uint64_t i = 0; i < kDraws; ++i) {
        // Cycles around a multiple of 2^32; on every other draw close together, so that there are ties.
        const std::uint64_t spread = i % 2 == 0 ? 4 : std::uint64_t{1} << 31;
        const std::uint64_t begin = (std::uint64_t{3} << 32) - random.below(1000 * i, spread);
        std::array<std::uint64_t, kMaxRequesters> cycles{};
        std::array<std::uint32_t, kMaxRequesters> carried{};
        for (int r = 0; r < n; ++r) {
          cycles[r] = begin + random.below(1000 * i + 1 + static_cast<std::uint64_t>(r), spread);
          carried[r] = static_cast<std::uint32_t>(cycles[r]);
        }
        const RequestMask requests = random_requests(random, i + (std::uint64_t{1} << 40), n);
        int oldest = -1;
        for (int r = 0; r < n; ++r) {
          if (wants(requests, r) && (oldest < 0 || cycles[r] < cycles[oldest])) oldest = r;
        }
        if (arbiter->pick(requests, carried.data()) != oldest) ++wrong;
      }
      CAPTURE(n, kind);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("InjectionFirstCome: NIC requesters go first, round robin, then the earliest to come, ties by number",
          "[arbiter][ARBITER-1][ARBITER-2][ARBITER-12][ARBITER-15][ARBITER-16][key:router.arbiter]") {
  for (const int n : kSizes) {
    for (const int torus : {0, n / 3, n / 2, n}) {
      const auto arbiter = make_arbiter("injection_first_come", n, torus);
      NaiveRoundRobin nics(numbers(torus, n));
      const RandomStream random(7, static_cast<std::uint64_t>(n * 100 + torus));
      int wrong = 0;
      for (std::uint64_t i = 0; i < kDraws; ++i) {
        // Cycles across the wrap of 32 bits, with ties.
        std::array<std::uint32_t, kMaxRequesters> came{};
        for (int r = 0; r < n; ++r) {
          const std::uint64_t cycle = 0xFFFFFFF8U + random.below(100 * i + static_cast<std::uint64_t>(r), 16);
          came[r] = static_cast<std::uint32_t>(cycle);
        }
        const RequestMask requests = random_requests(random, i + (std::uint64_t{1} << 40), n);
        int expected = nics.pick(requests);
        if (expected < 0) {
          const auto after_start = [&came](int r) { return came[r] - 0xFFFFFFF8U; };
          for (int r = 0; r < torus; ++r) {
            if (wants(requests, r) && (expected < 0 || after_start(r) < after_start(expected))) expected = r;
          }
        }
        if (arbiter->pick(requests, came.data()) != expected) ++wrong;
      }
      CAPTURE(n, torus);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("Arbiter: round robin and matrix serve everybody once per turn when all request", "[arbiter][ARBITER-3]") {
  for (const char* kind : {"round_robin", "matrix"}) {
    for (const int n : kSizes) {
      CAPTURE(kind, n);
      const auto arbiter = make_arbiter(kind, n, n / 2);
      for (int turn = 0; turn < 3; ++turn) {
        RequestMask served = 0;
        for (int i = 0; i < n; ++i) served |= bit(arbiter->pick(everybody(n), nullptr));
        CHECK(served == everybody(n));
      }
    }
  }
}

TEST_CASE("Arbiter: under round robin and matrix nobody waits for more grants than there are requesters",
          "[arbiter][ARBITER-6][ARBITER-7]") {
  for (const char* kind : {"round_robin", "matrix"}) {
    for (const int n : kSizes) {
      CAPTURE(kind, n);
      const auto arbiter = make_arbiter(kind, n, n / 2);
      CHECK(longest_wait(*arbiter, n) <= n);
    }
  }
}

TEST_CASE("Arbiter: whoever is granted unnoticed alone need not be asked for", "[arbiter][ARBITER-5]") {
  constexpr int kRequesters = 16;
  for (const ArbiterName& kind : test::policy_names<ArbiterKind>()) {
    CAPTURE(kind.name());
    const auto asked = make_arbiter(kind, kRequesters, 8);
    const auto spared = make_arbiter(kind, kRequesters, 8);
    const RandomStream random(7, 0);
    std::array<std::uint32_t, kRequesters> ages{};
    for (std::uint64_t i = 0; i < kDraws; ++i) {
      for (std::uint32_t& age : ages) age = static_cast<std::uint32_t>(random.bits(i) >> (&age - ages.data()) & 31U);
      const int alone = static_cast<int>(random.bits(kDraws + i) % kRequesters);
      REQUIRE(asked->pick(bit(alone), ages.data()) == alone);
      if (!wants(spared->unnoticed_alone(), alone)) spared->pick(bit(alone), ages.data());
      const RequestMask requests = random_requests(random, 10 * kDraws + i, kRequesters);
      REQUIRE(asked->pick(requests, ages.data()) == spared->pick(requests, ages.data()));
    }
  }
  CHECK(make_arbiter("first_come", kRequesters, 8)->unnoticed_alone() == ~RequestMask{0});
  CHECK(make_arbiter("injection_first_come", kRequesters, 8)->unnoticed_alone() == 0xFF);
}

TEST_CASE("Arbiter: reset gives back the state after construction", "[arbiter][ARBITER-5]") {
  constexpr int kRequesters = 16;
  const std::array<std::uint32_t, kRequesters> ages{};
  for (const ArbiterName& kind : test::policy_names<ArbiterKind>()) {
    CAPTURE(kind.name());
    const auto arbiter = make_arbiter(kind, kRequesters, 8);
    const RandomStream random(6, 0);
    const auto run = [&] {
      std::vector<int> winners;
      for (std::uint64_t i = 0; i < 100; ++i) {
        winners.push_back(arbiter->pick(random_requests(random, i, kRequesters), ages.data()));
      }
      return winners;
    };
    const std::vector<int> first = run();
    arbiter->reset();
    CHECK(run() == first);
  }
}

}  // namespace
}  // namespace tactus
