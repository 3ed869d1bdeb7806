#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/rank_bench.h"

namespace tactus {
namespace {

Op irecv(int nic, std::uint32_t tag) { return op(OpKind::kIrecv, nic, tag); }
/// The messages of these tags have the results of their own.
ListedResults results_of(std::initializer_list<std::uint32_t> tags) {
  ListedResults results;
  for (const std::uint32_t tag : tags) results[tag] = tag;
  return results;
}
Op combine(std::uint32_t tag, std::uint64_t cycles) {
  Op o = op(OpKind::kCombine, 0, tag);
  o.cycles = Cycles{cycles};
  return o;
}

/// Cycle and value of what was written to a register of engine 0.
std::vector<std::pair<std::uint64_t, std::uint32_t>> writes(const FakeNic& nic, std::uint64_t offset) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> found;
  for (const FakeNic::Access& access : nic.accesses()) {
    if (access.write && access.address == nic_reg::engine_base(0) + offset) {
      found.emplace_back(access.cycle, access.value);
    }
  }
  return found;
}
using Writes = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

TEST_CASE("RankInterpreter: a wait for the first ends with its own receive, whatever else is under way", "[RANK-11]") {
  RankBench bench({irecv(0, 5), irecv(0, 6), op(OpKind::kWaitFirst, 0, 5), compute(10)}, {}, results_of({6}));
  bench.nic.complete_receive_in(400, 0, 0);
  bench.run_through(1000);
  CHECK(bench.journal.lines == Lines{"received 5@400", "finished 1@410"});
}

TEST_CASE("RankInterpreter: a wait for the first ends with a later copy, not with an earlier one", "[RANK-11]") {
  RankBench bench({irecv(0, 4), irecv(0, 5), irecv(1, 6), op(OpKind::kWaitFirst, 0, 5), compute(10)}, {},
                  results_of({4, 6}));
  bench.nic.complete_receive_in(300, 0, 0);
  bench.nic.complete_receive_in(500, 1, 0);
  bench.run_through(1000);
  CHECK(bench.journal.lines == Lines{"received 4@300", "received 6@500", "finished 1@510"});
}

TEST_CASE("RankInterpreter: a later copy cuts combining short, an earlier one does not", "[RANK-14][ALGORITHM-20]") {
  RankBench cut({irecv(0, 4), irecv(1, 6), combine(5, 300)}, {}, results_of({6}));
  cut.nic.complete_receive_in(150, 0, 0);
  cut.nic.complete_receive_in(200, 1, 0);
  cut.run_through(1000);
  CHECK(cut.journal.lines == Lines{"received 4@150", "received 6@200", "finished 1@200"});
}

TEST_CASE("RankInterpreter: any message can have a later result than its own, and ends waiting for what is before that",
          "[RANK-11][ALGORITHM-20]") {
  const std::vector<Op> program = {irecv(0, 4),     irecv(1, 5),
                                   irecv(2, 9),     op(OpKind::kWaitFirst, 1, 5),
                                   combine(5, 300), op(OpKind::kWaitFirst, 2, 9),
                                   compute(10)};
  RankBench bench(program, {}, {{4, 8}});
  bench.nic.complete_receive_in(300, 0, 0);
  bench.nic.complete_receive_in(600, 2, 0);
  bench.run_through(1000);
  CHECK(bench.journal.lines == Lines{"received 4@300", "received 9@600", "finished 1@610"});
}

TEST_CASE("RankInterpreter: tells its program what it has when a send begins") {
  class Asked final : public WrappedProgram {
   public:
    Asked(std::vector<Op> program, ListedResults results, Lines& told)
        : WrappedProgram(std::make_unique<ListProgram>(std::move(program), std::move(results))), told_(told) {}
    void sending(const Op& op, std::optional<std::uint32_t> result) override {
      told_.push_back(std::to_string(op.tag) + (result ? " has " + std::to_string(*result) : ""));
    }

   private:
    Lines& told_;
  };
  Lines told;
  RankBench bench({}, std::make_unique<Asked>(std::vector<Op>{irecv(0, 7), op(OpKind::kIsend, 0, 1), compute(500),
                                                              op(OpKind::kIsend, 0, 2)},
                                              results_of({7}), told));
  bench.nic.complete_receive_in(300, 0, 0);
  bench.run_through(1000);
  CHECK(told == Lines{"1", "2 has 7"});
}

TEST_CASE("RankInterpreter: combining takes its whole time where no later copy comes",
          "[RANK-14][key:workload.combine_time]") {
  RankBench whole({irecv(1, 5), irecv(0, 6), combine(5, 300)}, {}, results_of({5}));
  whole.nic.complete_receive_in(150, 1, 0);
  whole.nic.complete_receive_in(200, 0, 0);
  whole.run_through(1000);
  CHECK(whole.journal.lines == Lines{"received 5@150", "received 6@200", "finished 1@401"});
}

TEST_CASE("NodeProcessor: cancels a receive that is under way, and waits for it no more", "[RANK-12]") {
  RankBench bench({irecv(0, 5), irecv(0, 6), irecv(0, 7), compute(100), op(OpKind::kCancel, 0, 5),
                   op(OpKind::kCancel, 0, 6), op(OpKind::kCancel, 0, 7), kWaitR});
  bench.nic.complete_receive_in(200, 0, 0);
  bench.run_through(1000);
  CHECK(writes(bench.nic, nic_reg::kRxCancel) == Writes{{251, 1U << 1}, {251, 1U << 2}});
  CHECK(bench.journal.lines == Lines{"received 5@200", "finished 1@301"});
  CHECK(bench.rank().status().final_faults().empty());
  CHECK(writes(bench.nic, nic_reg::kIrqEnable) == Writes{{1, 3}});  // no interrupt for what is dropped
}

TEST_CASE("NodeProcessor: out of slots, it waits for a cancelled receive to be freed, and posts in that cycle",
          "[RANK-8]") {
  std::vector<Op> program;
  for (std::uint32_t tag = 0; tag < 16; ++tag) {
    program.push_back(irecv(0, tag));
    program.push_back(op(OpKind::kCancel, 0, tag));
  }
  for (std::uint32_t tag = 16; tag < 19; ++tag) program.push_back(irecv(0, tag));
  RankBench bench(program);
  bench.nic.free_receive_in(900, 0, 3);
  bench.nic.free_receive_in(1000, 0, 7);
  bench.nic.free_receive_in(1001, 0, 8);
  bench.run_through(2000);
  REQUIRE(bench.nic.posted().size() == 19);
  CHECK(bench.nic.posted()[15].cycle == 1 + 16 * 50);
  CHECK(bench.nic.posted()[16].cycle == 900);
  CHECK(bench.nic.posted()[16].slot == 3);
  CHECK(bench.nic.posted()[17].cycle == 1000);
  CHECK(bench.nic.posted()[17].slot == 7);
  CHECK(bench.nic.posted()[18].cycle == 1050);  // freed before it was due: no interrupt
  CHECK(bench.nic.posted()[18].slot == 8);
  CHECK(writes(bench.nic, nic_reg::kIrqEnable) == Writes{{1, 3}, {851, 7}, {900, 3}, {950, 7}, {1000, 3}});
}

}  // namespace
}  // namespace tactus
