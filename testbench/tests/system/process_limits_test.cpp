#include "testbench/app/run/machine_kind.h"
#include "testbench/app/run/run_estimate.h"
#include "testbench/app/scenario/scenario_reader.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"

using namespace tactus;
using namespace tactus::test;

namespace {

/// Runs the program by a shell: `before` sets a limit, `after` says where output goes.
Outcome limited(const std::string& before, const Texts& arguments, const std::string& after = "",
                const std::string& program = tactus_path()) {
  Texts all = {"-c", before + "; exec \"$0\" \"$@\" " + after, program};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run_program("/bin/sh", all);
}

const std::string kExchange = scenario_path("quickstart/a2at_4x4.yaml");

Scenario scenario_of(const std::string& text) {
  return std::get<Scenario>(read_scenario_text(scenario_path("quickstart/x.yaml"), text));
}

}  // namespace

TEST_CASE("Program: standard output that is lost is told, and is no success") {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "out").string();
  const std::vector<Texts> talking = {
      {"list"}, {"--help"}, {"run", kExchange, "--json", "--out", out}, {"run", kExchange, "--quiet", "--out", out}};
  for (const Texts& arguments : talking) {
    CAPTURE(arguments);
    const Outcome full = ended_with(1, limited(":", arguments, ">/dev/full"));
    CHECK(full.err == "tactus: standard output: No space left on device\n");
    const Outcome closed = ended_with(1, limited(":", arguments, ">&-"));
    CHECK(closed.err == "tactus: standard output: Bad file descriptor\n");
  }
  // No file has been taken for the closed streams.
  ended_with(1, limited(":", {"run", kExchange, "--quiet", "--out", out}, ">&- 2>&- <&-"));
  CHECK(result_without_host(out)["scenario"] == "a2at_4x4");
}

TEST_CASE("Program: a file that grows over a limit ends the run with status 1, and the file is named") {
  const TemporaryFolder folder;
  for (const std::string waves : {"--waves=vcd", "--waves=fst"}) {
    const Outcome outcome =
        ended_with(1, limited("ulimit -f 8", {"run", kExchange, waves, "--out", folder.path() / "out"}));
    CHECK_THAT(outcome.err, Contains((folder.path() / "out").string() + "/"));
    CHECK_FALSE(std::filesystem::exists(folder.path() / "out"));
  }
}

TEST_CASE("Program: a disk that fills up while a run writes ends it with status 1, and the file is named") {
  // fstapi maps files into memory, and HDF5 writes at the end of the program what it could not write before.
  const Texts flow = {"--level", "flow", "--set", "attribution.enabled=true"};
  const std::vector<std::pair<std::string, Texts>> runs = {
      {"8k", {"--waves=fst"}}, {"32k", {"--waves=fst"}}, {"8k", flow}, {"16k", flow}, {"32k", flow}, {"32k", {}}};
  for (const auto& [size, more] : runs) {
    const TemporaryFolder disk;
    const std::string full = "mount -t tmpfs -o size=" + size + " tmpfs \"$0\" || exit 99; exec \"$@\"";
    const Outcome outcome = run_program("/usr/bin/unshare", with({"-rm", "sh", "-c", full, disk.path(), tactus_path(),
                                                                  "run", kExchange, "--out", disk.path() / "out"},
                                                                 more));
    if (outcome.status == 99 || outcome.err.find("unshare") != std::string::npos) {
      WARN("no disk can be mounted here: not tested");
      return;
    }
    CAPTURE(size, more, outcome.err);
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.err, Contains("tactus: " + (disk.path() / "out").string() + "/") &&
                                (Contains("No space left on device") || Contains(" is full")));
  }
}

TEST_CASE("Program: a violation is told with status 3, though the files of its run cannot be written") {
  const TemporaryFolder folder;
  const std::string ring =
      folder.write("ring.yaml", "network: {shape: [4]}\nworkload: {algorithm: a2at, message_size: 100 B}\n");
  const std::string out = folder.path() / "out";
  const Outcome outcome = ended_with(
      3, limited("ulimit -f 2", {"run", ring, "--level", "cycle", "--quiet", "--out", out}, "", broken_tactus_path()));
  CHECK_THAT(outcome.err,
             Contains("tactus: /tactus/fabric/not_drained: ") && Contains(out + "/trace.json: File too large"));
}

// Sanitizers, which leave out what is long, need more addresses than any limit allows.
TEST_CASE("Program: memory that is refused is told with how much was in use and allowed, status 1", "[long]") {
  const TemporaryFolder folder;
  const Outcome outcome = ended_with(1, limited("ulimit -v 200000", {"run", scenario_path("nsim/a2at.yaml"), "--set",
                                                                     "n=64", "--out", folder.path() / "out"}));
  CHECK_THAT(outcome.err, Contains("out of memory: ") && Contains("allows 195 MiB"));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST_CASE("Program: threads and processes that are refused are told as such, with status 1") {
  const TemporaryFolder folder;
  // A thread's stack is as large as the limit of the first one's: there are not so many addresses.
  const std::string no_threads = "ulimit -s 100000000000 2>/dev/null || exit 99";
  for (const Texts& more : {Texts{"--threads", "4"},
                            Texts{"--set", "attribution.enabled=true", "--set", "attribution.critical_path=true"}}) {
    const Outcome outcome =
        limited(no_threads, with({"run", kExchange, "--level", "packet", "--out", folder.path() / "out"}, more));
    if (outcome.status == 99) {
      WARN("the limit of stacks cannot be raised here: not tested");
      return;
    }
    CAPTURE(outcome.err);
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.err, Contains("tactus: no process or thread could be started: "));
    CHECK_FALSE(std::filesystem::exists(folder.path() / "out"));
  }
}

TEST_CASE("Program: a run leaves the files that a sweep looks for, and no other", "[RESULT-50]") {
  const std::vector<std::pair<std::string, Level>> runs = {{"quickstart/a2at_4x4.yaml", Level::kCycle},
                                                           {"quickstart/a2at_4x4.yaml", Level::kFlow},
                                                           {"multirail/one_rail_near.yaml", Level::kPacket},
                                                           {"manycore/ping_pong.yaml", Level::kPacket}};
  for (const auto& [name, level] : runs) {
    CAPTURE(name);
    const TemporaryFolder folder;
    REQUIRE(run_tactus({"run", scenario_path(name), "--level", to_string(level), "--out", folder.path(), "--quiet"})
                .status == 0);
    const Scenario scenario = std::get<Scenario>(read_scenario(scenario_path(name)));
    const Texts files = machine_kind(scenario).files(scenario, level);
    std::set<std::string> expected(files.begin(), files.end());
    expected.insert("result.json");
    CHECK(folder.names() == expected);
  }
}

TEST_CASE("Run estimate: what a run simulates at the least is found, with the key that asks for it") {
  const std::vector<std::tuple<std::string, std::string, double>> cases = {
      {"memory: {bandwidth: 1 B/s}\n", "memory.bandwidth", 15 * 16384.0},
      {"processor: {call_overhead: 1000000 s}\n", "processor.call_overhead", 30e6},
      {"workload: {algorithm: uniform, warmup: 5 s, measure: 1 s}\n", "workload.measure", 6},
      {"link: {cable_delay: 8 s, switch_delay: 0 ns}\n", "link.cable_delay", 8},
      // 245,760 B of a rank are 122 packets: 31 reads of an engine, one after the other, and a write.
      {"memory: {latency: 1 s}\n", "memory.latency", 32},
      {"node: {copy_latency: 1 s}\nworkload: {ranks_per_node: 4}\n", "node.copy_latency", 3},
      {"network: {kind: rails}\nrails: {cable_latency: 1 s}\n", "rails.cable_latency", 4},
      {"processor: {call_overhead: 1000000 s}\nrun: {max_time: 1 us}\n", "processor.call_overhead", 1e-6}};
  for (const auto& [text, key, seconds] : cases) {
    CAPTURE(text);
    const LeastTime least = least_time(scenario_of(text));
    CHECK(least.key == key);
    CHECK(least.seconds == Approx(seconds).epsilon(0.001));
  }
}

TEST_CASE(
    "Run estimate: seconds that the machine makes, and packets for many minutes, are warned of, and nothing else") {
  const Scenario slow = scenario_of("memory: {bandwidth: 1 B/s}\n");
  CHECK_THAT(long_run_warning(slow, Level::kCycle), Contains("memory.bandwidth") && Contains("run.max_time"));
  const TemporaryFolder folder;
  static_cast<void>(folder.write("list.txt", "0 1 0 2 KiB delay=1000s\n"));
  const std::string late = folder.write("late.yaml", "workload: {algorithm: replay, messages: list.txt}\n");
  CHECK(long_run_warning(std::get<Scenario>(read_scenario(late)), Level::kPacket).empty());  // asked for, and free
  // 16 nodes, 0.08 flits a cycle of 4 ns and packets of 128 flits: 2,500,000 packets a second.
  const std::string open = "workload: {algorithm: uniform, load: 0.08, warmup: 400 s, measure: 100 s}\n";
  CHECK_THAT(long_run_warning(scenario_of(open), Level::kPacket),
             Contains("sends about 1.2e+09 packets (workload.load, workload.measure)") && Contains("10 min"));
  CHECK(long_run_warning(scenario_of(open + "run: {max_time: 300 s}\n"), Level::kPacket).empty());
  CHECK(long_run_warning(slow, Level::kFlow).empty());
  CHECK(long_run_warning(scenario_of("memory: {latency: 1 s}\n"), Level::kPacket) ==
        "this run simulates 32.000 s at the least (memory.latency); run.max_time ends it earlier");
  CHECK_THAT(long_run_warning(scenario_of("network: {kind: rails}\nrails: {cable_latency: 1 s}\n"), Level::kPacket),
             Contains("4.000 s at the least (rails.cable_latency)"));
  CHECK(long_run_warning(scenario_of("workload: {message_size: 1 MiB}\n"), Level::kCycle).empty());
}
