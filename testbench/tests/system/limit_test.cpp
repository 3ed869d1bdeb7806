#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

using Json = nlohmann::ordered_json;

struct Run {
  Json result;
  std::string out;

  [[nodiscard]] std::string what() const { return result.contains("limit") ? result["limit"]["what"] : ""; }
  /// Seconds for which it was busy.
  [[nodiscard]] double busy_s() const {
    return result["limit"]["busy"].get<double>() * result["simulated_seconds"].get<double>();
  }
};

Run run(const std::string& text, const std::string& level = "packet") {
  const TemporaryFolder folder;
  const std::string file = folder.write("scenario.yaml", text + "trace: {enabled: false}\n");
  const Outcome outcome = succeeded(run_tactus({"run", file, "--level", level, "--out", folder.path() / "out"}));
  return {result_without_host(folder.path() / "out"), outcome.out};
}

const std::string kHalo =
    "network: {shape: [4, 4, 4]}\nworkload: {algorithm: nearest_neighbour, message_size: 64 KiB, repetitions: 3}\n";

}  // namespace

TEST_CASE("Limit: a memory that is slower than the NICs of its node is named, with the time that it was busy",
          "[RESULT-63][key:memory.bandwidth]") {
  const Run slow = run(kHalo + "memory: {bandwidth: 16 GB/s}\n");
  CHECK_THAT(slow.what(), Contains("memory of node ("));
  CHECK(slow.busy_s() == Approx(3 * 6 * 65536 / 16e9).epsilon(1e-6));
  CHECK(slow.result["limit"]["busy"].get<double>() > 0.9);
  CHECK(slow.result["limit"]["network_busy"].get<double>() < 0.75);
  CHECK_THAT(slow.out, Contains("\nlimit       memory of node (") && Contains(" % busy; network at most "));
}

TEST_CASE("Limit: by default memory lets a halo exchange in three dimensions fill its links, and nothing is named",
          "[RESULT-63]") {
  const Run usual = run(kHalo);
  CHECK(usual.what().empty());
  CHECK_THAT(usual.out, !Contains("\nlimit "));
  CHECK(usual.result["link_utilisation"].get<double>() > 0.85);
}

TEST_CASE("Limit: a slow DMA engine is named", "[RESULT-63][key:nic.dma_rate]") {
  const Run slow =
      run("nic: {dma_rate: 1 GB/s}\nworkload: {algorithm: nearest_neighbour, message_size: 64 KiB, repetitions: 3}\n");
  CHECK_THAT(slow.what(), Contains("DMA engine ") && Contains(" of node ("));
  CHECK(slow.busy_s() == Approx(3 * 65536 / 1e9).epsilon(1e-6));
}

TEST_CASE("Limit: software that takes most of the time is named, at every level", "[RESULT-63]") {
  for (const char* level : {"cycle", "packet", "flow"}) {
    const Run slow = run("processor: {call_overhead: 20 us}\nworkload: {algorithm: barrier}\n", level);
    CAPTURE(level);
    CHECK_THAT(slow.what(), Contains("software of rank "));
    // Four rounds of a send, a receive and waits for both, of 20 us each.
    CHECK(slow.busy_s() == Approx(4 * 4 * 20e-6).epsilon(1e-6));
  }
}

TEST_CASE("Limit: slow copies within a node are named, at every level", "[RESULT-63][key:node.copy_rate]") {
  for (const char* level : {"packet", "flow"}) {
    const Run slow =
        run("network: {shape: [2]}\nnode: {copy_rate: 100 MB/s}\n"
            "workload: {algorithm: a2at, message_size: 64 KiB, ranks_per_node: 4}\n",
            level);
    CAPTURE(level);
    CHECK_THAT(slow.what(), Contains("copies of rank "));
    CHECK(slow.busy_s() == Approx(3 * (100e-9 + 65536 / 100e6)).epsilon(1e-6));
  }
}

TEST_CASE("Limit: slow copies of messages to oneself are named, at every level", "[RESULT-63]") {
  for (const char* level : {"cycle", "packet", "flow"}) {
    const TemporaryFolder folder;
    static_cast<void>(folder.write("messages.txt", "0 0 0 1000000 B\n0 1 1 100 B\n"));
    const Run slow = run("network: {shape: [4]}\nworkload: {algorithm: replay, messages: " +
                             (folder.path() / "messages.txt").string() + "}\n",
                         level);
    CAPTURE(level);
    REQUIRE(slow.what() == "copies of rank 0");
    CHECK(slow.busy_s() == Approx(100e-9 + 1e6 / 8e9).epsilon(1e-6));
  }
}
