#include <algorithm>
#include <memory>

#include "hw/common/random.h"
#include "testbench/parts/numbered_modes.h"
#include "testbench/tests/support/catch.h"
#include "testbench/tests/unit/hw/nic/nic_bench.h"

using namespace tactus;

namespace {

/// Drives a NIC with random messages, credits, packets and register accesses, all a function of the seed and cycle.
class RandomDriver {
 public:
  RandomDriver(NicBench& bench, std::uint64_t seed) : bench_(bench), random_(seed, 3) { bench_.return_credits(false); }

  void drive() {
    const std::uint64_t cycle = bench_.cycle();
    for (int e = 0; e < kEngines; ++e) drive(e, cycle * 64 + static_cast<std::uint64_t>(e) * 16);
    bench_.drive();
  }

 private:
  struct Engine {
    std::vector<Flit> incoming;
    std::size_t next = 0;
    std::size_t returned = 0;
    std::uint32_t tag = 0;
  };

  void drive(int e, std::uint64_t draw) {
    Engine& engine = engines_[static_cast<std::size_t>(e)];
    if (random_.below(draw, 200) == 0 && model_of(bench_).active_sends() < 8) {
      bench_.set_pacing(e, numbered_mode(static_cast<int>(random_.below(draw + 1, 60))),
                        static_cast<int>(random_.below(draw + 2, 20)),
                        static_cast<int>(random_.below(draw + 3, 20)) - 8);
      bench_.send(e, {3, 0}, static_cast<std::uint32_t>(random_.below(draw + 4, 7000)));
    }
    // Credits come back late, in lots.
    const std::size_t owed = bench_.flits(e).size() - engine.returned;
    if (owed > 0 && random_.below(draw + 5, 40) == 0) {
      const std::size_t lot = std::min<std::size_t>(owed, 255);
      bench_.give_credits(e, lot);
      engine.returned += lot;
    }
    if (engine.next == engine.incoming.size() && random_.below(draw + 6, 150) == 0) {
      PacketHeader header =
          make_header({0, 3}, e, engine.tag, static_cast<std::uint32_t>(random_.below(draw + 7, 2017)));
      header.transport.one_sided = random_.below(draw + 8, 2) == 0;
      engine.incoming = make_flits(header, static_cast<int>(random_.below(draw + 9, 2)));
      engine.next = 0;
      ++engine.tag;
    }
    if (engine.next < engine.incoming.size()) bench_.give_flit(e, engine.incoming[engine.next++]);
  }

  NicBench& bench_;
  RandomStream random_;
  std::array<Engine, kEngines> engines_;
};

/// Everything the NIC did, as numbers.
std::vector<std::uint64_t> trace_of(NicBench& bench) {
  std::vector<std::uint64_t> values;
  for (int e = 0; e < kEngines; ++e) {
    for (const SeenFlit& seen : bench.flits(e)) {
      values.insert(values.end(), {seen.cycle, seen.flit.data_lo, seen.flit.data_hi, seen.flit.tail ? 1U : 0U});
    }
    for (const SeenCredits& seen : bench.credits(e)) values.insert(values.end(), {seen.cycle, seen.credits});
    for (const std::uint64_t counter :
         {nic_reg::kTxPackets, nic_reg::kTxStallCycles, nic_reg::kTxPaceCycles, nic_reg::kTxMemoryCycles,
          nic_reg::kRxPackets, nic_reg::kRxOneSided, nic_reg::kTxWindowCycles, nic_reg::kRxDropped}) {
      values.push_back(bench.read(e, counter));
    }
  }
  return values;
}

}  // namespace

TEST_CASE("Nic: sleeping is invisible, one that is woken in every cycle does the same") {
  const MachineConfig config = bench_config();
  std::vector<std::unique_ptr<NicBench>> benches;  // in pairs: one left alone, one woken
  std::vector<RandomDriver> drivers;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    for (const char* name : {"asleep", "awake"}) {
      benches.push_back(std::make_unique<NicBench>(sc_core::sc_gen_unique_name(name), make_nic_on_test, config));
      drivers.emplace_back(*benches.back(), seed);
    }
  }
  sc_core::sc_start(sc_core::sc_time(2, sc_core::SC_NS));
  for (int cycle = 0; cycle < 10'000; ++cycle) {
    for (RandomDriver& driver : drivers) driver.drive();
    for (std::size_t i = 1; i < benches.size(); i += 2) {
      for (int e = 0; e < kEngines; ++e) benches[i]->nudge(e);
    }
    sc_core::sc_start(sc_core::sc_time(4, sc_core::SC_NS));
    for (const auto& bench : benches) bench->collect();
  }
  for (std::size_t i = 0; i < benches.size(); i += 2) {
    CHECK(model_of(*benches[i]).packets_injected() > 100);
    CHECK(model_of(*benches[i]).packets_delivered() > 100);
    CHECK(trace_of(*benches[i]) == trace_of(*benches[i + 1]));
  }
}
