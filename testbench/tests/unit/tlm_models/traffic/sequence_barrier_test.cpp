#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

using namespace literals;

struct ListedExchange {
  AlgorithmName algorithm;
  NetworkShape shape;
  std::uint64_t rounds;  ///< ceil(log2 N)
};
const std::vector<ListedExchange> kCases = {{"a2at", {2, 2}, 2}, {"a2at", {4, 4}, 4}, {"a2at", {5, 5}, 5},
                                            {"pwx", {4, 2}, 3},  {"pwx", {4, 4}, 4},  {"ring", {3, 2}, 3},
                                            {"ring", {5, 3}, 4}};

std::unique_ptr<Workload> make(const ListedExchange& c, bool barrier, std::vector<int> sequences = {}) {
  WorkloadConfig config;
  config.algorithm = c.algorithm;
  config.message_size = 1000_B;
  config.sequence_barrier = barrier;
  config.sequences = std::move(sequences);
  return Workload::make(config, c.shape);
}

std::uint64_t nodes(const ListedExchange& c) { return static_cast<std::uint64_t>(c.shape.nodes()); }

TEST_CASE("Sequence barrier: adds ceil(log2 N) empty messages per rank and sequence, and changes no other",
          "[ALGORITHM-9][key:workload.sequence_barrier]") {
  for (const ListedExchange& c : kCases) {
    const auto plain = make(c, false);
    const auto with = make(c, true);
    CAPTURE(c.shape.size(0), c.shape.size(1));
    CHECK(with->messages() == plain->messages() + plain->sequences().size() * c.rounds * nodes(c));
    CHECK(with->bytes() == plain->bytes());
    CHECK(with->sequences().size() == plain->sequences().size());
    CHECK(with->ideal_time({}) == plain->ideal_time({}));
    for (int node = 0; node < c.shape.nodes(); ++node) {
      const auto sends = [&](const Workload& workload) {
        std::vector<std::tuple<int, int, std::uint32_t>> list;
        for (const Op& op : ops_of(workload, node)) {
          if (op.kind == OpKind::kIsend && op.bytes > 0_B) list.emplace_back(op.peer, op.nic, op.tag);
        }
        return list;
      };
      REQUIRE(sends(*with) == sends(*plain));
    }
  }
}

TEST_CASE("Sequence barrier: its steps lie between sequences and belong to none", "[ALGORITHM-9]") {
  for (const ListedExchange& c : kCases) {
    for (int node = 0; node < c.shape.nodes(); ++node) {
      bool inside = false;
      for (const Op& op : ops_of(*make(c, true), node)) {
        if (op.kind == OpKind::kBeginSequence) inside = true;
        if (op.kind == OpKind::kEndSequence) inside = false;
        if (op.kind != OpKind::kIsend && op.kind != OpKind::kIrecv) continue;
        REQUIRE((op.bytes > 0_B) == inside);
        REQUIRE((op.sequence > 0) == inside);
      }
    }
  }
}

TEST_CASE("Sequence barrier: no two messages of a pair of ranks have one tag", "[ALGORITHM-6]") {
  for (const ListedExchange& c : kCases) {
    for (int node = 0; node < c.shape.nodes(); ++node) {
      std::set<std::pair<int, std::uint32_t>> used;
      for (const Op& op : ops_of(*make(c, true), node)) {
        if (op.kind == OpKind::kIsend) REQUIRE(used.insert({op.peer, op.tag}).second);
      }
    }
  }
}

TEST_CASE("Sequence barrier: nobody begins a sequence before everybody has received all of the one before",
          "[ALGORITHM-9]") {
  for (const ListedExchange& c : kCases) {
    const std::vector<int> order = {3, 1, 2};
    const bool selected = c.shape.nodes() > 8;
    const auto workload = make(c, true, selected ? order : std::vector<int>{});
    std::map<int, std::size_t> position;  // of a sequence's number among those that are run
    for (const SequenceInfo& info : workload->sequences()) position.emplace(info.index, position.size());
    std::vector<std::uint64_t> expected(position.size());
    for (const Op& op : ops_of(*workload, 0)) {
      if (op.kind == OpKind::kIrecv && op.bytes > 0_B) ++expected[position.at(op.sequence)];
    }
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      std::vector<std::uint64_t> received(position.size());
      UntimedRun run(*workload, c.shape.nodes(), seed);
      run.on_received = [&](int, const Op& op) {
        if (op.bytes > 0_B) ++received[position.at(op.sequence)];
      };
      run.on_send = [&](int, const Op& op) {
        if (op.bytes == 0_B) return;
        const std::size_t now = position.at(op.sequence);
        if (now > 0) REQUIRE(received[now - 1] == expected[now - 1] * nodes(c));
      };
      CAPTURE(seed);
      REQUIRE(run.run());
      CHECK(received.back() == expected.back() * nodes(c));
    }
  }
}

}  // namespace
}  // namespace tactus
