#include <nlohmann/json.hpp>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// Four ranks. Rank 1 computes 10 us, and rank 3 waits for its 4 KB.
constexpr char kFourRanks[] = R"(num_ranks 4
rank 0 { calc 1000 }
rank 1 {
  slow: calc 10000
  out: send 4096b to 3
  out requires slow
}
rank 2 { calc 1000 }
rank 3 {
  in: recv 4096b from 1
  last: calc 500
  last requires in
}
)";

}  // namespace

TEST_CASE("tactus explain: a trace runs on a machine that the page names, and its slow rank and line are on it",
          "[EXPLAIN-4][EXPLAIN-5][OPERATION-13][OPERATION-14]") {
  const TemporaryFolder folder;
  const std::string file = folder.write("four.goal", kFourRanks);
  const Outcome page = run_tactus({"explain", file, "--tries", "0"});
  CAPTURE(page.err);
  REQUIRE(page.status == 0);
  CHECK(page.out.find(file + ": 4 ranks on a torus of 2x2; --set changes the machine\n") == 0);
  CHECK_THAT(page.out, Contains("rank 1: calc (line 4), from "));
  CHECK_THAT(page.out, Contains("rank 3: recv from rank 1 (line 10), from "));
  CHECK_THAT(page.out, Contains("its slowest packet, "));
  CHECK_THAT(page.out, Contains("the packet waited for no link\n"));
  CHECK_THAT(page.out, Contains("computing  rank 1 most, 10.00 us: 3.20 times the mean of all ranks, 3.12 us\n"));
  CHECK_THAT(page.out, Contains("waits      rank 3 waited "));
  CHECK_THAT(page.out, Contains("most for rank 1, "));

  const Outcome other = run_tactus(
      {"explain", file, "--tries", "0", "--set", "network.shape=[3, 3]", "--set", "workload.compute_scale=2"});
  CHECK(other.out.find(file + ": 4 ranks on a torus of 3x3; --set changes the machine\n") == 0);
  CHECK_THAT(other.out, Contains("computing  rank 1 most, 20.00 us"));
  const Outcome none = run_tactus({"explain", file, "--set", "network.shap=[3, 3]"});
  CHECK(none.status == 2);
  CHECK_THAT(none.err, Contains("network.shape"));
}

TEST_CASE("tactus explain: a message of the path names the link that its slowest packet waited for", "[EXPLAIN-5]") {
  // On a ring of eight ranks 1 and 2 send to rank 0 by the same link.
  const TemporaryFolder folder;
  const std::string file = folder.write("two.goal",
                                        "num_ranks 8\nrank 0 { recv 65536b from 2\nrecv 65536b from 1 }\n"
                                        "rank 1 { send 65536b to 0 }\nrank 2 { send 65536b to 0 }\n");
  const Outcome page = run_tactus({"explain", file, "--tries", "0", "--json", "--set", "network.shape=[8]"});
  CAPTURE(page.err);
  REQUIRE(page.status == 0);
  const auto most = nlohmann::json::parse(page.out)["operations"]["most"];
  REQUIRE(most.size() > 0);
  CHECK(most[0]["part"] == "message");
  const auto wait = most[0]["message"]["wait"];
  CAPTURE(most[0].dump());
  REQUIRE_FALSE(wait.is_null());
  // At node 1, where the two meet, or behind a packet that waits for it, at node 2.
  CHECK((wait["node"] == nlohmann::json{1} || wait["node"] == nlohmann::json{2}));
  CHECK(wait["port"] == "minus_x");
  CHECK(wait["cycles"] > 0);
  const Outcome text = run_tactus({"explain", file, "--tries", "0", "--set", "network.shape=[8]"});
  CHECK_THAT(text.out, Contains(" minus_x, " + wait["cycles"].dump() + " cycles, " + wait["part"].get<std::string>()));
}

TEST_CASE("operations: trace.json and operations.h5 are equal at cycle and packet level", "[TRACE-16][RESULT-69]") {
  const TemporaryFolder folder;
  for (const std::string level : {"cycle", "packet"}) {
    const Outcome outcome = run_tactus({"run", scenario_path("quickstart/wavefront.yaml"), "--level", level, "--quiet",
                                        "--out", folder.path() / level, "--set", "noise.kind=periodic", "--set",
                                        "noise.period=50 us", "--set", "noise.length=5 us"});
    CAPTURE(outcome.err);
    REQUIRE(outcome.status == 0);
  }
  for (const char* name : {"trace.json", "operations.h5", "operations.csv"}) {
    CAPTURE(name);
    CHECK((text_of(folder.path() / "cycle" / name) == text_of(folder.path() / "packet" / name)));
  }
  CHECK_THAT(text_of(folder.path() / "packet" / "trace.json"), Contains("\"name\":\"noise\""));
}
