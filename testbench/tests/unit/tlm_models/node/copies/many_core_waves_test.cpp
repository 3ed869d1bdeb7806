#include "tlm_models/node/copies/many_core_waves.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "tlm_models/node/copies/node_run.h"
#include "tlm_models/node/copies/node_workloads/fft2d.h"

namespace tactus {
namespace {

/// Notes values of signals when they change, by cycle.
class Notebook final : public WheelWatcher {
 public:
  using Times = std::map<std::uint64_t, std::string>;

  void read(const ManyCoreWaves& waves, Picoseconds cycle, const std::vector<std::string>& cases = {"only"}) {
    cycle_ = cycle;
    waves.add_probes(probes_, cases);
  }
  void before(Picoseconds /*next*/) override {}
  void touched() override {}
  void after(Picoseconds now) override {
    backwards_ = backwards_ || now < last_;
    last_ = now;
    for (const Probe& probe : probes_) {
      const std::uint64_t value = probe.read();
      const std::string text = probe.enum_names.empty() ? std::to_string(value) : probe.enum_names.at(value);
      Times& times = all_[probe.scope + "." + probe.name];
      if (times.empty() || std::prev(times.end())->second != text) times[ceil_div(now.count(), cycle_.count())] = text;
    }
  }
  [[nodiscard]] const Times& of(const std::string& name) const { return all_.at("node." + name); }
  /// A time came behind a later one.
  [[nodiscard]] bool backwards() const { return backwards_; }
  [[nodiscard]] std::uint64_t last(const std::string& name) const {
    return std::stoull(std::prev(of(name).end())->second);
  }

 private:
  Picoseconds cycle_;
  Picoseconds last_;
  bool backwards_ = false;
  ProbeList probes_;
  std::map<std::string, Times> all_;
};

/// All steps of a process at once.
class AllSteps : public StepSource {
 public:
  explicit AllSteps(std::vector<CopySteps> steps) : steps_(std::move(steps)) {}
  CopySteps next(int process, Picoseconds) override {
    return std::exchange(steps_[static_cast<std::size_t>(process)], {});
  }

 private:
  std::vector<CopySteps> steps_;
};

/// Latencies that are told apart in any sum; a cycle of 1 ns.
ManyCoreConfig apart() {
  ManyCoreConfig config;
  config.cores = 8;
  config.threads_per_core = 1;
  config.cycle = Picoseconds{1000};
  config.issue_interval = Cycles{1};
  config.l1 = {Bytes{1024}, 2, Cycles{3}};
  config.l2 = {Bytes{4096}, 2, Cycles{20}};
  config.ring_hop = Cycles{100};
  config.directory_latency = Cycles{1000};
  config.memory_latency = Cycles{10'000};
  config.misses_in_flight = 1;
  config.write_buffer = 2;
  config.quantum = Cycles{100'000};
  return config;
}

CopyStep step_of(CopyStep::Kind kind, std::uint64_t line, std::uint64_t bytes = 64) {
  CopyStep step;
  step.kind = kind;
  step.address = line * 64;
  step.bytes = bytes;
  return step;
}

Notebook noted(const ManyCoreConfig& config, std::vector<CopySteps> all) {
  Notebook notes;
  std::vector<int> threads;
  for (int p = 0; p < static_cast<int>(all.size()); ++p) threads.push_back(p);
  AllSteps steps(std::move(all));
  CopyNode node(config, CopyCosts{}, Bytes{16}, threads, steps);
  node.flags().take(8);
  ManyCoreWaves waves(config, static_cast<int>(threads.size()), notes);
  notes.read(waves, config.cycle);
  node.watch(waves);
  waves.begin_case(0, Picoseconds{0});
  node.run();
  waves.end_case(node.memory(), node.now());
  CHECK_FALSE(notes.backwards());
  return notes;
}

}  // namespace

TEST_CASE("Many-core waves: a line of memory, then of the other core, then of L1: each stall as long as its way",
          "[WAVE-60][WAVE-61][WAVE-62][WAVE-63]") {
  const ManyCoreConfig config = apart();
  const CoherentCaches caches(config);
  std::uint64_t line = 0;
  while (caches.home(line) != 3) ++line;
  CopyStep later = step_of(CopyStep::Kind::kWait, line);  // 50 instructions, then the line is read
  later.instructions = 50;
  CopyStep post = step_of(CopyStep::Kind::kPost, line + 8);
  const Notebook notes =
      noted(config, {{step_of(CopyStep::Kind::kRead, line), step_of(CopyStep::Kind::kRead, line), post}, {later}});
  // Three hops to core 3 and back, its directory, and memory behind it; L2 has looked before.
  const std::uint64_t seen = 3;
  const std::uint64_t read = 20 + 600 + 1000 + 10'000;
  using Times = Notebook::Times;
  const std::string one = "cores.core_0.process_0.";
  const std::string two = "cores.core_1.process_1.";
  CHECK(notes.of(one + "stall") == Times{{0, "nothing"}, {seen, "memory"}, {read, "nothing"}});
  CHECK(notes.of(one + "state") == Times{{0, "describe"}, {read + 3, "post"}, {read + 6, "ended"}});
  CHECK(notes.of(one + "l1_hits") == Times{{0, "0"}, {read + 3, "1"}});
  CHECK(notes.of(one + "memory") == Times{{0, "0"}, {read, "1"}, {read + 6, "2"}});
  CHECK(notes.of("memory.lines") == Times{{0, "0"}, {seen, "1"}, {read + 6, "2"}});
  // The flag has happened when the line that is posted has left the write buffer.
  const std::uint64_t hops = static_cast<std::uint64_t>(2 * caches.hops(0, caches.home(line + 8)));
  const std::uint64_t posted = read + 6 + 17 + 1000 + 100 * hops + 10'000;
  CHECK(notes.of(one + "writes") == Times{{0, "0"}, {read + 6, "1"}, {posted, "0"}});
  CHECK(notes.of(two + "state").at(posted) == "poll");
  CHECK(notes.of(two + "state").at(0) == "wait");
  // Core 1 is two hops from the directory, its line three further and one back.
  const std::uint64_t begin = posted + 50 + 3;
  const std::uint64_t done = begin + 17 + 1000 + 600 + 20;
  CHECK(notes.of(two + "stall") == Times{{0, "nothing"}, {begin, "other_core"}, {done, "nothing"}});
  CHECK(notes.of(two + "other_core") == Times{{0, "0"}, {done, "1"}});
  CHECK(notes.of("ring.under_way") ==
        Times{{0, "0"}, {seen, "1"}, {read, "0"}, {read + 6, "1"}, {posted, "0"}, {begin, "1"}, {done, "0"}});
  CHECK(notes.last("ring.requests") == 3);
  CHECK(notes.last("ring.hops") == 6 + hops + 6);
  CHECK(notes.last("ring.lines") == 3);
  CHECK(notes.last("cores.core_3.directory") == 2);
  CHECK(notes.of("cores.core_0.sent") == Times{{0, "0"}, {done, "1"}});
  CHECK(notes.of("cores.core_0.lost") == Times{{0, "0"}});
}

TEST_CASE("Many-core waves: a write takes the line from the other core, and a full write buffer stops the thread",
          "[WAVE-60][WAVE-61][WAVE-62]") {
  ManyCoreConfig config = apart();
  config.ring_hop = Cycles{0};
  CopySteps writes;
  for (std::uint64_t line = 1; line <= 4; ++line) writes.push_back(step_of(CopyStep::Kind::kPost, line));
  const Notebook notes = noted(config, {writes});
  const std::string one = "cores.core_0.process_0.";
  // Each is issued in 3 cycles and ends 11,017 after the one before: the third waits for the first, and so on.
  const std::uint64_t first = 3 + 17 + 1000 + 10'000;
  using Times = Notebook::Times;
  CHECK(notes.of(one + "stall") == Times{{0, "nothing"},
                                         {9, "write_buffer"},
                                         {first, "nothing"},
                                         {first + 3, "write_buffer"},
                                         {first + 11'017, "nothing"}});
  CHECK(notes.of(one + "writes").at(9) == "3");
  CHECK(notes.last(one + "writes") == 2);  // the run has ended before they do
}

TEST_CASE("Many-core waves: what the memory and a core were asked for in a quantum is their load",
          "[WAVE-62][WAVE-63]") {
  ManyCoreConfig config = apart();
  config.quantum = Cycles{1000};
  config.memory_rate = BytesPerSecond{64'000'000};  // a line in 1,000 cycles
  CopyStep work;
  work.kind = CopyStep::Kind::kWork;
  work.instructions = 2500;
  const Notebook notes = noted(config, {{step_of(CopyStep::Kind::kRead, 5, 3 * 64)}, {work}});
  using Times = Notebook::Times;
  CHECK(notes.of("cores.core_1.load") == Times{{0, "100"}, {2000, "50"}, {3000, "0"}});
  CHECK(notes.of("memory.load").at(0) == "100");
  CHECK(notes.last("memory.lines") == 3);
}

TEST_CASE("Many-core waves: a case begins behind the one before, with all counters at 0", "[WAVE-59]") {
  const ManyCoreConfig config = apart();
  Notebook notes;
  ManyCoreWaves waves(config, 1, notes);
  notes.read(waves, config.cycle, {"one", "two"});
  Picoseconds now;
  for (std::size_t number : {0U, 1U}) {
    AllSteps steps({{step_of(CopyStep::Kind::kRead, 5), step_of(CopyStep::Kind::kRead, 5)}});
    CopyNode node(config, CopyCosts{}, Bytes{16}, {0}, steps);
    node.watch(waves);
    waves.begin_case(number, now);
    node.run();
    waves.end_case(node.memory(), node.now());
    now += node.now();
  }
  const std::uint64_t first =
      20 + 200U * static_cast<unsigned>(CoherentCaches(config).hops(0, CoherentCaches(config).home(5))) + 1000 + 10'000;
  const std::uint64_t end = first + 3;
  using Times = Notebook::Times;
  CHECK(now.count() == 2 * end * 1000);
  CHECK(notes.of("case") == Times{{0, "one"}, {end + 1, "two"}});
  const std::string one = "cores.core_0.process_0.";
  CHECK(notes.of(one + "memory") == Times{{0, "0"}, {first, "1"}, {end + 1, "0"}, {end + first, "1"}});
  CHECK(notes.of(one + "l1_hits") == Times{{0, "0"}, {end, "1"}, {end + 1, "0"}, {2 * end, "1"}});
}

TEST_CASE("Many-core waves: a node that is watched does the same at the same times, and counts the same",
          "[WAVE-59][WAVE-60][WAVE-66]") {
  NodeWorkloadConfig workload;
  workload.kind = "fft2d";
  workload.processes = 6;
  workload.matrix = 24;
  workload.warm_up = 1;
  workload.repetitions = 2;
  const Fft2d fft(workload);
  ManyCoreConfig config;
  config.cores = 4;
  config.tlb.entries = 4;
  config.tlb.miss = Cycles{50};
  CopyProtocolConfig copy;
  copy.kind = CopyProtocolKind::kPvas;
  const std::vector<int> threads = {0, 1, 2, 3, 4, 5};
  NodeRun plain(config, copy, fft, threads);
  plain.run();
  Notebook notes;
  ManyCoreWaves waves(config, 6, notes);
  notes.read(waves, config.cycle);
  NodeRun watched(config, copy, fft, threads);
  watched.watch(waves);
  waves.begin_case(0, Picoseconds{0});
  watched.run();
  waves.end_case(watched.node().memory(), watched.now());
  CHECK(watched.now() == plain.now());
  std::uint64_t copied = 0;
  for (int process = 0; process < 6; ++process) {
    CAPTURE(process);
    const AccessCounts all = plain.node().memory().counts(process);
    const std::string of = "cores.core_" + std::to_string(process % 4) + ".process_" + std::to_string(process) + ".";
    CHECK(notes.last(of + "l1_hits") == all.l1_hits);
    CHECK(notes.last(of + "l2_hits") == all.l2_hits);
    CHECK(notes.last(of + "other_core") == all.other_core);
    CHECK(notes.last(of + "memory") == all.memory);
    CHECK(notes.last(of + "upgrades") == all.upgrades);
    CHECK(notes.last(of + "tlb_misses") == all.tlb_misses);
    CHECK(notes.last(of + "received") == 3 * 5);
    CHECK(std::prev(notes.of(of + "state").end())->second == "ended");
    copied += notes.last(of + "copied");
    // What counts begins and ends at the marks.
    const Notebook::Times& counts = notes.of(of + "counts");
    REQUIRE(counts.size() == 3);
    CHECK(std::next(counts.begin())->first == ceil_div(plain.begin_of(process).count(), config.cycle.count()));
    CHECK(std::prev(counts.end())->first == ceil_div(plain.end_of(process).count(), config.cycle.count()));
  }
  // Each repetition: rows within a process, its own block, and the blocks of the others.
  CHECK(copied == 3U * (24 * 24 * 16 + 24 * 24 * 16));
}

}  // namespace tactus
