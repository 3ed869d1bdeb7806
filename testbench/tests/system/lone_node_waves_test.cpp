#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include "testbench/tests/support/catch.h"
#include "testbench/tests/support/temporary_folder.h"
#include "testbench/tests/system/tactus_process.h"
#include "testbench/tests/system/wave_formats.h"

using namespace tactus;
using namespace tactus::test;

namespace {

Outcome copies(const TemporaryFolder& folder, const Arguments& more) {
  return run_tactus(
      with({"run", scenario_path("manycore/datatypes.yaml"), "--set", "workload.repetitions=2", "--out", folder.path()},
           more));
}

std::string process_scope(int process) { return fmt::format("node.cores.core_{0}.process_{0}.", process); }

/// Counters of a process in copies.csv, by name.
std::map<std::string, std::uint64_t> counted(const TemporaryFolder& folder, std::size_t process) {
  std::istringstream csv(folder.text("copies.csv"));
  std::string names, values;
  std::getline(csv, names);
  for (std::size_t line = 0; line <= process; ++line) std::getline(csv, values);
  std::istringstream name(names), value(values);
  std::map<std::string, std::uint64_t> all;
  for (std::string a, b; std::getline(name, a, ',') && std::getline(value, b, ',');) {
    if (b.find_first_not_of("0123456789") == std::string::npos) all[a] = std::stoull(b);
  }
  return all;
}

}  // namespace

TEST_CASE("Waves of a node alone: counters grow by the figures of copies.csv while repetitions count",
          "[WAVE-59][WAVE-60][WAVE-66][LONE-3][key:waves.to]") {
  const TemporaryFolder folder;
  succeeded(copies(folder, {"--waves"}));
  const Wave wave = read_fst(folder.path() / "waves.fst");
  for (int process : {0, 1}) {
    const std::string of = process_scope(process);
    const auto& counts = wave.changes.at(of + "counts");
    REQUIRE(counts.size() == 3);
    const std::uint64_t begin = std::next(counts.begin())->first;
    const std::uint64_t end = std::prev(counts.end())->first;
    const auto figures = counted(folder, static_cast<std::size_t>(process));
    for (const char* name : {"l1_hits", "l2_hits", "other_core", "memory", "upgrades", "tlb_misses"}) {
      CAPTURE(process, name);
      const std::string signal = fmt::format("{}{}[47:0]", of, name);
      CHECK(wave.at(signal, end) - wave.at(signal, begin) == figures.at(name));
    }
    // Two round trips of warm-up and two that count, and of each message of 2,048 B a half.
    CHECK(wave.at(of + "received[47:0]", wave.end - 1) == 4);
    CHECK(wave.at(of + "copied[47:0]", wave.end - 1) == 8 * 1024);
    CHECK(wave.at(of + "state[2:0]", wave.end - 1) == 0);
    const std::string message = of + "message[47:0]";
    std::set<std::uint64_t> numbers;
    for (const auto& entry : wave.changes.at(message)) numbers.insert(wave.at(message, entry.first));
    CHECK(numbers == std::set<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8});
    // Process 0 sends the odd ones.
    std::size_t wrong = 0;
    for (const auto& [time, text] : wave.texts.at(of + "about")) {
      const std::uint64_t number = wave.at(message, time);
      const bool sends = number % 2 == (process == 0 ? 1 : 0);
      const std::string expected = fmt::format("message {} {} process {}", number, sends ? "to" : "from", 1 - process);
      wrong += text == (number == 0 ? "" : expected) ? 0 : 1;
    }
    CHECK(wrong == 0);
    CHECK(wave.texts.at(of + "about").size() >= 16);
  }
}

TEST_CASE("Waves of a node alone: the result is that of a run without them, both formats have the same values",
          "[WAVE-59][WAVE-61][WAVE-62][WAVE-63][key:waves.format]") {
  const TemporaryFolder plain;
  const TemporaryFolder fst;
  const TemporaryFolder vcd;
  succeeded(copies(plain, {}));
  succeeded(copies(fst, {"--waves"}));
  succeeded(copies(vcd, {"--waves=vcd"}));
  CHECK(fst.text("copies.csv") == plain.text("copies.csv"));
  CHECK(result_without_host(fst.path()) == result_without_host(plain.path()));
  CHECK(plain.names().count("waves.fst") == 0);
  const Wave a = same_in_both_formats(fst, vcd, 5'000);
  CHECK(a.value_names.at(process_scope(0) + "stall[3:0]").at(3) == "l2");
  CHECK_THAT(fst.text("waves.gtkw"), Contains("-busiest: ") && Contains("-no limit is known; ") &&
                                         Contains("+{process_1 stall} " + process_scope(1) + "stall"));
}

TEST_CASE("Waves of a node alone: a window, around a time, and events that such a node does not have",
          "[WAVE-59][WAVE-64][WAVE-65][key:waves.from]") {
  const TemporaryFolder folder;
  const Outcome outcome =
      succeeded(copies(folder, {"--waves-around", "time=60us", "--before", "1us", "--after", "500ns"}));
  CHECK_THAT(outcome.err, Contains("tactus: waves around 59.999 us: time=60us\n"));
  const Wave around = read_fst(folder.path() / "waves.fst");
  // Cycles of 950 ps: from the one that is 1,053 before that of 60 us, to 527 behind it.
  const std::uint64_t cycle = 60'000'000 / 950;
  CHECK(around.changes.at(process_scope(0) + "state[2:0]").begin()->first == (cycle - 1053) * 950);
  CHECK(around.end == (cycle + 527) * 950);
  for (const auto& [event, why] :
       std::vector<std::pair<std::string, std::string>>{{"cycle=5", "a node alone has no clock of a network"},
                                                        {"stall", "a node alone has no routers"},
                                                        {"latency>1us", "a node alone has no packets"},
                                                        {"slowest", "a node alone has no packets"},
                                                        {"violation", "a node alone only fails by standing still"},
                                                        {"operation=0:1", "a node alone has no operations"}}) {
    CAPTURE(event);
    const TemporaryFolder none;
    const Outcome refused = ended_with(2, copies(none, {"--waves-around", event}));
    CHECK_THAT(refused.err, Contains(fmt::format("tactus: --waves-around {}: {}", event, why)));
    CHECK(none.names().empty());
  }
  const TemporaryFolder late;
  CHECK_THAT(succeeded(copies(late, {"--waves", "--set", "waves.from=1 s"})).err,
             Contains("the run ended before waves.from"));
  CHECK(late.names().count("waves.fst") == 0);
}
