#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <functional>
#include <systemc>
#include <vector>

#include "rtl/twin/router_pin_bits.h"
#include "testbench/parts/random_neighbours.h"
#include "testbench/tests/unit/rtl/twin/plain_twin.h"

// Cycles per second of user CPU time that a router in RTL makes in lockstep with its model, and by itself, in random
// traffic that is never at rest for long.

namespace tactus {
namespace {

struct Case {
  const char* name;
  int virtual_channels;
  const char* arbiter;
  InputTransfers transfers;
};

MachineConfig machine(const Case& of) {
  MachineConfig config;
  config.network = {8, 8};
  config.router.virtual_channels = of.virtual_channels;
  config.router.arbiter = of.arbiter;
  config.router.input_transfers = of.transfers;
  return config;
}

constexpr Coordinate kHere{2, 3};

/// What a router samples in `cycles` cycles between random neighbours.
std::vector<PortValues> traffic(const MachineConfig& config, int cycles) {
  RandomNeighbours neighbours(config, 1, kHere);
  PlainTwin twin(config, kHere, make_verilated_router(config, kHere));
  std::vector<PortValues> sampled;
  for (int i = 0; i < cycles; ++i) {
    sampled.push_back(neighbours.next());
    neighbours.observe(twin.edge(sampled.back()));
  }
  return sampled;
}

double cycles_per_second(std::size_t cycles, const std::function<void()>& body) {
  const std::clock_t begin = std::clock();
  body();
  return static_cast<double>(cycles) * CLOCKS_PER_SEC / static_cast<double>(std::clock() - begin);
}

void measure(const Case& of, int cycles) {
  const MachineConfig config = machine(of);
  const std::vector<PortValues> sampled = traffic(config, cycles);
  PlainTwin twin(config, kHere, make_verilated_router(config, kHere));
  const double lockstep = cycles_per_second(sampled.size(), [&] {
    for (const PortValues& ports : sampled) (void)twin.edge(ports);
  });
  const auto rtl = make_verilated_router(config, kHere);
  rtl->reset();
  const RouterPinBits bits(config.ports());
  const std::vector<PinWord> idle(bits.flit_words());
  const double alone = cycles_per_second(sampled.size(), [&] {
    for (std::uint64_t edge = 1; edge <= sampled.size(); ++edge) rtl->clock(edge, idle.data(), idle.data());
  });
  fmt::print("{:<36} {:>10.0f} {:>16.0f}\n", of.name, lockstep, alone);
}

}  // namespace
}  // namespace tactus

int sc_main(int argc, char* argv[]) {
  using namespace tactus;
  CLI::App app{"Cycles per second of user CPU time of routers in RTL"};
  int cycles = 300'000;
  app.add_option("--cycles", cycles, "Of each case")->check(CLI::Range(1000, 3'000'000));
  CLI11_PARSE(app, argc, argv);
  fmt::print("{:<36} {:>10} {:>16}\n", "cycles/s", "lockstep", "RTL alone, idle");
  measure({"2 VCs, round robin, per VC", 2, "round_robin", InputTransfers::kVc}, cycles);
  measure({"2 VCs, oldest first, per port", 2, "oldest_first", InputTransfers::kPort}, cycles);
  measure({"4 VCs, round robin, per VC", 4, "round_robin", InputTransfers::kVc}, cycles);
  return 0;
}
