#include <fmt/core.h>

#include "testbench/app/kinds/lone_node/stall_focus.h"
#include "testbench/app/results/wheel_waves.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/wave_reader.h"
#include "tlm_models/node/copies/many_core_waves.h"
#include "tlm_models/node/copies/node_run.h"
#include "tlm_models/node/copies/node_workloads/fft2d.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

ManyCoreConfig four_cores() {
  ManyCoreConfig config;
  config.cores = 4;
  config.tlb.entries = 4;
  config.tlb.miss = Cycles{50};
  return config;
}

/// Executes a transform by six processes on four cores twice, one after the other.
void two_cases(ManyCoreWaves& waves) {
  NodeWorkloadConfig workload;
  workload.kind = "fft2d";
  workload.processes = 6;
  workload.matrix = 12;
  workload.warm_up = 0;
  workload.repetitions = 1;
  const Fft2d fft(workload);
  Picoseconds now;
  for (std::size_t number = 0; number < 2; ++number) {
    NodeRun run(four_cores(), CopyProtocolConfig{}, fft, {0, 1, 2, 3, 4, 5});
    run.watch(waves);
    waves.begin_case(number, now);
    run.run();
    waves.end_case(run.node().memory(), run.now());
    now += run.now();
  }
}

WavesConfig as_vcd() {
  WavesConfig waves;
  waves.format = WaveFormat::kVcd;
  return waves;
}

std::unique_ptr<WaveFocus> stall_focus(const ProbeList& probes) { return std::make_unique<StallFocus>(probes); }

/// Samples every cycle of the cores, one after the other.
class EveryCycle final : public WheelWatcher {
 public:
  explicit EveryCycle(const std::filesystem::path& folder)
      : waves_(four_cores(), 6, *this), recording_(as_vcd(), cycle_, false, folder) {
    ProbeList probes;
    waves_.add_probes(probes, {"one", "two"});
    recording_.begin(probes, stall_focus);
  }
  void before(Picoseconds next) override {
    for (; next_ < cycle_.covering(next); next_ += Cycles{1}) recording_.sample(next_);
  }
  void after(Picoseconds now) override {
    next_ = cycle_.covering(now) + Cycles{1};
    recording_.sample(cycle_.covering(now));
  }
  void touched() override {}
  void finish() { recording_.finish(); }
  [[nodiscard]] ManyCoreWaves& waves() { return waves_; }

 private:
  Clock cycle_{four_cores().cycle};
  ManyCoreWaves waves_;
  WaveRecording recording_;
  Cycles next_;
};

void record_wheel(const WavesConfig& config, const TemporaryFolder& folder) {
  WheelWaves wheel(config, folder.path(), Clock{four_cores().cycle});
  ManyCoreWaves waves(four_cores(), 6, wheel);
  ProbeList probes;
  waves.add_probes(probes, {"one", "two"});
  wheel.begin(
      probes, [](Picoseconds) { return Picoseconds::max(); }, stall_focus);
  two_cases(waves);
  wheel.recording().finish();
}

ProbeList probes_of(int processes) {
  class Nobody final : public WheelWatcher {
    void before(Picoseconds) override {}
    void after(Picoseconds) override {}
    void touched() override {}
  };
  static Nobody nobody;
  static const ManyCoreWaves kWaves(ManyCoreConfig{}, processes, nobody);
  ProbeList probes;
  kWaves.add_probes(probes, {"one"});
  return probes;
}

std::uint32_t probe(const ProbeList& probes, const std::string& scope, const std::string& name) {
  for (std::uint32_t i = 0; i < probes.size(); ++i) {
    if (probes[i].scope == "node.cores." + scope && probes[i].name == name) return i;
  }
  FAIL("no such signal");
  return 0;
}

}  // namespace

TEST_CASE("Waves of a node alone: the file is what a sample of every cycle of the cores gives", "[WAVE-59]") {
  const TemporaryFolder every;
  EveryCycle cycles(every.path());
  two_cases(cycles.waves());
  cycles.finish();
  const TemporaryFolder folder;
  record_wheel(as_vcd(), folder);
  const std::string text = every.text("waves.vcd");
  CHECK(text.size() > 100'000);
  CHECK((folder.text("waves.vcd") == text));
  CHECK(folder.text("waves.gtkw") == every.text("waves.gtkw"));
}

TEST_CASE("Waves of a node alone: a window has what the whole file has there",
          "[WAVE-59][key:waves.from][key:waves.to]") {
  const TemporaryFolder whole;
  record_wheel(as_vcd(), whole);
  const TemporaryFolder part;
  WavesConfig window = as_vcd();
  window.from = 100_us;  // in the second case
  window.to = 104_us;
  record_wheel(window, part);
  const Wave a = read_vcd(whole.path() / "waves.vcd");
  const Wave b = read_vcd(part.path() / "waves.vcd");
  const Clock cycle{four_cores().cycle};
  const std::uint64_t begin = cycle.edge(cycle.covering(window.from)).count();
  const std::uint64_t end = cycle.edge(cycle.covering(*window.to)).count();
  std::size_t changes = 0;
  std::size_t differing = 0;
  for (const auto& [name, values] : b.changes) {
    REQUIRE(values.begin()->first == begin);
    changes += values.size();
    for (const auto& entry : values) differing += a.at(name, entry.first) != b.at(name, entry.first) ? 1 : 0;
    for (auto at = a.changes.at(name).upper_bound(begin); at != a.changes.at(name).lower_bound(end); ++at) {
      differing += values.count(at->first) == 1 ? 0 : 1;
    }
  }
  CHECK(differing == 0);
  CHECK(changes > 300);
  CHECK(b.at("node.case[1:0]", begin) == 1);
}

TEST_CASE("StallFocus: opens at what processes stall for longest, in the window with most of it, with those who do",
          "[WAVE-64]") {
  const ProbeList probes = probes_of(3);
  const std::uint32_t one = probe(probes, "core_0.process_0", "stall");
  const std::uint32_t two = probe(probes, "core_1.process_1", "stall");
  const std::uint32_t state = probe(probes, "core_2.process_2", "state");
  const auto value = [](ThreadStall stall) { return static_cast<std::uint64_t>(stall); };
  constexpr std::uint64_t kWindow = StallFocus::kWindow;
  StallFocus focus(probes);
  // Memory for 900 cycles at once; other cores for 500, and then 300 cycles of two processes.
  focus.add(Cycles{50}, {{one, value(ThreadStall::kMemory)}, {two, 0}, {state, 2}});
  focus.add(Cycles{950}, {{one, 0}, {two, value(ThreadStall::kOtherCore)}});
  focus.add(Cycles{1450}, {{two, 0}, {state, 1}});
  focus.add(Cycles{50 + 2 * kWindow + 100},
            {{one, value(ThreadStall::kOtherCore)}, {two, value(ThreadStall::kOtherCore)}});
  focus.add(Cycles{50 + 2 * kWindow + 400}, {{one, 0}, {two, 0}});
  focus.finish(Cycles{50 + 4 * kWindow});
  const std::optional<WaveHighlight> highlight = focus.highlight();
  REQUIRE(highlight);
  CHECK(highlight->begin == Cycles{50 + 2 * kWindow});
  CHECK(highlight->marker == Cycles{50 + 2 * kWindow + 100});
  CHECK(highlight->length == kWindow);
  CHECK(highlight->group.node == "node.cores");
  const double all = 3.0 * 4 * kWindow;
  CHECK(highlight->group.title ==
        fmt::format("busiest: lines of other cores, {:.0f} % of the processes' time", 100 * 1100 / all));
  const double waited = 50 + 4 * kWindow - 1450;
  CHECK(highlight->group.rows.at(0).text ==
        fmt::format("no limit is known; processes waited for each other, or had ended, for {:.0f} %",
                    100 * waited / all));
  std::vector<std::string> first;
  for (std::size_t i = 1; i < 6; ++i) first.push_back(highlight->group.rows.at(i).text);
  CHECK(first == std::vector<std::string>{"who stalls for it", "process_1 state", "process_1 stall",
                                          "process_1 message", "process_0 state"});
  CHECK(highlight->group.rows[3].probe == two);
}

TEST_CASE("StallFocus: a recording in which nobody stalls has nothing to open at", "[WAVE-64]") {
  const ProbeList probes = probes_of(3);
  StallFocus focus(probes);
  focus.add(Cycles{5}, {});
  focus.finish(Cycles{50});
  CHECK_FALSE(focus.highlight());
  StallFocus empty(probes);
  empty.finish(Cycles{0});
  CHECK_FALSE(empty.highlight());
}
