#include "testbench/parts/long_wait.h"

namespace tactus {
namespace {

MachineConfig one_packet_in_flight(int nics, int virtual_channels) {
  MachineConfig config = bench_config();
  config.router.vc_buffer = config.nic.mtu;
  config.nic.count = nics;
  config.nic.unexpected_entries = 32;
  config.nic.receive_buffer = Bytes{4096};
  config.router.virtual_channels = virtual_channels;
  return config;
}

void sleep(std::uint64_t cycles) {
  sc_core::sc_start(sc_core::sc_time(static_cast<double>(cycles) * 4, sc_core::SC_NS));
}

}  // namespace

LongWait::LongWait(const NicBench::MakeNic& make, int nics, int virtual_channels)
    : config_(one_packet_in_flight(nics, virtual_channels)), bench_("bench", make, config_) {
  sc_core::sc_start(sc_core::sc_time(2, sc_core::SC_NS));
  bench_.return_credits(false);
}

std::vector<std::uint64_t> LongWait::run() {
  constexpr std::uint64_t kCarry = std::uint64_t{1} << 32U;
  constexpr std::uint64_t kBefore = 10;
  const auto low = [this] { return bench_.read(0, nic_reg::kTxStallCycles); };
  const auto high = [this] { return bench_.read(0, nic_reg::kTxStallCycles + 4); };
  bench_.send(0, {3, 0}, 3 * static_cast<std::uint32_t>(config_.max_payload().count()));
  bench_.run(1000);
  sleep(kCarry - low() - kBefore);
  stimuli_.count(NicStimulus::kLongWait);
  std::vector<std::uint64_t> halves = {low()};
  sleep(2 * kBefore);
  halves.push_back(high());
  halves.push_back(low());
  halves.push_back(high());
  stimuli_.count(NicStimulus::kCarry, halves.back() == 1);
  return halves;
}

}  // namespace tactus
