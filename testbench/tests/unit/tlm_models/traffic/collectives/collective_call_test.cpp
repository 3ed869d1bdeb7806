#include <limits>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/collectives/specification.h"

namespace tactus {
namespace {

using Catch::Matchers::Contains;
using test::call_of;
using test::call_on;

TEST_CASE("CollectiveCall: all faults of a call are listed", "[COLLECTIVE-17]") {
  CollectiveCall call = call_of(CollectiveKind::kAllreduce, 3, 8);
  CHECK(faults_of(call).empty());
  call.ranks = {4, -1, 4};
  call.counts = {1};
  call.root = 3;
  call.grid.sizes = {2, 2};
  call.grid.wrap = {true};
  call.combine_ps_per_byte = -1;
  call.nics = 128;
  CHECK(faults_of(call) ==
        std::vector<std::string>{"ranks: rank 4 is a member twice", "ranks: -1 is no rank",
                                 "allreduce: takes no counts", "grid: 2 sizes, but 1 wraps",
                                 "grid: 4 places, but 3 members", "root: 3 is not a member, which are 0 to 2",
                                 "combine_ps_per_byte: must not be negative", "nics: 128 is not within 0 to 127"});
  call.combine_ps_per_byte = std::numeric_limits<double>::quiet_NaN();
  CHECK_THAT(faults_of(call)[6], Contains("combine_ps_per_byte"));
  CHECK_THROWS_WITH(Collective(call, "ring"), Contains("ranks: rank 4 is a member twice; ranks: -1 is no rank"));
  CHECK(faults_of(call_of(CollectiveKind::kBarrier, 0, 0)) == std::vector<std::string>{"ranks: no member"});
}

TEST_CASE("CollectiveCall: counts fit the kind", "[COLLECTIVE-17]") {
  CollectiveCall call = call_of(CollectiveKind::kGather, 3, 8);
  call.counts = {1, 2};
  CHECK(faults_of(call) == std::vector<std::string>{"gather: 2 counts, but it takes 3, one for each member"});
  call.kind = CollectiveKind::kAlltoallv;
  CHECK(faults_of(call) ==
        std::vector<std::string>{"alltoallv: 2 counts, but it takes 9, one for each pair of members"});
  call = call_on(CollectiveKind::kHalo, {3}, 8);
  CHECK(faults_of(call) == std::vector<std::string>{"halo: 0 counts, but it takes 1, one for each dimension"});
  CHECK(faults_of(call_of(CollectiveKind::kHalo, 3, 8)) ==
        std::vector<std::string>{"halo: needs a grid of its members"});
  call = call_on(CollectiveKind::kAllreduce, {3}, 8);
  call.grid.sizes = {-3};
  CHECK(faults_of(call) == std::vector<std::string>{"grid: size -3 is below 1"});
  call = call_on(CollectiveKind::kAllreduce, {1, 1, 1, 1, 1, 1, 1, 1, 3}, 8);
  CHECK(faults_of(call) == std::vector<std::string>{"grid: more than 8 dimensions"});
}

/// Takes the operations and dependencies of one member as numbers.
class NumbersOf final : public OperationSink {
 public:
  Index add(int rank, const Operation& operation) override {
    numbers.insert(numbers.end(), {static_cast<std::uint64_t>(rank), operation.amount,
                                   static_cast<std::uint64_t>(operation.peer), operation.tag});
    return count_++;
  }
  void after_end_of(int, Index operation, Index earlier) override {
    numbers.insert(numbers.end(), {operation, earlier, 0});
  }
  void after_begin_of(int, Index operation, Index earlier) override {
    numbers.insert(numbers.end(), {operation, earlier, 1});
  }
  std::vector<std::uint64_t> numbers;

 private:
  Index count_ = 0;
};

TEST_CASE("CollectiveCall: an alltoallv that a member's own counts describe is that of all counts", "[COLLECTIVE-17]") {
  constexpr int kMembers = 6;
  CollectiveCall all = call_of(CollectiveKind::kAlltoallv, kMembers, 0);
  for (std::uint64_t pair = 0; pair < kMembers * kMembers; ++pair) all.counts.push_back(pair * 7 % 11 * 100);
  const auto methods = methods_of(CollectiveKind::kAlltoallv);
  REQUIRE(methods.size() >= 2);
  for (const CollectiveMethod* method : methods) {
    for (int member = 0; member < kMembers; ++member) {
      CAPTURE(method->name, member);
      CollectiveCall own = all;
      own.own_counts.emplace();
      own.own_counts->member = member;
      own.counts.clear();
      for (std::size_t other = 0; other < kMembers; ++other) {
        const auto self = static_cast<std::size_t>(member);
        own.own_counts->sent.push_back(all.counts[self * kMembers + other]);
        own.own_counts->received.push_back(all.counts[other * kMembers + self]);
      }
      NumbersOf of_all;
      NumbersOf of_own;
      static_cast<void>(emit_all(Collective(all, method->name), member, of_all, {}));
      static_cast<void>(emit_all(Collective(own, method->name), member, of_own, {}));
      CHECK(of_all.numbers == of_own.numbers);
    }
  }
  all.own_counts = {6, {1}, {}};
  CHECK(faults_of(all) ==
        std::vector<std::string>{"alltoallv: there is no member 6 that has counts of its own",
                                 "alltoallv: 1 counts sent and 0 received by a member, and 36 of all: it takes 6 of "
                                 "each, and none of all"});
}

TEST_CASE("Collectives: a method refuses calls that it cannot make, and says what it needs", "[COLLECTIVE-17]") {
  const auto refused = [](const CollectiveCall& call, const char* method) {
    try {
      const Collective collective(call, method);
    } catch (const std::invalid_argument& misfit) {
      return std::string(misfit.what());
    }
    return std::string();
  };
  CHECK(refused(call_of(CollectiveKind::kAllreduce, 4, 8), "bucket") ==
        "allreduce: bucket goes by dimensions, but the members have no grid");
  CHECK(refused(call_of(CollectiveKind::kAllgather, 12, 8), "recursive_doubling") ==
        "allgather: recursive_doubling needs a power of two of members, not 12");
  CHECK(refused(call_of(CollectiveKind::kAllgather, 5, 8), "neighbour_exchange") ==
        "allgather: neighbour_exchange needs an even number of members, not 5");
  CollectiveCall mesh = call_on(CollectiveKind::kBroadcast, {4, 4}, 8);
  mesh.grid.wrap[1] = false;
  CHECK_THAT(refused(mesh, "pipelined"), Contains("wraparound in all dimensions"));
  mesh.kind = CollectiveKind::kAlltoall;
  CHECK_THAT(refused(mesh, "phased"), Contains("n a multiple of 4"));
  CHECK_THAT(refused(call_on(CollectiveKind::kAlltoall, {4, 8}, 8), "phased"), Contains("n a multiple of 4"));
  CHECK_THAT(refused(call_on(CollectiveKind::kAlltoall, {6, 6}, 8), "phased"), Contains("n a multiple of 4"));
  CHECK_THAT(refused(call_on(CollectiveKind::kAlltoall, {6, 6}, 8), "rung"), Contains("linear_shift"));
  CHECK(std::string(method_of(CollectiveKind::kAllreduce, "ring").name) == "ring");
}

TEST_CASE("Collectives: automatic chooses as Open MPI does", "[COLLECTIVE-18]") {
  const auto chosen = [](CollectiveKind kind, int members, std::uint64_t bytes) {
    CollectiveCall call = call_of(kind, members, bytes);
    if (kind == CollectiveKind::kAlltoallv) {
      call.counts.assign(static_cast<std::size_t>(members) * static_cast<std::size_t>(members), 1);
    }
    return Collective(call, Collective::kAutomatic).method().name;
  };
  CHECK(chosen(CollectiveKind::kAllreduce, 3, 7) == "ring");
  CHECK(chosen(CollectiveKind::kAllreduce, 8, 8'191) == "recursive_doubling");
  CHECK(chosen(CollectiveKind::kAllreduce, 8, 8'192) == "rabenseifner");
  CHECK(chosen(CollectiveKind::kAllreduce, 128, 131'071) == "reduce_broadcast");
  CHECK(chosen(CollectiveKind::kAllreduce, 4'096, 32'767) == "recursive_doubling");
  CHECK(chosen(CollectiveKind::kReduceScatter, 16, 262'143) == "recursive_halving");
  CHECK(chosen(CollectiveKind::kReduceScatter, 16, 262'144) == "ring");
  CHECK(chosen(CollectiveKind::kAllgather, 16, 1) == "recursive_doubling");
  CHECK(chosen(CollectiveKind::kAllgather, 24, 1) == "bruck");
  CHECK(chosen(CollectiveKind::kAllgather, 48, 1'024) == "neighbour_exchange");
  CHECK(chosen(CollectiveKind::kAllgather, 49, 1'024) == "ring");
  CHECK(chosen(CollectiveKind::kAlltoall, 64, 1'023) == "bruck");
  CHECK(chosen(CollectiveKind::kAlltoall, 64, 1'024) == "linear");
  CHECK(chosen(CollectiveKind::kAlltoall, 64, 262'144) == "linear_shift");
  CHECK(chosen(CollectiveKind::kAlltoallv, 63, 0) == "linear");
  CHECK(chosen(CollectiveKind::kAlltoallv, 64, 0) == "linear_shift");
  CHECK(chosen(CollectiveKind::kBroadcast, 20, 4'095) == "quaternary");
  CHECK(chosen(CollectiveKind::kBroadcast, 20, 1'048'576) == "scatter_allgather");
  CHECK(chosen(CollectiveKind::kReduce, 9, 8'191) == "binary");
  CHECK(chosen(CollectiveKind::kReduce, 9, 8'192) == "binomial");
  CHECK(chosen(CollectiveKind::kGather, 5, 1'024) == "linear");
  CHECK(chosen(CollectiveKind::kScatter, 64, 511) == "binomial");
  CHECK(chosen(CollectiveKind::kScatter, 64, 512) == "linear");
  CHECK(chosen(CollectiveKind::kBarrier, 64, 0) == "dissemination");
  CHECK(chosen(CollectiveKind::kBarrier, 256, 0) == "tree");
  CHECK(chosen(CollectiveKind::kScan, 9, 8) == "linear");
}

TEST_CASE("Collectives: automatic finds a method for every call", "[COLLECTIVE-18]") {
  for (int kind = 0; kind < kCollectiveKinds; ++kind) {
    for (const int members : {1, 2, 3, 5, 9, 20, 50, 99, 200, 300, 700, 1'025, 2'500, 4'999}) {
      const auto of = static_cast<CollectiveKind>(kind);
      if (of == CollectiveKind::kAlltoallv) continue;
      for (std::uint64_t bytes = 1; bytes < 5'000'000; bytes *= 2) {
        CollectiveCall call = call_on(of, {members}, bytes);
        if (of == CollectiveKind::kHalo) call.counts = {8};
        CHECK_NOTHROW(Collective(call, Collective::kAutomatic));
      }
    }
  }
  CollectiveCall halo = call_on(CollectiveKind::kHalo, {4, 4}, 0);
  halo.counts = {8, 8};
  CHECK(Collective(halo, Collective::kAutomatic).method().name == "faces");
  halo.bytes = Bytes{1};
  CHECK(Collective(halo, Collective::kAutomatic).method().name == "diagonals");
}

TEST_CASE("Collectives: every method has a name, a sentence and all that it needs") {
  for (int kind = 0; kind < kCollectiveKinds; ++kind) {
    const auto methods = methods_of(static_cast<CollectiveKind>(kind));
    CHECK(methods.size() >= 2);
    for (const CollectiveMethod* method : methods) {
      CAPTURE(method->name);
      CHECK(method->summary.back() == '.');
      CHECK(method->rounds != nullptr);
      CHECK(method->emit != nullptr);
      CHECK(method->ideal != nullptr);
      CHECK(method->name != Collective::kAutomatic);
    }
  }
}

}  // namespace
}  // namespace tactus
