#include "testbench/app/results/wave_recorder.h"

#include <sys/resource.h>

#include <csignal>

#include "testbench/app/results/atomic_file.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/wave_reader.h"
#include "testbench/tests/unit/app/results/wave_test_machine.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

const std::set<std::string> kNames = {"clock.clk",
                                      "clock.cycle[47:0]",
                                      "torus.node_0_0.nic.engine_0.busy",
                                      "torus.node_0_0.router.minus_x.granted_to[3:0]",
                                      "torus.node_0_0.router.plus_x.flit_o.data_lo[63:0]",
                                      "torus.node_0_0.router.plus_x.flit_o.kind[1:0]",
                                      "torus.node_0_0.router.plus_x.granted_to[3:0]",
                                      "torus.node_0_0.router.plus_x.vc_0.occupancy[16:0]"};

struct Recording {
  WaveFormat format = WaveFormat::kFst;
  Picoseconds from;
  TimeLimit to;
  std::uint64_t cycles = 0;  ///< simulated
};

/// Records the test machine; returns the cycles recorded.
std::uint64_t record(const TemporaryFolder& folder, const Recording& recording) {
  WaveTestMachine machine("machine");
  WavesConfig waves;
  waves.from = recording.from;
  waves.to = recording.to;
  waves.format = recording.format;
  WaveRecorder recorder(
      "waves", [&] { return machine.probes(); }, waves, {}, folder.path());
  sc_core::sc_start(static_cast<double>(recording.cycles) * 4, sc_core::SC_NS);
  recorder.finish();
  return recorder.recorded().count();
}

Wave read(const TemporaryFolder& folder, WaveFormat format) {
  return format == WaveFormat::kFst ? read_fst(folder.path() / "waves.fst") : read_vcd(folder.path() / "waves.vcd");
}

/// All values of the cycles in [first, last), and nothing outside.
void check_values(const Wave& wave, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t cycle = first; cycle < last; ++cycle) {
    const std::uint64_t edges = WaveTestMachine::edges_in_cycle(cycle);
    for (const std::uint64_t time : {cycle * 4000, cycle * 4000 + 3999}) {  // the whole cycle shows the same
      CHECK(wave.at("clock.cycle[47:0]", time) == cycle);
      CHECK(wave.at("torus.node_0_0.router.plus_x.vc_0.occupancy[16:0]", time) == edges * 3);
      CHECK(wave.at("torus.node_0_0.router.plus_x.flit_o.data_lo[63:0]", time) == ~(edges / 5));
      CHECK(wave.at("torus.node_0_0.nic.engine_0.busy", time) == edges / 4 % 2);
    }
    CHECK(wave.at("clock.clk", cycle * 4000) == 1);
    CHECK(wave.at("clock.clk", cycle * 4000 + 2000) == 0);
  }
  for (const auto& [name, changes] : wave.changes) {
    REQUIRE_FALSE(changes.empty());
    CHECK(changes.begin()->first == first * 4000);
    CHECK(changes.rbegin()->first < last * 4000);
  }
  CHECK(wave.end == last * 4000);
}

}  // namespace

TEST_CASE("WaveRecorder: a VCD shows each cycle's values from its edge on", "[WAVE-1]") {
  const TemporaryFolder folder;
  CHECK(record(folder, {WaveFormat::kVcd, Picoseconds{0}, std::nullopt, 40}) == 40);
  const Wave wave = read(folder, WaveFormat::kVcd);
  CHECK(wave.names() == kNames);
  check_values(wave, 0, 40);
}

TEST_CASE("WaveRecorder: an FST shows each cycle's values from its edge on", "[WAVE-1]") {
  const TemporaryFolder folder;
  CHECK(record(folder, {WaveFormat::kFst, Picoseconds{0}, std::nullopt, 40}) == 40);
  const Wave wave = read(folder, WaveFormat::kFst);
  CHECK(wave.names() == kNames);
  check_values(wave, 0, 40);
}

TEST_CASE("WaveRecorder: an FST has the names of the values that have names, and no others", "[WAVE-39]") {
  const TemporaryFolder folder;
  record(folder, {WaveFormat::kFst, Picoseconds{0}, std::nullopt, 40});
  const std::string router = "torus.node_0_0.router.";
  const std::vector<std::string> ports = {"plus_x", "nic_0", "none"};
  CHECK(read_fst(folder.path() / "waves.fst").value_names ==
        std::map<std::string, std::vector<std::string>>{
            {router + "plus_x.granted_to[3:0]", ports},
            {router + "minus_x.granted_to[3:0]", ports},
            {router + "plus_x.flit_o.kind[1:0]", {"idle", "head", "body", "tail"}}});
}

TEST_CASE("WaveRecorder: records the cycles that begin from `from` to before `to`, in VCD",
          "[WAVE-1][key:waves.from][key:waves.to]") {
  const TemporaryFolder folder;
  record(folder, {WaveFormat::kVcd, 37_ns, 80_ns, 100});
  check_values(read(folder, WaveFormat::kVcd), 10, 20);
}

TEST_CASE("WaveRecorder: records the cycles that begin from `from` to before `to`, in FST",
          "[WAVE-1][key:waves.from][key:waves.to]") {
  const TemporaryFolder folder;
  record(folder, {WaveFormat::kFst, 40_ns, 81_ns, 100});
  check_values(read(folder, WaveFormat::kFst), 10, 21);
}

TEST_CASE("WaveRecorder: a run that ends within the window is recorded to its end") {
  const TemporaryFolder folder;
  record(folder, {WaveFormat::kFst, 40_ns, 4_us, 30});
  check_values(read(folder, WaveFormat::kFst), 10, 30);
}

TEST_CASE("WaveRecorder: a window that the run does not reach gives no files") {
  const TemporaryFolder folder;
  CHECK(record(folder, {WaveFormat::kFst, 4_us, std::nullopt, 30}) == 0);
  CHECK(folder.names().empty());
}

TEST_CASE("WaveRecorder: a run that is not finished leaves no files") {
  const TemporaryFolder folder;
  {
    WaveTestMachine machine("machine");
    WaveRecorder recorder(
        "waves", [&] { return machine.probes(); }, {}, {}, folder.path());
    sc_core::sc_start(100, sc_core::SC_NS);
  }
  CHECK(folder.names().empty());
}

TEST_CASE("WaveRecorder: an FST that could not be written completely is an error and leaves no files") {
  const TemporaryFolder folder;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const rlimit small{256, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  CHECK_THROWS_AS(record(folder, {WaveFormat::kFst, Picoseconds{0}, std::nullopt, 1000}), ResultFileError);
  CHECK(folder.names().empty());
  // What coverage counts is written when the process ends.
  CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
}

TEST_CASE("WaveRecorder: the same run gives the same FST") {
  // One elaboration per process: the second recorder samples the same run.
  const TemporaryFolder one;
  const TemporaryFolder two;
  WaveTestMachine machine("machine");
  WaveRecorder first(
      "first", [&] { return machine.probes(); }, {}, {}, one.path());
  WaveRecorder second(
      "second", [&] { return machine.probes(); }, {}, {}, two.path());
  sc_core::sc_start(400, sc_core::SC_NS);
  first.finish();
  second.finish();
  CHECK(one.text("waves.fst") == two.text("waves.fst"));
}
