#include "testbench/results/gtkwave_save.h"

#include <sstream>

#include "testbench/results/wave_recorder.h"
#include "testbench/support/catch.h"
#include "testbench/unit/results/temporary_folder.h"
#include "testbench/unit/results/wave_reader.h"
#include "testbench/unit/results/wave_test_machine.h"

using namespace tactus;
using namespace tactus::literals;

namespace {

void record(const TemporaryFolder& folder, WaveFormat format) {
  WaveTestMachine machine("machine");
  WavesConfig waves;
  waves.format = format;
  WaveRecorder recorder(
      "waves", [&] { return machine.probes(); }, waves, 4_ns, folder.path());
  sc_core::sc_start(400, sc_core::SC_NS);
  recorder.finish();
}

/// Lines of the save file that name signals.
std::set<std::string> shown_signals(const std::string& save) {
  std::set<std::string> names;
  std::istringstream lines(save);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && std::string("[@*-^").find(line[0]) == std::string::npos) names.insert(line);
  }
  return names;
}

}  // namespace

TEST_CASE("GTKWave save file: shows every signal of the VCD and no other") {
  const TemporaryFolder folder;
  record(folder, WaveFormat::kVcd);
  CHECK(shown_signals(folder.text("waves.gtkw")) == read_vcd(folder.path() / "waves.vcd").names());
}

TEST_CASE("GTKWave save file: shows every signal of the FST and no other") {
  const TemporaryFolder folder;
  record(folder, WaveFormat::kFst);
  CHECK(shown_signals(folder.text("waves.gtkw")) == read_fst(folder.path() / "waves.fst").names());
}

TEST_CASE("GTKWave save file: names nothing by an absolute path, and every file that it names exists") {
  const TemporaryFolder folder;
  record(folder, WaveFormat::kFst);
  const std::string save = folder.text("waves.gtkw");
  CHECK(save.find(folder.path().string()) == std::string::npos);
  std::istringstream lines(save);
  int translations = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("^1 ", 0) != 0) continue;
    CHECK(std::filesystem::exists(folder.path() / line.substr(3)));
    ++translations;
  }
  CHECK(translations == 3);
}

TEST_CASE("GTKWave save file: a translation file gives each value, in hexadecimal, its text") {
  const TemporaryFolder folder;
  record(folder, WaveFormat::kFst);
  CHECK(folder.text("enums/kind.txt") == "0 idle\n1 head\n2 body\n3 tail\n");
  CHECK(folder.text("enums/granted_to.txt") == "0 plus_x\n1 nic_0\n2 none\n");
}

TEST_CASE("GTKWave save file: enums of one name but different texts have files of their own") {
  const TemporaryFolder folder;
  const auto zero = [] { return std::uint64_t{0}; };
  const ProbeList probes = {{"a", "state", 5, zero, {"off", "on"}}, {"b", "state", 5, zero, {"shut", "open"}}};
  write_gtkwave_save(folder.path(), "waves.vcd", probes, wave_hierarchy(probes), Picoseconds{0}, 4_us);
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
