#include <sys/resource.h>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

struct Cost {
  double simulated_seconds;
  double peak_bytes;
};

Cost cost_of(const std::string& scenario, const Arguments& options) {
  const TemporaryFolder folder;
  REQUIRE(run_tactus(with({"run", scenario_path(scenario), "--out", folder.path(), "--quiet"}, options)).status == 0);
  const auto result = nlohmann::json::parse(folder.text("result.json"));
  return {result["simulated_seconds"], result["host"]["peak_rss_bytes"]};
}

/// The second run is at least six times as long, and takes no more memory than page and buffer sizes explain.
void check_memory(const Cost& brief, const Cost& lengthy) {
  CAPTURE(brief.peak_bytes, lengthy.peak_bytes);
  CHECK(lengthy.simulated_seconds > 6 * brief.simulated_seconds);
#ifdef __SANITIZE_ADDRESS__
  WARN("AddressSanitizer holds freed memory back: not tested");
  return;
#endif
  CHECK(lengthy.peak_bytes < 1.03 * brief.peak_bytes + 1e6);
}

/// The most that the program, or one of the runs that it compares, has had in memory so far, bytes.
double peak_of_comparison(const std::string& message_size, std::uint64_t packets) {
  const Outcome outcome = succeeded(run_tactus({"compare", scenario_path("quickstart/a2at_4x4.yaml"), "--json", "--set",
                                                "workload.message_size=" + message_size}));
  CHECK(nlohmann::json::parse(outcome.out)["packets"] == packets);
  rusage use = {};
  getrusage(RUSAGE_CHILDREN, &use);
  return 1024.0 * static_cast<double>(use.ru_maxrss);
}

}  // namespace

TEST_CASE("Memory: does not grow with the length of an all-to-all, with all files written", "[ALGORITHM-4][long]") {
  check_memory(cost_of("quickstart/a2at_4x4.yaml", {"--set", "message_size=64 KiB"}),
               cost_of("quickstart/a2at_4x4.yaml", {"--set", "message_size=512 KiB"}));
}

TEST_CASE("Memory: does not grow with the number of packets whose ways two levels are compared by", "[long]") {
  // Long enough for one level to be ahead of the other as far as it may.
  const double brief = peak_of_comparison("80 KiB", 16 * 15 * 41);
  const double lengthy = peak_of_comparison("640 KiB", 16 * 15 * 326);
  CAPTURE(brief, lengthy);
#ifdef __SANITIZE_ADDRESS__
  WARN("AddressSanitizer holds freed memory back: not tested");
  return;
#endif
  CHECK(lengthy < 1.03 * brief + 1e6);
}

TEST_CASE("Memory: does not grow with the number of barriers", "[long]") {
  check_memory(cost_of("quickstart/barrier.yaml", {"--set", "workload.repetitions=50"}),
               cost_of("quickstart/barrier.yaml", {"--set", "workload.repetitions=400"}));
}

TEST_CASE("Memory: does not grow with the backlog of a saturated open loop", "[long]") {
  const auto saturated = [](const char* window) {
    return cost_of("openloop/uniform.yaml", {"--set", "load=0.95", "--set", "workload.warmup=3000 cycles", "--set",
                                             "workload.drain=1 cycles", "--set", window});
  };
  check_memory(saturated("workload.measure=4000 cycles"), saturated("workload.measure=60000 cycles"));
}
