#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/collectives/specification.h"

namespace tactus {
namespace {

/// Ranks of a communicator: some of many, in any order.
std::vector<int> draw_ranks(int members, std::mt19937& dice) {
  std::vector<int> ranks(static_cast<std::size_t>(2 * members + 3));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::shuffle(ranks.begin(), ranks.end(), dice);
  ranks.resize(static_cast<std::size_t>(members));
  return ranks;
}

std::uint64_t draw_one(std::initializer_list<std::uint64_t> values, std::mt19937& dice) {
  return values.begin()[dice() % values.size()];
}

/// Counts as the kind takes them, some of which are 0.
std::vector<std::uint64_t> draw_counts(const CollectiveCall& call, std::mt19937& dice) {
  const auto members = static_cast<std::size_t>(call.members());
  std::size_t count = 0;
  switch (call.kind) {
    case CollectiveKind::kReduceScatter:
    case CollectiveKind::kAllgather:
    case CollectiveKind::kGather:
    case CollectiveKind::kScatter:
      count = dice() % 2 == 0 ? members : 0;
      break;
    case CollectiveKind::kAlltoallv:
      count = members * members;
      break;
    case CollectiveKind::kHalo:
      count = call.grid.sizes.size();
      break;
    default:
      break;
  }
  std::vector<std::uint64_t> counts(count);
  for (std::uint64_t& bytes : counts) bytes = draw_one({0, 1, 5, 33, 100}, dice);
  return counts;
}

/// Draws all else of a call of `call.kind` with `call.grid`.
void draw(CollectiveCall& call, int members, std::mt19937& dice) {
  call.ranks = draw_ranks(members, dice);
  const bool of_a_pair = call.kind == CollectiveKind::kAlltoall;
  call.bytes = Bytes{of_a_pair ? draw_one({0, 1, 6, 40}, dice) : draw_one({0, 1, 37, 256, 1'001, 100'003}, dice)};
  call.counts = draw_counts(call, dice);
  call.root = static_cast<int>(dice() % static_cast<unsigned>(members));
  call.chunk = Bytes{draw_one({0, 0, std::max<std::uint64_t>(3, call.bytes.count() / 9), 5'000}, dice)};
  call.nics = static_cast<int>(dice() % 4);
  call.combine_ps_per_byte = dice() % 2 == 0 ? 0 : 12.5;
  call.tag = dice() % 1'000;
}

/// Tries all methods of a kind that can make a call. Answers how many there were.
int check_methods(const CollectiveCall& call) {
  int made = 0;
  for (const CollectiveMethod* method : methods_of(call.kind)) {
    CAPTURE(name_of(call.kind), method->name, call.members(), call.grid.sizes, call.bytes.count(), call.chunk.count(),
            call.nics, call.combine_ps_per_byte, call.root);
    std::string fault;
    try {
      fault = test::fault_of(call, method->name);
      ++made;
    } catch (const std::invalid_argument& misfit) {
      // It begins with the kind, and says what the method needs.
      if (std::string(misfit.what()).find(std::string(name_of(call.kind)) + ": " + method->name) != 0) throw;
    }
    CHECK(fault == "");
  }
  return made;
}

/// Any number of members, without places.
void check_members(CollectiveKind kind) {
  std::mt19937 dice(static_cast<unsigned>(kind) + 1);
  for (int members = 1; members <= 33; ++members) {
    for (int draws = 0; draws < (members <= 9 ? 6 : 1); ++draws) {
      CollectiveCall call;
      call.kind = kind;
      draw(call, members, dice);
      CHECK(check_methods(call) > 0);
    }
  }
  CollectiveCall call;
  call.kind = kind;
  draw(call, kind == CollectiveKind::kAlltoall || kind == CollectiveKind::kAlltoallv ? 47 : 100, dice);
  CHECK(check_methods(call) > 0);
}

/// Grids of one to four dimensions, with sides of 1, even and odd ones. Answers how many calls the methods made.
int check_grids(CollectiveKind kind, bool wrap_all) {
  std::mt19937 dice(static_cast<unsigned>(kind) + 100);
  int made = 0;
  for (const std::vector<int>& sizes : {std::vector<int>{1},
                                        {2},
                                        {3},
                                        {8},
                                        {1, 1},
                                        {1, 5},
                                        {2, 2},
                                        {4, 4},
                                        {3, 4},
                                        {5, 3},
                                        {8, 2},
                                        {2, 1, 3},
                                        {3, 3, 3},
                                        {4, 2, 3},
                                        {1, 2, 1, 2},
                                        {2, 3, 2, 2},
                                        {3, 2, 1, 4}}) {
    const int members = std::accumulate(sizes.begin(), sizes.end(), 1, std::multiplies<>());
    for (int draws = 0; draws < 3; ++draws) {
      CollectiveCall call;
      call.kind = kind;
      call.grid.sizes = sizes;
      for (std::size_t d = 0; d < sizes.size(); ++d) call.grid.wrap.push_back(wrap_all || dice() % 2 == 0);
      draw(call, members, dice);
      made += check_methods(call);
    }
  }
  return made;
}

TEST_CASE("Collectives: an allreduce leaves every member each contribution once", "[COLLECTIVE-1]") {
  check_members(CollectiveKind::kAllreduce);
}
TEST_CASE("Collectives: an allreduce by dimensions leaves every member each contribution once", "[COLLECTIVE-1]") {
  CHECK(check_grids(CollectiveKind::kAllreduce, false) == 17 * 3 * 6);
}
TEST_CASE("Collectives: a reduce-scatter leaves each member each contribution to its block once", "[COLLECTIVE-2]") {
  check_members(CollectiveKind::kReduceScatter);
}
TEST_CASE("Collectives: a reduce-scatter by dimensions leaves each member its block", "[COLLECTIVE-2]") {
  CHECK(check_grids(CollectiveKind::kReduceScatter, false) == 17 * 3 * 3);
}
TEST_CASE("Collectives: an allgather leaves every member all blocks", "[COLLECTIVE-3]") {
  check_members(CollectiveKind::kAllgather);
}
TEST_CASE("Collectives: an allgather by dimensions leaves every member all blocks", "[COLLECTIVE-3]") {
  CHECK(check_grids(CollectiveKind::kAllgather, false) > 17 * 3 * 3);
}
TEST_CASE("Collectives: an alltoall brings each member the blocks for it", "[COLLECTIVE-4]") {
  check_members(CollectiveKind::kAlltoall);
}
TEST_CASE("Collectives: an alltoall on a torus brings each member the blocks for it", "[COLLECTIVE-4][long]") {
  CHECK(check_grids(CollectiveKind::kAlltoall, true) == 17 * 3 * 4 + 3);
}
TEST_CASE("Collectives: an alltoallv brings each member the blocks for it", "[COLLECTIVE-4]") {
  check_members(CollectiveKind::kAlltoallv);
}
TEST_CASE("Collectives: a broadcast brings the root's data to every member", "[COLLECTIVE-5]") {
  check_members(CollectiveKind::kBroadcast);
}
TEST_CASE("Collectives: a broadcast on a torus brings the root's data to every member", "[COLLECTIVE-5]") {
  CHECK(check_grids(CollectiveKind::kBroadcast, true) == 17 * 3 * 7);
}
TEST_CASE("Collectives: a reduce leaves the root each contribution once", "[COLLECTIVE-6]") {
  check_members(CollectiveKind::kReduce);
}
TEST_CASE("Collectives: a gather brings the root all blocks", "[COLLECTIVE-7]") {
  check_members(CollectiveKind::kGather);
}
TEST_CASE("Collectives: a scatter brings each member its block", "[COLLECTIVE-7]") {
  check_members(CollectiveKind::kScatter);
}
TEST_CASE("Collectives: a scan leaves each member the contributions up to its own once", "[COLLECTIVE-8]") {
  check_members(CollectiveKind::kScan);
}
TEST_CASE("Collectives: no member leaves a barrier before every one has come", "[COLLECTIVE-9]") {
  check_members(CollectiveKind::kBarrier);
}
TEST_CASE("Collectives: a halo exchange brings each member what its neighbours have for it", "[COLLECTIVE-10]") {
  CHECK(check_grids(CollectiveKind::kHalo, true) == 17 * 3 * 2);
  CHECK(check_grids(CollectiveKind::kHalo, false) == 17 * 3 * 2);
}

}  // namespace
}  // namespace tactus
