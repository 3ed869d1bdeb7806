#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "tlm_models/node/copies/copy_node.h"

namespace tactus {
namespace {

/// Ten cores of one thread; a cycle of 1 ns, instructions of 2 cycles, a quantum of 100.
ManyCoreConfig plain() {
  ManyCoreConfig config;
  config.cores = 10;
  config.threads_per_core = 1;
  config.cycle = Picoseconds{1000};
  config.issue_interval = Cycles{2};
  config.quantum = Cycles{100};
  return config;
}

CopyStep step(CopyStep::Kind kind, std::uint64_t instructions, FlagId flag = 0) {
  CopyStep step;
  step.kind = kind;
  step.instructions = instructions;
  step.flag = flag;
  step.address = 4096 * (flag + 1);
  return step;
}

/// Gives each process its steps one by one, and notes who asked when, in cycles.
class ListedSteps : public StepSource {
 public:
  explicit ListedSteps(std::vector<CopySteps> steps) : steps_(std::move(steps)), next_(steps_.size()) {}

  CopySteps next(int process, Picoseconds now) override {
    asked.emplace_back(process, now.count() / 1000);
    const auto self = static_cast<std::size_t>(process);
    if (next_[self] == steps_[self].size()) return {};
    return {steps_[self][next_[self]++]};
  }

  std::vector<std::pair<int, std::uint64_t>> asked;

 private:
  std::vector<CopySteps> steps_;
  std::vector<std::size_t> next_;
};

TEST_CASE("CopyNode: each process goes on to the end of the quantum, the next one first in the next quantum",
          "[QUANTUM-1]") {
  const CopySteps work(15, step(CopyStep::Kind::kWork, 10));
  ListedSteps steps({work, work, work});
  CopyNode node(plain(), CopyCosts{}, Bytes{16}, {0, 1, 2}, steps);
  node.run();
  REQUIRE(node.finished());
  std::vector<std::pair<int, std::uint64_t>> expected;
  for (int quantum = 0; quantum < 3; ++quantum) {
    for (int i = 0; i < 3; ++i) {
      for (std::uint64_t asked = 0; asked < 5; ++asked) {
        expected.emplace_back((quantum + i) % 3, static_cast<std::uint64_t>(quantum) * 100 + asked * 20);
      }
    }
  }
  for (int process = 0; process < 3; ++process) expected.emplace_back(process, 300);
  CHECK((steps.asked == expected));
}

TEST_CASE("CopyNode: who waits goes on in the quantum in which the flag happens, and never before the flag",
          "[QUANTUM-1][QUANTUM-2]") {
  ManyCoreConfig config = plain();
  config.quantum = Cycles{100'000};
  // Process 0 waits for 1, which waits for 2.
  ListedSteps steps({{step(CopyStep::Kind::kWait, 5, 1)},
                     {step(CopyStep::Kind::kWait, 5, 0), step(CopyStep::Kind::kPost, 5, 1)},
                     {step(CopyStep::Kind::kWork, 1000), step(CopyStep::Kind::kPost, 5, 0)}});
  CopyNode node(config, CopyCosts{}, Bytes{16}, {0, 1, 2}, steps);
  node.flags().take(2);
  node.run();
  REQUIRE(node.finished());
  // 1,005 instructions, and then at least the way of the flag's line to memory.
  const std::uint64_t first = node.flags().time(0).count() / 1000;
  CHECK(first >= 2 * 1005 + 24);
  CHECK(node.flags().time(1).count() / 1000 >= first + 2 * 10);
  CHECK(node.process(0).now() > node.flags().time(1));
  CHECK(node.process(0).now().count() / 1000 < 10'000);
}

TEST_CASE("CopyNode: says so if processes wait for what never happens", "[QUANTUM-2]") {
  ListedSteps steps({{step(CopyStep::Kind::kWait, 5, 0)}, {step(CopyStep::Kind::kWork, 5)}});
  CopyNode node(plain(), CopyCosts{}, Bytes{16}, {0, 1}, steps);
  node.flags().take(1);
  node.run();
  CHECK(node.stuck());
  CHECK_FALSE(node.finished());
}

}  // namespace
}  // namespace tactus
