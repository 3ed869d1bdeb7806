#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

Outcome run_into(const std::filesystem::path& folder, const std::string& scenario, const Arguments& more) {
  return run_tactus(with({"run", scenario_path("manycore/" + scenario), "--json", "--out", folder}, more));
}

const Arguments kSmall = {"--set", "size=2048 B"};

/// Columns of a CSV line.
std::vector<std::string> columns(const std::string& line) {
  std::vector<std::string> all;
  std::stringstream stream(line);
  for (std::string column; std::getline(stream, column, ',');) all.push_back(column);
  return all;
}

}  // namespace

TEST_CASE("tactus run of a node alone: result.json and copies.csv have hits and misses by level and process",
          "[RESULT-40][RESULT-41]") {
  const TemporaryFolder folder;
  const Outcome outcome = succeeded(run_into(folder.path(), "ddtbench.yaml", kSmall));
  const auto result = nlohmann::json::parse(outcome.out);
  // Two round trips of warm-up and ten that count.
  CHECK(result["messages_delivered"] == 24);
  REQUIRE(result["copies"]["cases"].size() == 1);
  const auto& each = result["copies"]["cases"][0];
  CHECK(each["name"] == "NAS_MG_x");
  CHECK(each["bytes"] == 2048);
  CHECK(each["time_s"].get<double>() > 1e-6);
  CHECK(24 * each["time_s"].get<double>() == Approx(result["simulated_seconds"].get<double>()).epsilon(0.1));
  std::istringstream csv(text_of(folder.path() / "copies.csv"));
  std::string line;
  std::getline(csv, line);
  const std::vector<std::string> names = columns(line);
  std::vector<std::uint64_t> sums(names.size(), 0);
  for (const char* process : {"0", "1"}) {
    std::getline(csv, line);
    const std::vector<std::string> row = columns(line);
    REQUIRE(row.size() == names.size());
    CHECK(row[3] == process);
    for (std::size_t i = 4; i < row.size(); ++i) sums[i] += std::stoull(row[i]);
  }
  CHECK_FALSE(std::getline(csv, line));
  for (std::size_t i = 4; i < names.size(); ++i) {
    CAPTURE(names[i]);
    CHECK(each[names[i]] == sums[i]);
  }
  CHECK(each["l1_misses"] == sums[5] + sums[6] + sums[7]);
  // A half of 256 doubles is read and written on either side, each in a line of its own that the other side has had.
  CHECK(each["other_core"].get<int>() + each["upgrades"].get<int>() >= 20 * 2 * 2 * 128);
}

TEST_CASE("tactus run of a node alone: levels cycle and packet are the same, the flow level refuses it by name",
          "[LONE-1]") {
  const TemporaryFolder folder;
  REQUIRE(run_into(folder.path() / "cycle", "ddtbench.yaml", kSmall).status == 0);
  Arguments packet = kSmall;
  packet.insert(packet.end(), {"--level", "packet"});
  REQUIRE(run_into(folder.path() / "packet", "ddtbench.yaml", packet).status == 0);
  auto at_cycle = result_without_host(folder.path() / "cycle");
  auto at_packet = result_without_host(folder.path() / "packet");
  at_cycle.erase("level");
  at_packet.erase("level");
  const bool equal = at_cycle == at_packet;
  CHECK(equal);
  const Outcome flow = ended_with(2, run_into(folder.path() / "flow", "ddtbench.yaml", {"--level", "flow"}));
  CHECK_THAT(flow.err, Contains("ddtbench.yaml:") && Contains("network.kind: none") && Contains("use --level packet"));
}

TEST_CASE("tactus run of a node alone: run.max_time ends it, and the summary has what was complete", "[LONE-2]") {
  const TemporaryFolder folder;
  // The first size takes about a millisecond, the next one longer.
  const Outcome outcome = succeeded(run_into(folder.path(), "ddtbench.yaml", {"--set", "run.max_time=2 ms"}));
  const auto result = nlohmann::json::parse(outcome.out);
  CHECK(result["simulated_seconds"] == 0.002);
  CHECK(result["copies"]["cases"].size() == 1);
}

TEST_CASE("tactus run of a node alone: a text summary says time, rate and where lines came from", "[RESULT-41]") {
  const TemporaryFolder folder;
  const Outcome outcome =
      succeeded(run_tactus({"run", scenario_path("manycore/datatypes.yaml"), "--out", folder.path() / "out"}));
  CHECK_THAT(outcome.out, Contains("datatypes, 2048 B:") && Contains("GB/s") && Contains("lines from L1"));
  CHECK_THAT(outcome.out, !Contains("links"));
}

TEST_CASE("tactus run of a node alone: says what was advised, and takes the time of that", "[RESULT-41][ADVICE-4]") {
  const TemporaryFolder folder;
  const auto only_case = [&](const char* name, Arguments more) {
    more.insert(more.begin(), {"--set", "size=32768 B", "--set", "workload.repetitions=2", "--set"});
    const Outcome outcome = succeeded(run_into(folder.path() / name, "ddtbench.yaml", more));
    return nlohmann::json::parse(outcome.out)["copies"]["cases"][0];
  };
  const auto advised = only_case("advised", {"protocol=advised"});
  CHECK(advised["advised"] == "sm_rendezvous, 4 KiB");
  const auto chosen = only_case("chosen", {"protocol=sm_rendezvous", "--set", "copy.buffer_size=4 KiB"});
  CHECK(chosen.count("advised") == 0);
  CHECK(advised["time_s"] == chosen["time_s"]);
}

TEST_CASE("tactus run of a node alone: protocols take different times for the same data", "[LONE-1]") {
  const TemporaryFolder folder;
  std::vector<double> times;
  const std::set<std::string> direct = {"cma", "knem", "xpmem", "smartmap"};
  for (const char* protocol : {"sm_rendezvous", "sm_eager", "pvas", "cma", "knem", "xpmem", "smartmap"}) {
    Arguments options = {"--set", std::string("protocol=") + protocol, "--set", "size=2048 B",
                         "--set", "workload.warm_up_repetitions=0"};
    if (direct.count(protocol) > 0) options.insert(options.end(), {"--set", "copy.direct_derived=true"});
    const Outcome outcome = succeeded(run_into(folder.path() / protocol, "ddtbench.yaml", options));
    times.push_back(nlohmann::json::parse(outcome.out)["copies"]["cases"][0]["time_s"]);
  }
  std::sort(times.begin(), times.end());
  CHECK(std::unique(times.begin(), times.end()) == times.end());
}
