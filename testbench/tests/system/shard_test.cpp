#include <unistd.h>

#include <csignal>
#include <deque>
#include <functional>
#include <map>
#include <set>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/csv_columns.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

namespace fs = std::filesystem;

/// A sweep into `folder` with `more`.
Texts into(const fs::path& folder, const Texts& what, const Texts& more = {}) {
  return with(with({"sweep", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder, "--jobs", "2"}, what), more);
}

/// Nine runs with all their files.
const Texts kNine = {"--over", "pacing.bias=0,1.5,8", "--seeds", "3", "--set", "workload.imbalance=3 us"};

/// What every file in a folder and below holds, by its path there: of results what does not differ from run to run.
std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::string& text = files[fs::relative(entry.path(), folder)];
    if (entry.is_directory()) continue;
    const bool is_result = entry.path().filename() == "result.json";
    text = is_result ? result_without_host(entry.path().parent_path()).dump() : text_of(entry.path());
  }
  return files;
}

/// When each file below a folder was written.
std::map<std::string, fs::file_time_type> times_below(const fs::path& folder) {
  std::map<std::string, fs::file_time_type> times;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) times[fs::relative(entry.path(), folder)] = entry.last_write_time();
  }
  return times;
}

/// With `news`, the table in `folder` says these of its points, which that of `expected` does not.
void must_be_equal(const fs::path& folder, const fs::path& expected, const Texts& news = {}) {
  auto files = contents(folder);
  if (!news.empty()) {
    CHECK(csv_column(folder / "sweep.csv", "new") == news);
    files["sweep.csv"] = csv_without(folder / "sweep.csv", "new");
  }
  const auto model = contents(expected);
  CHECK(files.size() == model.size());
  for (const auto& [name, text] : model) {
    CAPTURE(name);
    REQUIRE(files.count(name) == 1);
    CHECK((files.at(name) == text));  // large: not to be printed
  }
}

bool waits_for(const std::function<bool()>& condition) {
  constexpr int kPatience = 60'000;
  for (int ms = 0; ms < kPatience && !condition(); ++ms) usleep(1000);
  return condition();
}

/// Processes whose command line names `text`.
std::vector<pid_t> processes_naming(const std::string& text) {
  std::vector<pid_t> pids;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos || name == std::to_string(getpid())) continue;
    if (text_of(entry.path() / "cmdline").find(text) != std::string::npos) pids.push_back(std::stoi(name));
  }
  return pids;
}

}  // namespace

TEST_CASE("Shards: run at the same time, they and the sweep that gathers leave the bytes of a sweep in one piece",
          "[RESULT-61]") {
  const TemporaryFolder folder;
  const fs::path whole = folder.path() / "whole";
  const fs::path parts = folder.path() / "parts";
  REQUIRE(run_tactus(into(whole, kNine)).status == 0);
  std::deque<TactusProcess> shards;
  for (const char* shard : {"0/4", "1/4", "2/4", "3/4"}) shards.emplace_back(into(parts, kNine, {"--shard", shard}));
  for (TactusProcess& shard : shards) {
    const Outcome outcome = shard.wait();
    CHECK(outcome.status == 0);
    CHECK(outcome.err.empty());
  }
  // Of the table there is nothing yet, and nothing but the points' folders beside where it will be.
  std::set<std::string> points;
  for (const auto& entry : fs::directory_iterator(whole)) {
    if (entry.is_directory()) points.insert(entry.path().filename());
  }
  CHECK(points.size() == 9);
  std::set<std::string> left;
  for (const auto& entry : fs::directory_iterator(parts)) left.insert(entry.path().filename());
  CHECK(left == points);

  const auto times = times_below(parts);
  const Outcome gathered = ended_with(0, run_tactus(into(parts, kNine)));
  CHECK_THAT(gathered.out, Contains("0 run, 9 found; table in"));
  auto later = times_below(parts);
  later.erase("sweep.csv");
  CHECK((later == times));
  must_be_equal(parts, whole);
}

TEST_CASE("Shards: each says what its share is, runs that alone, and leaves all other files alone") {
  const TemporaryFolder folder;
  for (const char* mine : {"sweep.csv", ".sweep.csv.partial", "notes.txt"})
    std::ofstream(folder.path() / mine) << "mine";
  const Texts six = {"--over", "seed=1:6:1", "--set", "trace.enabled=false"};
  const Outcome second = ended_with(0, run_tactus(into(folder.path(), six, {"--shard", "1/4"})));
  CHECK_THAT(second.out, Contains("6 points at packet level\nshard 1/4: 2 of 6 points\n2 run, 0 found; in ") &&
                             Contains("the same sweep without --shard gathers") && !Contains("simulated_seconds"));
  const std::set<std::string> names = {"sweep.csv", ".sweep.csv.partial", "notes.txt", "seed=2", "seed=6"};
  CHECK(folder.names() == names);
  // Again, or of another number of shards: what is there is found. More shards than points leave some with nothing.
  CHECK_THAT(run_tactus(into(folder.path(), six, {"--shard", "1/2"})).out,
             Contains("shard 1/2: 3 of 6 points\n1 run, 2 found"));
  const Outcome none = ended_with(0, run_tactus(into(folder.path(), six, {"--shard", "7/8"})));
  CHECK_THAT(none.out, Contains("shard 7/8: 0 of 6 points\n0 run, 0 found"));
  CHECK_THAT(run_tactus(into(folder.path() / "seeds", kNine, {"--shard", "4/5"})).out,
             Contains("3 points with 3 seeds each at packet level\nshard 4/5: 1 of 9 runs\n"));
  for (const char* mine : {"sweep.csv", ".sweep.csv.partial", "notes.txt"}) CHECK(folder.text(mine) == "mine");
  const Outcome quiet = run_tactus(into(folder.path(), six, {"--shard", "0/2", "--quiet"}));
  CHECK_THAT(quiet.out, Contains("seed=1 ") && Contains("seed=3 ") && Contains("seed=5 ") && !Contains("seed=2 "));
}

TEST_CASE("Shards: what a shard did not get to is run by the sweep that gathers, also what failed") {
  const TemporaryFolder folder;
  const fs::path whole = folder.path() / "whole";
  const fs::path parts = folder.path() / "parts";
  // Routers lose credits; only the second run is long enough for the watchdog to see it.
  const Texts four = {"--over", "run.max_time=1us,1ms,2us,3us", "--level", "cycle", "--set", "run.watchdog=20us"};
  CHECK(run_broken_tactus(into(whole, four)).status == 3);
  CHECK(run_broken_tactus(into(parts, four, {"--shard", "0/3"})).status == 0);
  const Outcome failed = ended_with(3, run_broken_tactus(into(parts, four, {"--shard", "1/3"})));
  CHECK_THAT(failed.err, Contains("run.max_time=1ms: exit status 3: tactus: /tactus/"));
  // As of a shard that is killed after the end of its run.
  const std::ofstream errors(parts / "run.max_time=1us" / "stderr.txt");
  const Outcome gathered = ended_with(3, run_broken_tactus(into(parts, four)));
  CHECK_THAT(gathered.out, Contains("2 run, 2 found"));
  must_be_equal(parts, whole, {"no", "yes", "yes", "no"});
}

TEST_CASE("Shards: one that is killed with its runs leaves nothing by halves, and the sweep completes it",
          "[RESULT-61][long]") {
  const TemporaryFolder folder;
  const fs::path whole = folder.path() / "whole";
  const fs::path parts = folder.path() / "parts";
  // At cycle level the third takes a second.
  const Texts four = {"--over", "workload.message_size=2 KiB,4 KiB,128 KiB,6 KiB", "--level", "cycle"};
  TactusProcess shard(into(parts, four, {"--shard", "0/2"}));
  const fs::path point = parts / "workload.message_size=128%20KiB";
  const fs::path other = parts / "workload.message_size=2%20KiB";
  REQUIRE(waits_for([&] { return fs::exists(point / ".unpublished" / ".links.csv.partial"); }));
  // However long the other takes to be on the disk, this one is in the midst of its run then.
  for (const pid_t pid : processes_naming(point)) kill(pid, SIGSTOP);
  REQUIRE(waits_for([&] { return fs::exists(other / "result.json"); }));
  const std::vector<pid_t> killed = processes_naming(parts);
  REQUIRE(killed.size() >= 2);
  for (const pid_t pid : killed) kill(pid, SIGKILL);  // as when a machine goes down
  CHECK(shard.wait().status == -SIGKILL);
  REQUIRE(waits_for([&] { return processes_naming(parts).empty(); }));
  REQUIRE_FALSE(fs::exists(point / "result.json"));
  REQUIRE(run_tactus(into(parts, four, {"--shard", "1/2"})).status == 0);
  const Outcome gathered = ended_with(0, run_tactus(into(parts, four)));
  CHECK_THAT(gathered.out, Contains("1 run, 3 found"));
  REQUIRE(run_tactus(into(whole, four)).status == 0);
  must_be_equal(parts, whole, {"no", "no", "yes", "no"});
}

TEST_CASE("Shards: while one runs, others may, a sweep without --shard may not, and its own point is not touched",
          "[RESULT-51][RESULT-61]") {
  const TemporaryFolder folder;
  // The first point is a run of minutes.
  const Texts two = {"--over", "workload.message_size=64 MiB,1 KiB", "--level", "cycle"};
  TactusProcess first(into(folder.path(), two, {"--shard", "0/2"}));
  const fs::path point = folder.path() / "workload.message_size=64%20MiB";
  const fs::path running = point / ".unpublished" / ".links.csv.partial";
  REQUIRE(waits_for([&] { return fs::exists(running); }));
  std::ofstream(point / "stderr.txt", std::ios::app) << "from the first";

  const Outcome whole = ended_with(1, run_tactus(into(folder.path(), two)));
  CHECK_THAT(whole.err, Contains(folder.path().string() + ": another tactus is writing there"));
  CHECK(run_tactus(into(folder.path(), two, {"--shard", "1/2"})).status == 0);
  CHECK(fs::exists(folder.path() / "workload.message_size=1%20KiB" / "result.json"));
  const Outcome twice = ended_with(1, run_tactus(into(folder.path(), two, {"--shard", "0/2"})));
  CHECK_THAT(twice.err, Contains("exit status 1: " + point.string() + ": another tactus is writing there"));
  CHECK(text_of(point / "stderr.txt") == "from the first");
  CHECK(fs::exists(running));
  CHECK_FALSE(fs::exists(folder.path() / "sweep.csv"));

  first.signal(SIGTERM);
  const Outcome ended = first.wait();
  CHECK(ended.status == 128 + SIGTERM);
  CHECK_THAT(ended.err, Contains("ended by SIGTERM with 0 of 1 points"));
  CHECK_FALSE(fs::exists(running));
}
