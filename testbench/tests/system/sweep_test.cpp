#include <unistd.h>

#include <cmath>
#include <csignal>
#include <map>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/csv_columns.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

namespace fs = std::filesystem;

const std::string kScenario = scenario_path("quickstart/a2at_4x4.yaml");

Texts sweep_of(const fs::path& folder, const Texts& more) {
  return with({"sweep", kScenario, "--out", folder, "--quiet", "--set", "trace.enabled=false"}, more);
}

/// Lines of a text, each in its fields; no field of these tests has a comma.
std::vector<Texts> table(const fs::path& folder) {
  std::vector<Texts> rows = {{""}};
  for (const char c : text_of(folder / "sweep.csv")) {
    if (c == '\n') {
      rows.push_back({""});
    } else if (c == ',') {
      rows.back().emplace_back();
    } else {
      rows.back().back() += c;
    }
  }
  rows.pop_back();
  return rows;
}

/// The column of that name, without the name.
Texts column(const fs::path& folder, const std::string& name) {
  const std::vector<Texts> rows = table(folder);
  const auto at = std::find(rows[0].begin(), rows[0].end(), name) - rows[0].begin();
  Texts cells;
  for (std::size_t i = 1; i < rows.size(); ++i) cells.push_back(rows[i].at(static_cast<std::size_t>(at)));
  return cells;
}

using Times = std::map<std::string, fs::file_time_type>;

/// When each point's result was written.
Times results(const fs::path& folder) {
  Times times;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path result = entry.path() / "result.json";
    if (fs::exists(result)) times[entry.path().filename()] = fs::last_write_time(result);
  }
  return times;
}

/// What sweep.csv says, as the lines that a quiet sweep prints.
std::string printed_lines(const fs::path& folder, const Texts& points, const std::string& is_new) {
  const std::vector<Texts> rows = table(folder);
  std::string lines;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      if (!rows[i][j].empty()) lines += rows[0][j] + "=" + rows[i][j] + " ";
    }
    lines += "new=" + is_new + " results=" + (folder / points[i - 1]).string() + "\n";
  }
  return lines;
}

}  // namespace

TEST_CASE("Sweep: a quiet one prints a line per run, in the order of the table, that says whether the run is new") {
  const TemporaryFolder folder;
  const Texts arguments = sweep_of(folder.path(), {"--jobs", "2", "--over", "n=5,3"});  // the last one ends first
  for (const char* is_new : {"true", "false"}) {
    const Outcome outcome = succeeded(run_tactus(arguments));
    CHECK(outcome.out == printed_lines(folder.path(), {"n=5", "n=3"}, is_new));
  }
  const Outcome seeds = succeeded(run_tactus(sweep_of(folder.path() / "seeds", {"--seeds", "2"})));
  CHECK_THAT(seeds.out, Contains("seed=1 simulated_seconds=") && Contains("seed=2 simulated_seconds="));
}

TEST_CASE("Run: a quiet one prints a line with the figures of sweep.csv") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "its results";
  const Outcome outcome = succeeded(run_tactus({"run", kScenario, "--level", "packet", "--quiet", "--out", out}));
  const auto result = result_without_host(out);
  CHECK_THAT(outcome.out, Catch::Matchers::StartsWith("scenario=a2at_4x4 level=packet seed=1 simulated_seconds=" +
                                                      result["simulated_seconds"].dump() + " ") &&
                              Contains(" packet_latency_p99_ns=" + result["packet_latency_ns"]["p99"].dump() + " ") &&
                              Catch::Matchers::EndsWith(" results=\"" + out.string() + "\"\n"));
  CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == 1);
}

TEST_CASE("Sweep: every point's line holds the figures of the same run made by itself") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "sweep";
  const Outcome outcome = succeeded(run_tactus(sweep_of(out, {"--over", "pacing.bias=0,8", "--over", "seed=1:2:1"})));
  CHECK(outcome.err.empty());
  CHECK(column(out, "pacing.bias") == Texts{"0", "0", "8", "8"});
  CHECK(column(out, "seed") == Texts{"1", "2", "1", "2"});
  CHECK(column(out, "exit_status") == Texts(4, "0"));
  REQUIRE(run_tactus({"run", kScenario, "--level", "packet", "--set", "pacing.bias=8", "--set", "seed=2", "--set",
                      "trace.enabled=false", "--out", folder.path() / "alone", "--quiet"})
              .status == 0);
  const auto alone = result_without_host(folder.path() / "alone");
  CHECK(alone == result_without_host(out / "pacing.bias=8,seed=2"));
  CHECK(column(out, "simulated_seconds")[3] == alone["simulated_seconds"].dump());
  CHECK(column(out, "ratio_to_ideal")[3] == alone["ratio_to_ideal"].dump());
  CHECK(column(out, "packet_latency_p99_ns")[3] == alone["packet_latency_ns"]["p99"].dump());
  CHECK_THAT(text_of(out / "sweep.csv"), Contains("throughput") && !Contains("offered"));  // nothing to say
}

TEST_CASE("Sweep: with seeds a line has the mean and the interval of the runs of all seeds") {
  const TemporaryFolder folder;
  const Texts noisy = {"--set", "workload.imbalance=3 us", "--set", "seed=5"};
  Texts arguments = noisy;
  arguments.insert(arguments.end(), {"--over", "pacing.bias=0,8", "--seeds", "3"});
  succeeded(run_tactus(sweep_of(folder.path() / "sweep", arguments)));
  CHECK(column(folder.path() / "sweep", "seeds") == Texts{"3", "3"});
  std::vector<double> seconds;
  for (const char* seed : {"5", "6", "7"}) {
    const fs::path alone = folder.path() / seed;
    REQUIRE(
        run_tactus({"run", kScenario, "--level", "packet", "--set", "pacing.bias=8", "--set", "workload.imbalance=3 us",
                    "--set", std::string("seed=") + seed, "--set", "trace.enabled=false", "--out", alone, "--quiet"})
            .status == 0);
    CHECK(result_without_host(alone) ==
          result_without_host(folder.path() / "sweep" / ("pacing.bias=8,seed=" + std::string(seed))));
    seconds.push_back(result_without_host(alone)["simulated_seconds"]);
  }
  const double mean = (seconds[0] + seconds[1] + seconds[2]) / 3;
  double squares = 0;
  for (const double value : seconds) squares += (value - mean) * (value - mean);
  REQUIRE(squares > 0);
  const double half = 4.303 * std::sqrt(squares / 2 / 3);  // Student's t of two degrees of freedom
  CHECK(std::stod(column(folder.path() / "sweep", "simulated_seconds")[1]) == Approx(mean));
  CHECK(std::stod(column(folder.path() / "sweep", "simulated_seconds_ci95")[1]) == Approx(half));
}

TEST_CASE("Sweep: with more seeds only the new ones run, without axes too, and the table is the same at any --jobs") {
  const TemporaryFolder folder;
  const Texts more = {"--set", "workload.imbalance=3 us", "--seeds"};
  const auto sweep = [&](const fs::path& out, const Texts& rest) {
    Texts arguments = sweep_of(out, with(more, rest));
    arguments.erase(std::find(arguments.begin(), arguments.end(), "--quiet"));
    return run_tactus(arguments);
  };
  const Outcome few = sweep(folder.path() / "a", {"2", "--jobs", "1"});
  CHECK_THAT(few.out, Contains("1 points with 2 seeds each at packet level") && Contains("2 run, 0 found"));
  const Times first = results(folder.path() / "a");
  CHECK(first.size() == 2);
  CHECK_THAT(sweep(folder.path() / "a", {"4", "--jobs", "1"}).out, Contains("2 run, 2 found"));
  const Times second = results(folder.path() / "a");
  CHECK(second.size() == 4);
  for (const auto& [name, time] : first) CHECK(second.at(name) == time);
  CHECK_THAT(sweep(folder.path() / "b", {"4", "--jobs", "4"}).out, Contains("4 run, 0 found"));
  // Without a column that says which lines are new: the only one has new runs.
  CHECK(text_of(folder.path() / "a" / "sweep.csv") == text_of(folder.path() / "b" / "sweep.csv"));
}

TEST_CASE("Sweep: open-loop points have what was offered and accepted") {
  const TemporaryFolder folder;
  Texts arguments = sweep_of(folder.path(), {"--over", "workload.load=0.1:0.3:0.1", "--set", "workload.warmup=1 us",
                                             "--set", "workload.measure=20 us"});
  arguments[1] = scenario_path("openloop/uniform.yaml");
  REQUIRE(run_tactus(arguments).status == 0);
  const Texts offered = column(folder.path(), "offered");
  const Texts accepted = column(folder.path(), "accepted");
  REQUIRE(offered.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::stod(offered[i]) == Approx(0.1 * static_cast<double>(i + 1)).epsilon(0.2));
    CHECK(std::stod(accepted[i]) == Approx(std::stod(offered[i])).epsilon(0.2));
  }
}

TEST_CASE("Sweep: open-loop points have the latency from creation, and whether they are saturated and steady") {
  const TemporaryFolder folder;
  Texts arguments = sweep_of(folder.path(), {"--over", "workload.load=0.2,0.95", "--set", "workload.drain=1 ms"});
  arguments[1] = scenario_path("openloop/uniform.yaml");
  REQUIRE(run_tactus(arguments).status == 0);
  const auto measured = result_without_host(folder.path() / "workload.load=0.95")["open_loop"];
  for (const char* figure : {"mean", "p50", "p95", "p99"}) {
    CHECK(column(folder.path(), "open_loop_latency_" + std::string(figure) + "_ns")[1] ==
          measured["latency_ns"][figure].dump());
  }
  CHECK(column(folder.path(), "saturated") == Texts{"false", "true"});
  CHECK(column(folder.path(), "steady")[0] == "true");
}

TEST_CASE("Sweep: the table is the same whatever the number of processes, and tells the level in words") {
  const TemporaryFolder one;
  const TemporaryFolder many;
  // The first points take longest: they end last when all run together.
  const Texts over = {"--over", "workload.message_size=32 KiB,16 KiB,1 KiB,0 B"};
  Texts arguments = sweep_of(one.path(), over);
  arguments.insert(arguments.end(), {"--jobs", "1"});
  REQUIRE(run_tactus(arguments).status == 0);
  arguments = sweep_of(many.path(), over);
  arguments.insert(arguments.end(), {"--jobs", "4"});
  arguments.erase(std::find(arguments.begin(), arguments.end(), "--quiet"));
  const Outcome outcome = succeeded(run_tactus(arguments));
  CHECK_THAT(outcome.out, Contains("4 points at packet level") && Contains("4 run, 0 found"));
  CHECK(outcome.err.empty());
  CHECK(text_of(one.path() / "sweep.csv") == text_of(many.path() / "sweep.csv"));
}

TEST_CASE("Sweep: goes on where it stopped, and runs again only what has no result or another configuration") {
  const TemporaryFolder folder;
  const Texts narrow = sweep_of(folder.path(), {"--over", "seed=1,3"});
  REQUIRE(run_tactus(narrow).status == 0);
  const Times first = results(folder.path());
  REQUIRE(first.size() == 2);

  // More points: those that are there stay, in the order of the new product.
  const Texts wide = sweep_of(folder.path(), {"--over", "seed=1:3:1"});
  REQUIRE(run_tactus(wide).status == 0);
  const Times second = results(folder.path());
  REQUIRE(second.size() == 3);
  CHECK(second.at("seed=1") == first.at("seed=1"));
  CHECK(second.at("seed=3") == first.at("seed=3"));
  CHECK(column(folder.path(), "seed") == Texts{"1", "2", "3"});
  CHECK(column(folder.path(), "new") == Texts{"no", "yes", "no"});
  const std::string whole = text_of(folder.path() / "sweep.csv");

  fs::remove(folder.path() / "seed=2" / "result.json");
  REQUIRE(run_tactus(wide).status == 0);
  const Times third = results(folder.path());
  CHECK(third.at("seed=1") == second.at("seed=1"));
  CHECK(third.at("seed=2") != second.at("seed=2"));
  CHECK(text_of(folder.path() / "sweep.csv") == whole);

  Texts other = wide;
  other.insert(other.end(), {"--set", "router.arbiter=matrix"});
  const Outcome replaced = run_tactus(other);
  REQUIRE(replaced.status == 0);
  CHECK_THAT(replaced.err, Contains("results of 3 points are replaced"));
  for (const auto& [name, time] : results(folder.path())) CHECK(time != third.at(name));
  CHECK_THAT(text_of(folder.path() / "sweep.csv"), !Contains(",new\n"));
  CHECK_FALSE(fs::exists(folder.path() / "sweep.1.csv"));
}

TEST_CASE(
    "Sweep: the table says which points are new, if others were there, beside the bytes of a sweep in one piece") {
  const TemporaryFolder folder;
  const fs::path whole = folder.path() / "whole" / "sweep.csv";
  const fs::path parts = folder.path() / "parts" / "sweep.csv";
  const Texts four = {"--over", "pacing.bias=0,8", "--over", "seed=1,2"};
  succeeded(run_tactus(sweep_of(whole.parent_path(), four)));
  CHECK_THAT(text_of(whole), !Contains("new"));
  // A shard leaves points as an interrupted sweep does.
  succeeded(run_tactus(sweep_of(parts.parent_path(), with(four, {"--shard", "1/4"}))));
  succeeded(run_tactus(sweep_of(parts.parent_path(), four)));
  CHECK(csv_column(parts, "new") == Texts{"yes", "no", "yes", "yes"});
  CHECK(csv_without(parts, "new") == text_of(whole));
  succeeded(run_tactus(sweep_of(parts.parent_path(), four)));
  CHECK(text_of(parts) == text_of(whole));
}

TEST_CASE("Sweep: the table of another sweep is kept under another name, and that is told") {
  const TemporaryFolder folder;
  REQUIRE(run_tactus(sweep_of(folder.path(), {"--over", "seed=1,2"})).status == 0);
  const std::string first = text_of(folder.path() / "sweep.csv");
  // Other keys.
  const Outcome second = ended_with(0, run_tactus(sweep_of(folder.path(), {"--over", "nic.count=2,4"})));
  CHECK_THAT(second.err, Contains("sweep.csv is of another sweep: it is kept as ") && Contains("sweep.1.csv"));
  CHECK(text_of(folder.path() / "sweep.1.csv") == first);
  CHECK(column(folder.path(), "nic.count") == Texts{"2", "4"});
  // A value less; what was there before stays, too.
  const std::string wide = text_of(folder.path() / "sweep.csv");
  CHECK_THAT(run_tactus(sweep_of(folder.path(), {"--over", "nic.count=4"})).err, Contains("sweep.2.csv"));
  CHECK(text_of(folder.path() / "sweep.2.csv") == wide);
  CHECK(text_of(folder.path() / "sweep.1.csv") == first);
  // A value more, and the same once more: nothing is lost, nothing is told.
  CHECK(run_tactus(sweep_of(folder.path(), {"--over", "nic.count=2,4"})).err.empty());
  CHECK(run_tactus(sweep_of(folder.path(), {"--over", "nic.count=2,4,1"})).err.empty());
  CHECK(column(folder.path(), "new") == Texts{"no", "no", "yes"});
  CHECK(run_tactus(sweep_of(folder.path(), {"--over", "nic.count=2,4,1"})).err.empty());
  CHECK_FALSE(fs::exists(folder.path() / "sweep.3.csv"));
}

TEST_CASE("Sweep: a point that fails is told and recorded, the others run, and its status is the sweep's") {
  const TemporaryFolder folder;
  // Routers lose credits; only the second run is long enough for the watchdog to see it.
  const Texts arguments =
      sweep_of(folder.path(), {"--over", "run.max_time=1us,1ms,2us", "--level", "cycle", "--set", "run.watchdog=20us"});
  const Outcome outcome = ended_with(3, run_broken_tactus(arguments));
  CHECK(column(folder.path(), "exit_status") == Texts{"0", "3", "0"});
  CHECK(column(folder.path(), "simulated_seconds")[1].empty());
  CHECK_FALSE(column(folder.path(), "simulated_seconds")[2].empty());
  CHECK_THAT(outcome.err, Contains("run.max_time=1ms: exit status 3: tactus: /tactus/"));
  CHECK_THAT(text_of(folder.path() / "run.max_time=1ms" / "stderr.txt"), Contains("/tactus/"));
  CHECK_FALSE(fs::exists(folder.path() / "run.max_time=2us" / "stderr.txt"));
}

TEST_CASE("Sweep: a point that cannot write its files leaves no result of another configuration either") {
  const TemporaryFolder folder;
  const fs::path point = folder.path() / "seed=1";
  REQUIRE(run_tactus(sweep_of(folder.path(), {"--over", "seed=1"})).status == 0);
  REQUIRE(fs::exists(point / "result.json"));
  fs::create_directories(point / ".unpublished" / ".links.csv.partial");
  CHECK(run_tactus(sweep_of(folder.path(), {"--over", "seed=1", "--set", "pacing.bias=1"})).status == 1);
  CHECK_FALSE(fs::exists(point / "result.json"));
}

TEST_CASE("Sweep: a point whose folder cannot be made fails alone") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "seed=2") << "a file";
  ended_with(1, run_tactus(sweep_of(folder.path(), {"--over", "seed=1:3:1"})));
  CHECK(column(folder.path(), "exit_status") == Texts{"0", "1", "0"});
}

TEST_CASE("Sweep: wrong input ends with status 2 and its place before anything has run") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "sweep";
  const Outcome wrong = run_tactus(sweep_of(out, {"--over", "seed=1,2", "--over", "pacing.bias=0:1:0.1"}));
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err, Contains("--over pacing.bias=0:1:0.1:2:13: error: pacing.bias: '0.1' is no multiple of 1/8"));
  const Outcome level = run_tactus(sweep_of(out, {"--over", "router.switch_hold=flit", "--level", "packet"}));
  CHECK(level.status == 2);
  CHECK_THAT(level.err, Contains("--over router.switch_hold=flit:1:20: error: router.switch_hold"));
  CHECK(run_tactus(sweep_of(out, {"--over", "seed=1", "--jobs", "0"})).status == 2);
  CHECK(run_tactus(sweep_of(out, {})).status == 2);
  CHECK_FALSE(fs::exists(out));
}

TEST_CASE("Sweep: a point without a file of its run is run again, one with all is not") {
  const TemporaryFolder folder;
  Texts arguments = sweep_of(folder.path(), {"--over", "seed=1,2"});
  arguments.erase(std::find(arguments.begin(), arguments.end(), "trace.enabled=false") - 1, arguments.end() - 2);
  REQUIRE(run_tactus(arguments).status == 0);
  const Times before = results(folder.path());
  fs::remove(folder.path() / "seed=1" / "trace.json");
  REQUIRE(run_tactus(arguments).status == 0);
  CHECK(fs::exists(folder.path() / "seed=1" / "trace.json"));
  CHECK(results(folder.path()).at("seed=1") != before.at("seed=1"));
  CHECK(results(folder.path()).at("seed=2") == before.at("seed=2"));
}

TEST_CASE("Sweep: another one into the same folder is refused as long as the first runs", "[RESULT-51]") {
  const TemporaryFolder folder;
  const Texts over = {"--over", "workload.message_size=64 MiB", "--level", "cycle"};
  TactusProcess first(sweep_of(folder.path(), over));
  const fs::path running = folder.path() / "workload.message_size=64%20MiB" / ".unpublished" / ".links.csv.partial";
  constexpr int kPatience = 60'000;
  for (int ms = 0; ms < kPatience && !fs::exists(running); ++ms) usleep(1000);
  REQUIRE(fs::exists(running));
  const Outcome second = ended_with(1, run_tactus(sweep_of(folder.path(), {"--over", "seed=1"})));
  CHECK_THAT(second.err, Contains(folder.path().string() + ": another tactus is writing there"));
  const Outcome run = ended_with(1, run_tactus({"run", kScenario, "--out", running.parent_path().parent_path()}));
  CHECK_THAT(run.err, Contains("another tactus is writing there"));
  CHECK(fs::exists(running));
  first.signal(SIGTERM);
  CHECK(first.wait().status == 128 + SIGTERM);
}

TEST_CASE("Sweep: ended by a signal it leaves no process behind, and the next one completes the table") {
  const TemporaryFolder folder;
  // The second point is a run of minutes.
  const Texts over = {"--over", "workload.message_size=1 KiB,64 MiB", "--level", "cycle", "--jobs", "1"};
  TactusProcess process(sweep_of(folder.path(), over));
  const fs::path running = folder.path() / "workload.message_size=64%20MiB" / ".unpublished" / ".links.csv.partial";
  constexpr int kPatience = 60'000;
  for (int ms = 0; ms < kPatience && !fs::exists(running); ++ms) usleep(1000);
  REQUIRE(fs::exists(running));
  CHECK(column(folder.path(), "exit_status") == Texts{"0"});
  process.signal(SIGTERM);
  const Outcome ended = process.wait();
  CHECK(ended.status == 128 + SIGTERM);
  CHECK_THAT(ended.err, Contains("ended by SIGTERM with 1 of 2 points"));
  const Times before = results(folder.path());
  REQUIRE(before.size() == 1);
  // The child has ended before its parent: nothing of it is left but what it had recorded.
  CHECK_FALSE(fs::exists(running.parent_path()));
  CHECK(fs::exists(running.parent_path().parent_path() / "links.csv"));
  REQUIRE(
      run_tactus(sweep_of(folder.path(), {"--over", "workload.message_size=1 KiB,2 KiB", "--level", "cycle"})).status ==
      0);
  CHECK(results(folder.path()).at("workload.message_size=1%20KiB") == before.begin()->second);
  CHECK(column(folder.path(), "exit_status") == Texts{"0", "0"});
}
