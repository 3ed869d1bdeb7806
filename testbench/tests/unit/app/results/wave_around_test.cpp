#include "testbench/app/results/wave_recorder.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/wave_reader.h"
#include "testbench/tests/unit/app/results/wave_test_machine.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

/// Finds an event in a cycle that the test says.
class TestTrigger final : public WaveTrigger {
 public:
  explicit TestTrigger(std::uint64_t cycle) : cycle_(cycle) {}
  std::optional<WaveEvent> look(Cycles cycle, const WaveChanges& changes) override {
    if (!changes.empty()) ++changing_cycles;
    return cycle == Cycles{cycle_} ? std::optional<WaveEvent>({cycle, "as the test says", 0}) : std::nullopt;
  }
  int changing_cycles = 0;

 private:
  std::uint64_t cycle_;
};

WavesAround around_event(WavesAround::Event event, std::uint64_t before, std::uint64_t after) {
  WavesAround around;
  around.event = event;
  around.before = Picoseconds{before * 4000};
  around.after = Picoseconds{after * 4000};
  return around;
}

/// A run of the test machine that is recorded twice: as a whole, and around something.
struct TwoRecordings {
  TwoRecordings(WaveFormat as, const WavesAround& around, std::uint64_t event, std::uint64_t cycles,
                bool violated = false)
      : format(as), machine("machine") {
    WavesConfig waves;
    waves.format = as;
    const auto probes = [this] { return machine.probes(); };
    WaveRecorder whole("whole", probes, waves, {}, whole_folder.path());
    WaveRecorder part("part", probes, waves, {}, part_folder.path());
    part.around(around, std::make_unique<TestTrigger>(event));
    sc_core::sc_start(static_cast<double>(cycles) * 4, sc_core::SC_NS);
    if (violated) part.violated(false);
    whole.finish();
    part.finish();
    recorded = part.recorded().count();
    missing = part.missing().count();
    if (part.event()) event_cycle = part.event()->cycle.count();
  }
  [[nodiscard]] static Wave read(const TemporaryFolder& folder, WaveFormat as) {
    return as == WaveFormat::kFst ? read_fst(folder.path() / "waves.fst") : read_vcd(folder.path() / "waves.vcd");
  }

  WaveFormat format;
  WaveTestMachine machine;
  TemporaryFolder whole_folder;
  TemporaryFolder part_folder;
  std::uint64_t recorded = 0;
  std::uint64_t missing = 0;
  std::optional<std::uint64_t> event_cycle;
};

/// The part has cycles `first` to before `last` of the whole, signal by signal, and nothing else.
void check_part(const TwoRecordings& run, std::uint64_t first, std::uint64_t last) {
  const Wave whole = TwoRecordings::read(run.whole_folder, run.format);
  const Wave part = TwoRecordings::read(run.part_folder, run.format);
  CHECK(run.recorded == last - first);
  CHECK(part.end == last * 4000);
  CHECK(part.names() == whole.names());
  for (const auto& [name, changes] : part.changes) {
    CAPTURE(name);
    std::map<std::uint64_t, std::string> expected = whole.changes.at(name);
    const std::uint64_t begin = first * 4000;
    const std::string at_first = std::prev(expected.upper_bound(begin))->second;
    expected.erase(expected.begin(), expected.upper_bound(begin));
    expected.erase(expected.lower_bound(last * 4000), expected.end());
    expected[begin] = at_first;
    CHECK((changes == expected));
  }
}

}  // namespace

TEST_CASE("Waves around an event: in VCD, the window is that of a recording of everything", "[WAVE-27][WAVE-28]") {
  check_part({WaveFormat::kVcd, around_event(WavesAround::Event::kStall, 30, 20), 100, 300}, 70, 120);
}

TEST_CASE("Waves around an event: in FST, the window is that of a recording of everything", "[WAVE-27][WAVE-28]") {
  check_part({WaveFormat::kFst, around_event(WavesAround::Event::kStall, 30, 20), 100, 300}, 70, 120);
}

TEST_CASE("Waves around an event: near the start of the run they begin with it", "[WAVE-27]") {
  const TwoRecordings run(WaveFormat::kVcd, around_event(WavesAround::Event::kLatency, 30, 20), 10, 300);
  check_part(run, 0, 30);
  CHECK(run.missing == 0);
}

TEST_CASE("Waves around an event: near the end of the run they end with it", "[WAVE-27]") {
  check_part({WaveFormat::kVcd, around_event(WavesAround::Event::kLatency, 30, 20), 290, 300}, 260, 300);
}

TEST_CASE("Waves around an event: its cycle is there even if nothing before and after is asked for", "[WAVE-27]") {
  check_part({WaveFormat::kVcd, around_event(WavesAround::Event::kStall, 0, 0), 100, 300}, 100, 101);
}

TEST_CASE("Waves around an event: with too little memory they begin later, which is told", "[WAVE-29]") {
  WavesAround around = around_event(WavesAround::Event::kStall, 80, 20);
  around.memory = Bytes{2000};
  const TwoRecordings run(WaveFormat::kVcd, around, 100, 300);
  REQUIRE(run.missing > 0);
  REQUIRE(run.missing < 80);
  check_part(run, 20 + run.missing, 120);
}

TEST_CASE("Waves around a cycle: the window is known before, and nothing else is sampled", "[WAVE-27][WAVE-38]") {
  WavesAround around = around_event(WavesAround::Event::kCycle, 30, 20);
  around.cycle = 100_cycles;
  const TwoRecordings run(WaveFormat::kFst, around, 0, 300);
  check_part(run, 70, 120);
  CHECK(run.event_cycle == 100U);
}

TEST_CASE("Waves around a time: the event is the cycle that contains it", "[WAVE-38]") {
  WavesAround around = around_event(WavesAround::Event::kTime, 30, 20);
  around.time = 403_ns;
  const TwoRecordings run(WaveFormat::kFst, around, 0, 300);
  check_part(run, 70, 120);
}

TEST_CASE("Waves around a violation: the event is the last cycle of the run", "[WAVE-30]") {
  const TwoRecordings run(WaveFormat::kVcd, around_event(WavesAround::Event::kViolation, 30, 20), 1'000'000, 300, true);
  check_part(run, 269, 300);
  CHECK(run.event_cycle == 299U);
}

TEST_CASE("Waves around an event that does not happen leave no files", "[WAVE-36]") {
  const TwoRecordings run(WaveFormat::kFst, around_event(WavesAround::Event::kStall, 30, 20), 1'000'000, 300);
  CHECK(run.recorded == 0);
  CHECK(run.part_folder.names().empty());
  CHECK_FALSE(run.event_cycle);
}

TEST_CASE("Waves around a cycle that the run does not reach leave no files, though it began to record", "[WAVE-36]") {
  WavesAround around = around_event(WavesAround::Event::kCycle, 30, 20);
  around.cycle = 310_cycles;
  const TwoRecordings run(WaveFormat::kFst, around, 0, 300);
  CHECK(run.recorded == 0);
  CHECK(run.part_folder.names().empty());
}

TEST_CASE("Waves around a violation: a violation is no event for those who ask for another", "[WAVE-36]") {
  const TwoRecordings run(WaveFormat::kFst, around_event(WavesAround::Event::kStall, 30, 20), 1'000'000, 300, true);
  CHECK(run.part_folder.names().empty());
}

TEST_CASE("Waves around a violation of a run that stood still: the event is the last change", "[WAVE-30]") {
  struct Ending : sc_core::sc_module {
    explicit Ending(const sc_core::sc_module_name& name) : sc_module(name) {}
    [[nodiscard]] ProbeList probes() const {
      return {
          {"a", "moves", 32, [] { return std::min<std::uint64_t>(sc_core::sc_time_stamp().value() / 4000, 50); }, {}}};
    }
  };
  const TemporaryFolder folder;
  const Ending machine("machine");
  WaveRecorder recorder(
      "waves", [&] { return machine.probes(); }, {}, {}, folder.path());
  recorder.around(around_event(WavesAround::Event::kViolation, 10, 20), std::make_unique<WaveTrigger>());
  sc_core::sc_start(4000, sc_core::SC_NS);
  recorder.violated(true);
  recorder.finish();
  CHECK(recorder.event()->cycle == 50_cycles);
  const Wave wave = read_fst(folder.path() / "waves.fst");
  CHECK(wave.changes.at("clock.cycle[47:0]").begin()->first == 40 * 4000);
  CHECK(wave.at("a.moves[31:0]", 40 * 4000) == 40);
  CHECK(wave.at("a.moves[31:0]", 50 * 4000) == 50);
  CHECK(wave.end == 70 * 4000);
}
