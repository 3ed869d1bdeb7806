#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/collectives/specification.h"

namespace tactus {
namespace {

using test::call_of;
using test::call_on;
using test::measure;
using test::Measured;

std::vector<std::string> methods(CollectiveKind kind) {
  std::vector<std::string> names;
  for (const CollectiveMethod* method : methods_of(kind)) names.push_back(method->name);
  return names;
}

TEST_CASE("Collectives: the closed form of rounds, bytes and combining is that of the messages", "[COLLECTIVE-11]") {
  for (int kind = 0; kind < kCollectiveKinds; ++kind) {
    for (const int members : {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 17, 31, 32}) {
      const auto of = static_cast<CollectiveKind>(kind);
      if (of == CollectiveKind::kHalo) continue;
      // A multiple of all numbers of parts.
      CollectiveCall call = call_of(of, members, of == CollectiveKind::kAlltoall ? 3 : 480 * 31 * 17 * 7);
      if (of == CollectiveKind::kAlltoallv) {
        call.counts.assign(static_cast<std::size_t>(members * members), 5);
        for (int to = 0; to < members; ++to) call.counts[static_cast<std::size_t>(to)] = 9;
      }
      for (const std::string& method : methods(of)) {
        CAPTURE(name_of(of), method, members);
        Measured measured;
        try {
          measured = measure(call, method);
        } catch (const std::invalid_argument&) {
          continue;
        }
        // Extra members of a core of 2^k may take one message less.
        const bool folded = (members & (members - 1)) != 0 && of != CollectiveKind::kScan &&
                            (method.find("recursive") == 0 || method == "rabenseifner");
        CHECK(measured.rounds + (folded ? 1 : 0) >= measured.ideal.rounds);
        CHECK(measured.rounds <= measured.ideal.rounds);
        CHECK(measured.costs.bytes == measured.ideal.bytes);
        CHECK(measured.costs.combined == measured.ideal.combined);
      }
    }
  }
}

TEST_CASE("Collectives: the closed form of methods by dimensions counts the bytes of one port", "[COLLECTIVE-11]") {
  for (const std::vector<int>& sizes :
       {std::vector<int>{4}, {4, 4}, {3, 5}, {2, 4}, {4, 2, 3}, {3, 3, 3}, {2, 2, 3, 2}}) {
    for (const auto& [kind, method] : {std::pair<CollectiveKind, const char*>{CollectiveKind::kAllreduce, "bucket"},
                                       {CollectiveKind::kReduceScatter, "bucket"},
                                       {CollectiveKind::kAllgather, "bucket"},
                                       {CollectiveKind::kBroadcast, "pipelined"}}) {
      CAPTURE(sizes, name_of(kind));
      const Measured measured = measure(call_on(kind, sizes, 2 * 3 * 4 * 5 * 27 * 720), method);
      CHECK(measured.rounds == measured.ideal.rounds);
      CHECK(measured.costs.port == measured.ideal.bytes);
      CHECK(measured.costs.combined == measured.ideal.combined);
      CHECK(measured.ideal.ports == static_cast<int>(2 * sizes.size()));
    }
  }
}

TEST_CASE("Collectives: textbook costs of well-known methods", "[COLLECTIVE-11]") {
  const std::uint64_t bytes = 1'024;
  const auto expect = [&](CollectiveKind kind, const char* method, std::uint64_t rounds, std::uint64_t sent,
                          std::uint64_t messages) {
    CAPTURE(name_of(kind), method);
    const Measured measured = measure(call_of(kind, 16, bytes), method);
    CHECK(measured.ideal.rounds == rounds);
    CHECK(measured.ideal.bytes == sent);
    CHECK(measured.costs.messages == messages);
  };
  expect(CollectiveKind::kAllreduce, "ring", 30, 2 * 15 * 64, 16 * 30);
  expect(CollectiveKind::kAllreduce, "recursive_doubling", 4, 4 * bytes, 16 * 4);
  expect(CollectiveKind::kAllreduce, "rabenseifner", 8, 2 * 15 * 64, 16 * 8);
  expect(CollectiveKind::kAllreduce, "double_binary_tree", 8, 2 * bytes, 2 * 2 * 15);
  expect(CollectiveKind::kReduceScatter, "ring", 15, 15 * 64, 16 * 15);
  expect(CollectiveKind::kReduceScatter, "recursive_halving", 4, 15 * 64, 16 * 4);
  expect(CollectiveKind::kAllgather, "ring", 15, 15 * bytes, 16 * 15);
  expect(CollectiveKind::kAllgather, "bruck", 4, 15 * bytes, 16 * 4);
  expect(CollectiveKind::kAllgather, "neighbour_exchange", 8, 15 * bytes, 16 * 8);
  expect(CollectiveKind::kAlltoall, "pairwise", 15, 15 * bytes, 16 * 15);
  expect(CollectiveKind::kAlltoall, "linear", 1, 15 * bytes, 16 * 15);
  expect(CollectiveKind::kAlltoall, "bruck", 4, 32 * bytes, 16 * 4);
  expect(CollectiveKind::kBroadcast, "binomial", 4, 4 * bytes, 15);
  expect(CollectiveKind::kBroadcast, "chain", 15, bytes, 15);
  expect(CollectiveKind::kBroadcast, "scatter_allgather", 4 + 15, 2 * 15 * 64, 15 + 16 * 15);
  expect(CollectiveKind::kGather, "binomial", 4, 15 * bytes, 15);
  expect(CollectiveKind::kBarrier, "dissemination", 4, 0, 16 * 4);
  expect(CollectiveKind::kBarrier, "tree", 8, 0, 2 * 15);
}

TEST_CASE("Collectives: the parts of a bucket algorithm load all ports of a torus alike", "[COLLECTIVE-11]") {
  for (const std::vector<int>& sizes : {std::vector<int>{8}, {4, 4}, {3, 3, 3}, {2, 2, 2, 2}}) {
    const CollectiveCall call = call_on(CollectiveKind::kAllreduce, sizes, 6 * 27 * 64 * 8);
    const auto members = static_cast<std::uint64_t>(call.members());
    CAPTURE(sizes);
    CHECK(Collective(call, "bucket").ideal().bytes == call.bytes.count() / members * (members - 1) / sizes.size());
  }
}

TEST_CASE("Collectives: the closed form of a halo exchange is that of the member with the most neighbors",
          "[COLLECTIVE-11]") {
  for (const std::vector<int>& sizes :
       {std::vector<int>{1}, {2}, {5}, {4, 3}, {2, 2}, {1, 3, 2}, {3, 3, 3}, {2, 3, 1, 2}}) {
    for (const bool wrap : {false, true}) {
      CollectiveCall call = call_on(CollectiveKind::kHalo, sizes, 7);
      call.grid.wrap.assign(sizes.size(), wrap);
      for (std::size_t d = 0; d < sizes.size(); ++d) call.counts.push_back(100 * (d + 1));
      for (const char* method : {"faces", "diagonals"}) {
        CAPTURE(sizes, wrap, method);
        const Collective collective(call, method);
        CHECK(test::count_costs(test::RecordedCall(collective)).bytes == collective.ideal().bytes);
        CHECK(collective.ideal().rounds == (call.members() > 1 ? 1 : 0));
      }
    }
  }
  CollectiveCall cube = call_on(CollectiveKind::kHalo, {4, 4, 4}, 1);
  cube.counts = {0, 0, 0};
  CHECK(Collective(cube, "diagonals").ideal().bytes == 12 + 8);
}

TEST_CASE("Collectives: rounds, bytes and combining add up to a time", "[COLLECTIVE-11]") {
  const CollectiveIdeal ideal = Collective(call_of(CollectiveKind::kAllreduce, 4, 400), "ring").ideal();
  CHECK(ideal.picoseconds({1'000, 2}, 0.5) == Approx(6 * 1'000 + 600 * 2 + 300 * 0.5));
}

TEST_CASE("Collectives: chunks and NICs cut messages and do not add rounds", "[COLLECTIVE-12]") {
  for (const char* method : {"ring", "recursive_doubling", "double_binary_tree", "reduce_broadcast", "bucket"}) {
    CollectiveCall call = call_on(CollectiveKind::kAllreduce, {4, 2}, 6'400);
    CAPTURE(method);
    const Measured whole = measure(call, method);
    call.chunk = Bytes{100};
    const Measured cut = measure(call, method);
    CHECK(cut.rounds == whole.rounds);
    CHECK(cut.costs.bytes == whole.costs.bytes);
    CHECK(cut.costs.messages > 2 * whole.costs.messages);
  }
}

}  // namespace
}  // namespace tactus
