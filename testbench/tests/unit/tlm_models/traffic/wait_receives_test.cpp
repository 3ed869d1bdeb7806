#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/tlm_models/traffic/untimed_run.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/workload.h"

namespace tactus {
namespace {

const NetworkShape kFourByFour{4, 4};

std::vector<std::string> stepped() {
  return algorithms_that([](const AlgorithmPolicy& algorithm) { return algorithm.wait_receives; });
}

std::unique_ptr<Workload> make(const AlgorithmName& algorithm, bool wait_receives) {
  WorkloadConfig config;
  config.algorithm = algorithm;
  config.repetitions = 5;
  config.wait_receives = wait_receives;
  return Workload::make(config, kFourByFour);
}

std::vector<OpKind> kinds(const Workload& workload, OpKind left_out) {
  std::vector<OpKind> list;
  for (const Op& op : ops_of(workload, 6)) {
    if (op.kind != left_out) list.push_back(op.kind);
  }
  return list;
}

TEST_CASE("wait_receives: without it a program has the same calls, but waits for receives only at its end",
          "[ALGORITHM-8][key:workload.wait_receives]") {
  for (const std::string& algorithm : stepped()) {
    const auto without = make(algorithm, false);
    CHECK(kinds(*without, OpKind::kWaitReceives) == kinds(*make(algorithm, true), OpKind::kWaitReceives));
    const std::vector<Op> ops = ops_of(*without, 6);
    for (std::size_t i = 0; i + 2 < ops.size(); ++i) CHECK(ops[i].kind != OpKind::kWaitReceives);
    CHECK(ops[ops.size() - 2].kind == OpKind::kWaitReceives);
    CHECK(ops.back().kind == OpKind::kEndSequence);
  }
}

TEST_CASE("wait_receives: without it every message is still received", "[ALGORITHM-8]") {
  for (const std::string& algorithm : stepped()) {
    const auto workload = make(algorithm, false);
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      std::uint64_t received = 0;
      UntimedRun run(*workload, kFourByFour.nodes(), seed);
      run.on_received = [&](int, const Op&) { ++received; };
      REQUIRE(run.run());
      CHECK(received == workload->messages());
    }
  }
}

}  // namespace
}  // namespace tactus
