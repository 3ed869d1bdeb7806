#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <systemc>
#include <vector>

#include "testbench/app/results/run_summary.h"
#include "testbench/app/run/simulation.h"

// Rates of the cycle and the packet level on fixed cases, in user CPU time. SystemC elaborates once per process, so
// every repetition is a process of its own; medians are printed.

namespace tactus {
namespace {

struct Rates {
  double user_cpu_s = 0;
  double wall_s = 0;
  double cycles = 0;
  double flit_hops = 0;
  double packet_hops = 0;
};

struct Case {
  const char* name;
  const char* what;
  std::function<void(Scenario&)> configure;
  SimulationOptions how;
};

SimulationOptions packet_level(int threads = 1) {
  SimulationOptions how;
  how.level = Level::kPacket;
  how.fabric.threading.threads = threads;
  return how;
}

void a2at(Scenario& scenario, int n, std::uint64_t message_bytes) {
  scenario.machine.network = {n, n};
  scenario.workload.algorithm = "a2at";
  scenario.workload.message_size = Bytes{message_bytes};
}

/// Four sequences, of the paper's message size for 1,024 nodes (64 KiB) or 4,096 (16 KiB).
void paced(Scenario& scenario, int n, std::uint64_t message_bytes) {
  a2at(scenario, n, message_bytes);
  scenario.workload.sequences = {100, 101, 102, 103};
  scenario.pacing.mode = PaceMode::kHops;
  scenario.pacing.bias = PacketEighths{10};
}

void open_loop(Scenario& scenario, double load, std::uint64_t packet_bytes, std::uint64_t cycles) {
  scenario.machine.network = {8, 8};
  scenario.workload.algorithm = "uniform";
  scenario.workload.load = load;
  scenario.workload.packet_size = Bytes{packet_bytes};
  scenario.workload.warmup = Cycles{cycles / 4};
  scenario.workload.measure = Cycles{cycles - cycles / 4};
  scenario.workload.drain = Cycles{0};
}

const std::vector<Case>& cases() {
  static const std::vector<Case> kList = {
      {"saturated",
       "8x8, uniform, 0.95 flits/node/cycle offered, 128-flit packets",
       [](Scenario& s) { open_loop(s, 0.95, 2048, 60'000); },
       {}},
      {"load_0.3",
       "8x8, uniform, 0.3 flits/node/cycle offered, 128-flit packets",
       [](Scenario& s) { open_loop(s, 0.3, 2048, 60'000); },
       {}},
      {"short_packets",
       "8x8, uniform, 0.25 flits/node/cycle offered, 8-flit packets",
       [](Scenario& s) { open_loop(s, 0.25, 128, 40'000); },
       {}},
      {"idle", "8x8, no traffic", [](Scenario& s) { open_loop(s, 1e-9, 2048, 1'000'000); }, {}},
      {"a2at_9x9", "9x9, A2AT of 16 KiB messages, no pacing", [](Scenario& s) { a2at(s, 9, 16 << 10); }, {}},
      {"packet_a2at", "packet level: 9x9, A2AT of 256 KiB messages, no pacing",
       [](Scenario& s) { a2at(s, 9, 256 << 10); }, packet_level()},
      {"packet_a2at_1mib", "packet level: 9x9, A2AT of 1 MiB messages, no pacing",
       [](Scenario& s) { a2at(s, 9, 1 << 20); }, packet_level()},
      {"packet_short",
       "packet level: 16x16, uniform, 0.2 flits/node/cycle offered (half of saturation), 8-flit packets",
       [](Scenario& s) {
         open_loop(s, 0.2, 128, 20'000);
         s.machine.network = {16, 16};
       },
       packet_level()},
      {"packet_32x32", "packet level: 32x32, four sequences of A2AT of 64 KiB messages, bias 1.25",
       [](Scenario& s) { paced(s, 32, 64 << 10); }, packet_level()},
      {"packet_32x32_2_threads", "the same with two threads", [](Scenario& s) { paced(s, 32, 64 << 10); },
       packet_level(2)},
      {"packet_64x64", "packet level: 64x64, four sequences of A2AT of 16 KiB messages, bias 1.25",
       [](Scenario& s) { paced(s, 64, 16 << 10); }, packet_level()},
      {"packet_64x64_2_threads", "the same with two threads", [](Scenario& s) { paced(s, 64, 16 << 10); },
       packet_level(2)},
  };
  return kList;
}

/// One run in this process, elaboration not counted.
Rates run_once(const Case& one) {
  Scenario scenario;
  one.configure(scenario);
  Simulation simulation(scenario, one.how);
  const double before = host_usage().user_cpu_s;
  const auto start = std::chrono::steady_clock::now();
  const RunSummary summary = simulation.run();
  Rates rates;
  rates.user_cpu_s = host_usage().user_cpu_s - before;
  rates.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::uint64_t cycles = scenario.machine.clock.cycle_at(summary.simulated).count();
  rates.cycles = static_cast<double>(cycles);
  rates.flit_hops = static_cast<double>(summary.flit_hops);
  rates.packet_hops = static_cast<double>(summary.packet_hops);
  return rates;
}

Rates run_in_child(const Case& one) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("pipe failed");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    const Rates rates = run_once(one);
    const bool written = write(ends[1], &rates, sizeof rates) == sizeof rates;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Rates rates;
  const bool complete = read(ends[0], &rates, sizeof rates) == sizeof rates;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!complete || status != 0) throw std::runtime_error(fmt::format("case {} failed", one.name));
  return rates;
}

void print_json(const Case& one, const Rates& median) {
  fmt::print("{}\n", nlohmann::json{{"case", one.name},
                                    {"user_cpu_s", median.user_cpu_s},
                                    {"wall_s", median.wall_s},
                                    {"cycles", median.cycles},
                                    {"flit_hops", median.flit_hops},
                                    {"packet_hops", median.packet_hops}}
                         .dump());
}

void print_row(const Case& one, const Rates& median) {
  fmt::print("{:16} {:8.2f} {:8.2f} {:12.3f} {:14.2f} {:16.1f}   {}\n", one.name, median.user_cpu_s, median.wall_s,
             median.cycles / median.user_cpu_s * 1e-6, median.flit_hops / median.user_cpu_s * 1e-6,
             median.packet_hops / median.user_cpu_s * 1e-3, one.what);
}

void measure(const Case& one, int repetitions, bool json) {
  std::vector<Rates> runs;
  for (int i = 0; i < repetitions; ++i) runs.push_back(run_in_child(one));
  std::sort(runs.begin(), runs.end(), [](const Rates& a, const Rates& b) { return a.user_cpu_s < b.user_cpu_s; });
  (json ? print_json : print_row)(one, runs[runs.size() / 2]);
  std::fflush(stdout);
}

}  // namespace
}  // namespace tactus

int sc_main(int argc, char* argv[]) {
  CLI::App app("Rates of the cycle and the packet level on fixed cases (user CPU time, median of the repetitions)");
  int repetitions = 3;
  bool json = false;
  std::vector<std::string> chosen;
  app.add_flag("--json", json, "one JSON object per case instead of the table");
  app.add_option("--repetitions", repetitions, "runs per case")->check(CLI::Range(1, 100));
  app.add_option("cases", chosen, "cases to run; none: all");
  CLI11_PARSE(app, argc, argv);
  if (!json) {
    fmt::print("{:16} {:>8} {:>8} {:>12} {:>14} {:>16}\n", "case", "user s", "wall s", "M cycles/s", "M flit-hops/s",
               "k packet-hops/s");
  }
  for (const tactus::Case& one : tactus::cases()) {
    if (chosen.empty() || std::find(chosen.begin(), chosen.end(), one.name) != chosen.end()) {
      tactus::measure(one, repetitions, json);
    }
  }
  return 0;
}
