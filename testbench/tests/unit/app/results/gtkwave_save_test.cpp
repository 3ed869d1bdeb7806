#include "testbench/app/results/gtkwave_save.h"

#include <cstdlib>
#include <map>
#include <sstream>

#include "testbench/app/results/blocked_view.h"
#include "testbench/app/results/wave_recorder.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/unit/app/results/wave_reader.h"
#include "testbench/tests/unit/app/results/wave_test_machine.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

void record(const TemporaryFolder& folder, WaveFormat format) {
  WaveTestMachine machine("machine");
  WavesConfig waves;
  waves.format = format;
  WaveRecorder recorder(
      "waves", [&] { return machine.probes(); }, waves, {}, folder.path());
  sc_core::sc_start(400, sc_core::SC_NS);
  recorder.finish();
}

/// What GTKWave has on its screen.
struct Screen {
  std::set<std::string> signals;
  std::map<std::string, std::string> values;  ///< where the marker stands, by the shown name
};

/// Opens the save file, alone, with a GTKWave on a screen that nobody sees.
Screen open_in_gtkwave(const TemporaryFolder& folder) {
  std::ofstream(folder.path() / "look.tcl")
      << "gtkwave::setMarker 8000\n"
         "set out [open look.txt w]\n"
         "foreach name [gtkwave::getDisplayedSignals] { puts $out \"signal $name\" }\n"
         "for {set i 0} {$i < [gtkwave::getTotalNumTraces]} {incr i} {\n"
         "  puts $out \"[gtkwave::getTraceNameFromIndex $i]="
         "[gtkwave::getTraceValueAtMarkerFromIndex $i]\"\n"
         "}\n"
         "puts $out \"window=[gtkwave::getWindowStartTime]\"\n"
         "close $out\n"
         "exit\n";
  const std::string command = "cd '" + folder.path().string() +
                              "' && timeout 1000 xvfb-run -a gtkwave -S look.tcl waves.gtkw > gtkwave.log 2>&1";
  CHECK(std::system(command.c_str()) == 0);
  Screen screen;
  std::istringstream lines(folder.text("look.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("signal ", 0) == 0) {
      screen.signals.insert(line.substr(7));
    } else {
      screen.values[line.substr(0, line.find('='))] = line.substr(line.find('=') + 1);
    }
  }
  return screen;
}

bool gtkwave_is_missing() {
  if (std::system("command -v gtkwave xvfb-run > /dev/null 2>&1") == 0) return false;
  WARN("gtkwave or xvfb-run is not installed: not tested");
  return true;
}

void check_in_gtkwave(WaveFormat format) {
  if (gtkwave_is_missing()) return;
  const TemporaryFolder folder;
  record(folder, format);
  const Screen screen = open_in_gtkwave(folder);
  CHECK(screen.signals == gtkwave_signals(folder.text("waves.gtkw")));
  // Cycle 2, the third edge.
  CHECK(screen.values.at("cycle[47:0]") == "2");
  CHECK(screen.values.at("plus_x vc_0 occupancy") == "9");
  CHECK(screen.values.at("plus_x granted_to") == "plus_x");
}

}  // namespace

TEST_CASE("GTKWave save file: shows every signal of the VCD and no other") {
  const TemporaryFolder folder;
  record(folder, WaveFormat::kVcd);
  CHECK(gtkwave_signals(folder.text("waves.gtkw")) == read_vcd(folder.path() / "waves.vcd").names());
}

TEST_CASE("GTKWave save file: shows every signal of the FST and no other") {
  const TemporaryFolder folder;
  record(folder, WaveFormat::kFst);
  CHECK(gtkwave_signals(folder.text("waves.gtkw")) == read_fst(folder.path() / "waves.fst").names());
}

TEST_CASE("GTKWave save file: names nothing by an absolute path, and every file that it names exists") {
  const TemporaryFolder folder;
  record(folder, WaveFormat::kVcd);
  const std::string save = folder.text("waves.gtkw");
  CHECK(save.find(folder.path().string()) == std::string::npos);
  std::istringstream lines(save);
  int translations = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("^1 ", 0) != 0) continue;
    CHECK(std::filesystem::exists(folder.path() / line.substr(3)));
    ++translations;
  }
  CHECK(translations > 0);
}

TEST_CASE("GTKWave save file: of an FST needs no other file, since the FST has the texts", "[WAVE-39]") {
  const TemporaryFolder folder;
  record(folder, WaveFormat::kFst);
  CHECK(folder.names() == std::set<std::string>{"waves.fst", "waves.gtkw"});
}

TEST_CASE("GTKWave save file: a translation file gives each value, in hexadecimal, its text") {
  const TemporaryFolder folder;
  record(folder, WaveFormat::kVcd);
  CHECK(folder.text("enums/kind.txt") == "0 idle\n1 head\n2 body\n3 tail\n");
  CHECK(folder.text("enums/granted_to.txt") == "0 plus_x\n1 nic_0\n2 none\n");
}

TEST_CASE("GTKWave save file: enums of one name but different texts have files of their own") {
  const TemporaryFolder folder;
  const auto zero = [] { return std::uint64_t{0}; };
  const ProbeList probes = {{"a", "state", 5, zero, {"off", "on"}}, {"b", "state", 5, zero, {"shut", "open"}}};
  write_gtkwave_save(folder.path(), WaveFormat::kVcd, probes, wave_hierarchy(probes), {Picoseconds{0}, 4_us, 1_us});
  CHECK(folder.text("enums/state.txt") == "00 off\n01 on\n");
  CHECK(folder.text("enums/state_2.txt") == "00 shut\n01 open\n");
}

TEST_CASE("GTKWave save file: clock and cycle come first, and groups are closed in the order they were opened") {
  const TemporaryFolder folder;
  record(folder, WaveFormat::kVcd);
  const std::string save = folder.text("waves.gtkw");
  CHECK(save.find("clock.clk\n") < save.find("clock.cycle[47:0]\n"));
  CHECK(save.find("clock.cycle[47:0]\n") < save.find("torus."));
  std::vector<std::string> open;
  std::istringstream lines(save);
  unsigned flags = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line[0] == '@') flags = static_cast<unsigned>(std::stoul(line.substr(1), nullptr, 16));
    if (line[0] != '-') continue;
    if ((flags & 0x800000U) != 0) open.push_back(line);
    if ((flags & 0x1000000U) == 0) continue;
    REQUIRE_FALSE(open.empty());
    CHECK(open.back() == line);
    open.pop_back();
  }
  CHECK(open.empty());
}

TEST_CASE("GTKWave save file: GTKWave finds every signal in a VCD and shows enums as text") {
  check_in_gtkwave(WaveFormat::kVcd);
}

TEST_CASE("GTKWave save file: GTKWave finds every signal in an FST and shows enums as text") {
  check_in_gtkwave(WaveFormat::kFst);
}

TEST_CASE("GTKWave save file: the overview of the first node is open, all else is in closed groups") {
  const TemporaryFolder folder;
  const auto zero = [] { return std::uint64_t{0}; };
  const ProbeList probes = {{"torus.node_0_0.nic.engine_0", "state", 2, zero, {"idle"}},
                            {"torus.node_0_0.nic.engine_0", "credits", 8, zero, {}},
                            {"torus.node_1_0.nic.engine_0", "state", 2, zero, {"idle"}}};
  write_gtkwave_save(folder.path(), WaveFormat::kVcd, probes, wave_hierarchy(probes), {Picoseconds{0}, 4_us, 1_us});
  const std::string save = folder.text("waves.gtkw");
  CHECK(save.find("@800200\n-node_0_0\n@2022\n^1 enums/state.txt\n+{engine_0 state} ") != std::string::npos);
  CHECK(save.find("@c00200\n-nic\n@c00200\n-engine_0\n") != std::string::npos);
  CHECK(save.find("@c00200\n-node_1_0\n") != std::string::npos);
}

TEST_CASE("GTKWave save file: opens at the view's time, with the marker where the view has it", "[WAVE-35]") {
  const TemporaryFolder folder;
  const ProbeList probes = {{"torus.node_0_0.nic", "irq_o", 1, [] { return std::uint64_t{0}; }, {}}};
  write_gtkwave_save(folder.path(), WaveFormat::kVcd, probes, wave_hierarchy(probes), {2_us, 4_us, 3_us});
  const std::string save = folder.text("waves.gtkw");
  CHECK(save.find("[timestart] 2000000\n") != std::string::npos);
  // 2 us on 1050 pixels: 200 pixels show 380952 ps.
  CHECK(save.find("*-18.539251 3000000\n") != std::string::npos);
}

TEST_CASE("GTKWave save file: who is blocked comes first and open, and then the node where that is", "[WAVE-34]") {
  const TemporaryFolder folder;
  const auto zero = [] { return std::uint64_t{0}; };
  const ProbeList probes = {{"clock", "clk", 1, zero, {}},
                            {"torus.node_0_0.nic.engine_0", "state", 2, zero, {"idle"}},
                            {"torus.node_1_0.nic.engine_0", "state", 2, zero, {"idle"}},
                            {"torus.node_1_0.router.plus_x", "packet", 50, zero, {}},
                            {"torus.node_1_0.router.nic_0.vc_0", "front_packet", 50, zero, {}},
                            {"torus.node_1_0.router.nic_0.vc_0", "occupancy", 17, zero, {}}};
  const Blocking blocking{"torus.node_1_0.router", 0, Cycles{256}, 256, 31, Cycles{300}, {{4, 0, 31}}};
  WaveView view{2_us, 4_us, 3_us};
  view.first = BlockedView(probes, NetworkShape{4, 4}, RouterPorts{2, 4}, blocking).group();
  write_gtkwave_save(folder.path(), WaveFormat::kVcd, probes, wave_hierarchy(probes), view);
  const std::string save = folder.text("waves.gtkw");
  const std::string group =
      "@22\nclock.clk\n@800200\n-blocked: node_1_0 plus_x, 31 of 256 cycles\n"
      "@200\n-who waits for plus_x from cycle 256 on\n"
      "@24\n+{nic_0 vc_0 front_packet} torus.node_1_0.router.nic_0.vc_0.front_packet[49:0]\n"
      "@8024\n+{nic_0 vc_0 occupancy} torus.node_1_0.router.nic_0.vc_0.occupancy[16:0]\n@20000\n-\n";
  CHECK(save.find(group) != std::string::npos);
  CHECK(save.find("@200\n-who has it\n@24\n+{plus_x packet} ") != std::string::npos);
  CHECK(save.find("@800200\n-node_1_0\n") < save.find("@c00200\n-node_0_0\n"));
}

TEST_CASE("GTKWave save file: the view opens where packets were blocked most, at the end of the file too",
          "[WAVE-35]") {
  if (gtkwave_is_missing()) return;
  const TemporaryFolder folder;
  const std::string router = "torus.node_0_0_0.router.";
  const auto cycle = [] { return sc_core::sc_time_stamp().value() / 4000; };
  const auto front = [cycle](std::uint64_t waits, std::uint64_t none) {
    return [=] { return cycle() >= 900 ? waits : none; };
  };
  ProbeList probes = {{router + "plus_z", "granted_to", 4, [] { return std::uint64_t{12}; }, {}},
                      {router + "nic_5.vc_0", "front_wants", 4, front(4, 12), {}},
                      {router + "nic_5.vc_0", "front_packet", 55, front(77, 0), {}}};
  MachineConfig machine;
  machine.network = {4, 4, 4};  // six NICs
  WaveRecorder recorder(
      "waves", [&] { return probes; }, {}, machine, folder.path());
  sc_core::sc_start(4000, sc_core::SC_NS);  // 1,000 cycles: the last window is 768 to 999
  recorder.finish();
  CHECK(folder.text("waves.gtkw").find("blocked: node_0_0_0 plus_z, 98 of 232 cycles") != std::string::npos);
  const Screen screen = open_in_gtkwave(folder);
  const double begin = std::stod(screen.values.at("window"));
  CHECK(begin > 600 * 4000);
  CHECK(begin <= 640 * 4000);
}
