#include <string>
#include <utility>
#include <vector>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/system/tactus_process.h"
#include "testbench/tests/unit/app/results/wave_reader.h"

using namespace tactus;
using namespace tactus::test;

namespace {

void record(const TemporaryFolder& folder, const Arguments& options) {
  succeeded(
      run_tactus(with({"run", scenario_path("quickstart/a2at_4x4.yaml"), "--out", folder.path(), "--quiet"}, options)));
}

/// Cycles 0 to 999: a window of 4 us.
void check_window(const Wave& wave) {
  const auto& cycles = wave.changes.at("clock.cycle[47:0]");
  CHECK(cycles.size() == 1000);
  CHECK(wave.at("clock.cycle[47:0]", 0) == 0);
  CHECK(wave.at("clock.cycle[47:0]", 999 * 4000) == 999);
  CHECK(wave.end == 4'000'000);
}

/// Signals below every port and NIC engine of the nodes, and of no other node.
void check_signals(const Wave& wave, const std::set<std::string>& nodes) {
  std::set<std::string> seen;
  for (const std::string& name : wave.names()) {
    const std::string torus = "torus.";
    if (name.rfind(torus, 0) != 0) continue;
    seen.insert(name.substr(torus.size(), name.find('.', torus.size()) - torus.size()));
  }
  CHECK(seen == nodes);
}

}  // namespace

TEST_CASE("Waves of a run, FST: the save file shows every signal of the dump, and the window is exact",
          "[RESULT-38][WAVE-1]") {
  const TemporaryFolder folder;
  record(folder, {"--waves=fst", "--set", "waves.to=4 us"});
  const Wave wave = read_fst(folder.path() / "waves.fst");
  CHECK(gtkwave_signals(folder.text("waves.gtkw")) == wave.names());
  check_window(wave);
  check_signals(wave, {"node_0_0"});
}

TEST_CASE("Waves of a run, VCD: the save file shows every signal of the dump, and the window is exact", "[RESULT-38]") {
  const TemporaryFolder folder;
  record(folder, {"--waves=vcd", "--set", "waves.to=4 us"});
  const Wave wave = read_vcd(folder.path() / "waves.vcd");
  CHECK(gtkwave_signals(folder.text("waves.gtkw")) == wave.names());
  check_window(wave);
  check_signals(wave, {"node_0_0"});
}

TEST_CASE("Waves of a run: both formats hold the same values") {
  const TemporaryFolder fst;
  const TemporaryFolder vcd;
  record(fst, {"--waves=fst"});
  record(vcd, {"--waves=vcd"});
  const Wave a = read_fst(fst.path() / "waves.fst");
  const Wave b = read_vcd(vcd.path() / "waves.vcd");
  REQUIRE(a.names() == b.names());
  std::size_t differing = 0;
  for (const auto& entry : a.changes) {
    for (std::uint64_t cycle = 0; cycle < 1000; cycle += 7) {
      if (a.at(entry.first, cycle * 4000) != b.at(entry.first, cycle * 4000)) ++differing;
    }
  }
  CHECK(a.texts == b.texts);
  CHECK(differing == 0);
}

TEST_CASE("Waves of a run: the scenario chooses the format, and the option has the last word",
          "[RESULT-38][key:waves.format]") {
  const std::vector<std::pair<std::string, std::string>> formats = {
      {"--waves", "waves.vcd"}, {"--waves=vcd", "waves.vcd"}, {"--waves=fst", "waves.fst"}};
  for (const auto& [option, file] : formats) {
    CAPTURE(option);
    const TemporaryFolder folder;
    record(folder, {option, "--set", "waves.format=vcd", "--set", "waves.to=100 ns"});
    CHECK(folder.names().count(file) == 1);
    CHECK(folder.names().count("waves.fst") + folder.names().count("waves.vcd") == 1);
  }
  const TemporaryFolder folder;
  record(folder, {});
  CHECK(folder.names().count("waves.gtkw") == 0);
}

TEST_CASE("Waves of a run: the scenario chooses nodes and window", "[key:waves.nodes][key:waves.from][key:waves.to]") {
  const TemporaryFolder folder;
  record(folder, {"--waves=vcd", "--set", "waves.nodes=[[1, 2], [3, 0]]", "--set", "waves.from=1 us", "--set",
                  "waves.to=3 us"});
  const Wave wave = read_vcd(folder.path() / "waves.vcd");
  CHECK(wave.changes.at("clock.cycle[47:0]").size() == 500);
  CHECK(wave.at("clock.cycle[47:0]", 1'000'000) == 250);
  CHECK(wave.at("clock.cycle[47:0]", 2'999'000) == 749);
  CHECK(wave.end == 3'000'000);
  check_signals(wave, {"node_1_2", "node_3_0"});
}

TEST_CASE("Waves of a run: of all nodes every signal is in the file once", "[key:waves.nodes]") {
  const TemporaryFolder folder;
  record(folder, {"--waves=vcd", "--set", "waves.nodes=all", "--set", "waves.to=40 ns"});
  const Wave wave = read_vcd(folder.path() / "waves.vcd");
  const std::string dump = folder.text("waves.vcd");
  std::size_t declared = 0;
  for (std::size_t at = dump.find("$var "); at != std::string::npos; at = dump.find("$var ", at + 1)) ++declared;
  CHECK(declared == wave.names().size());
}

TEST_CASE("Waves of a run: the first head leaves the NIC in the cycle that the timing contract gives",
          "[CLOCK-1][CLOCK-2][TOTAL-2][RANK-1][WAVE-17]") {
  const TemporaryFolder folder;
  record(folder, {"--waves=vcd"});
  const Wave wave = read_vcd(folder.path() / "waves.vcd");
  const auto first = [&](const std::string& name) {
    for (std::uint64_t cycle = 0; cycle < 1000; ++cycle) {
      if (wave.at(name, cycle * 4000) != 0) return cycle;
    }
    return std::uint64_t{0};
  };
  // Calls of 50 cycles each from cycle 1: four receives, then the first send; its doorbell acts at the next edge, and
  // reading 2016 B at 16 GB/s takes 126 ns, 32 cycles.
  const std::uint64_t head = 1 + 5 * 50 + 1 + 32;
  CHECK(first("torus.node_0_0.nic.engine_0.flit_o_valid") == head);
  // RC one cycle after, then VA, SA and ST.
  CHECK(first("torus.node_0_0.router.plus_x.flit_o.kind[1:0]") == head + 4);
}

TEST_CASE("Waves of a run: on a link with bit errors a wrong packet gets no acknowledgement, and comes again",
          "[LINK-6][LINK-8][WAVE-73][WAVE-74][WAVE-75]") {
  const TemporaryFolder folder;
  record(folder, {"--waves=vcd", "--set", "waves.nodes=[[0, 0], [1, 0]]", "--set", "waves.to=16 us", "--set",
                  "faults.bit_error_rate=2e-5"});
  const Wave wave = read_vcd(folder.path() / "waves.vcd");
  const auto out = [&](const std::string& signal, std::uint64_t cycle) {
    return wave.at("torus.node_0_0.router.plus_x.link_o." + signal, cycle * 4000);
  };
  const auto in = [&](const std::string& signal, std::uint64_t cycle) {
    return wave.at("torus.node_1_0.router.minus_x.link_i." + signal, cycle * 4000);
  };
  constexpr std::uint64_t kDelay = 22;
  constexpr std::uint64_t kTail = 3;
  int wrong = 0;
  int taken = 0;
  bool is_wrong = false;
  for (std::uint64_t cycle = 1; cycle < 3900; ++cycle) {
    // The far end samples at the edge after the cycle in which it stands there.
    const std::uint64_t there = cycle + kDelay - 1;
    CHECK(in("kind[1:0]", there) == out("kind[1:0]", cycle));
    CHECK(in("number[15:0]", there) == out("number[15:0]", cycle));
    CHECK(in("wrong", there) == out("wrong", cycle));
    if (cycle > kDelay) CHECK(out("ack", cycle - 1 + kDelay) == in("ack", cycle));
    if (out("kind[1:0]", cycle) == 1) is_wrong = false;
    if (out("wrong", cycle) == 1) is_wrong = true;
    if (out("kind[1:0]", cycle) != kTail) continue;
    // The receiver says in the cycle of the tail which packet it expects then.
    CHECK(in("ack", cycle + kDelay) == (is_wrong ? 0 : 1));
    const bool expected = in("expected[15:0]", cycle + kDelay - 1) == out("number[15:0]", cycle);
    const bool next = in("expected[15:0]", cycle + kDelay) != in("expected[15:0]", cycle + kDelay - 1);
    CHECK(next == (expected && !is_wrong));
    wrong += is_wrong ? 1 : 0;
    taken += next ? 1 : 0;
    CHECK((in("held[16:0]", cycle + kDelay) != 0) == next);
  }
  CHECK((wrong > 1 && taken > 5));
}
