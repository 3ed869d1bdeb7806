#include "tlm_models/traffic/start_offset.h"

#include <set>
#include <vector>

#include "testbench/tests/support/catch.h"

namespace tactus {
namespace {

class OneSend final : public SequentialProgram {
 public:
  std::optional<Op> next() override {
    if (done_) return std::nullopt;
    done_ = true;
    Op op;
    op.kind = OpKind::kIsend;
    op.tag = 77;
    return op;
  }

 private:
  bool done_ = false;
};

TEST_CASE("Start offset: every number of cycles up to the most is as likely as every other",
          "[ALGORITHM-10][key:workload.imbalance]") {
  constexpr std::uint64_t kMost = 9;
  constexpr int kNodes = 20'000;
  std::vector<int> hits(kMost + 1);
  for (int node = 0; node < kNodes; ++node) ++hits.at(start_offset(Cycles{kMost}, 1, node).count());
  // 2,000 each, with a standard deviation of 42.
  for (const int hit : hits) CHECK(std::abs(hit - 2000) < 5 * 42);
}

TEST_CASE("Start offset: is a function of seed and node, and zero without imbalance") {
  std::set<std::uint64_t> drawn;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (int node = 0; node < 100; ++node) {
      const Cycles offset = start_offset(Cycles{1U << 30U}, seed, node);
      CHECK(offset == start_offset(Cycles{1U << 30U}, seed, node));
      drawn.insert(offset.count());
      CHECK(start_offset(Cycles{}, seed, node) == Cycles{});
    }
  }
  CHECK(drawn.size() > 995);  // of 1,000 numbers below 2^30 hardly two are equal
}

TEST_CASE("Start offset: a program that begins late computes first and is then itself", "[ALGORITHM-10]") {
  const auto program = begun_late(std::make_unique<OneSend>(), Cycles{750});
  const std::optional<Op> first = program->next_step(0);
  REQUIRE(first);
  CHECK(first->kind == OpKind::kCompute);
  CHECK(first->cycles == Cycles{750});
  CHECK_FALSE(program->next_step(0));  // it computes
  CHECK_FALSE(program->ended());
  program->step_ended(*first);
  CHECK(program->next_step(0)->tag == 77);
  CHECK_FALSE(program->ended());
  CHECK_FALSE(program->next_step(0));
  CHECK_FALSE(program->next_step(0));
  CHECK(program->ended());
}

}  // namespace
}  // namespace tactus
