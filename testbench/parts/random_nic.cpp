#include "testbench/parts/random_nic.h"

#include <algorithm>
#include <string>

namespace tactus {

namespace {

/// PACE_BEGIN and the common counter have 32 bits.
constexpr std::uint64_t kCounterValues = std::uint64_t{1} << 32U;

/// Of one to four dimensions, rings and rows; one of them is as long as it can be.
NetworkShape random_network(Dice& dice) {
  NetworkShape network;
  network.sizes = {};
  const int dimensions = dice.between(1, 4);
  const int longest = dice.chance(30) ? dice.below(dimensions) : dimensions;
  for (int d = 0; d < dimensions; ++d) {
    network.sizes.push_back(d == longest ? dice.between(255, 256) : dice.between(2, 9));
    network.wrap.push_back(dice.chance(70));
  }
  return network;
}

/// Common counters of all nodes, which are alike: some begin again at 0 during a test, some run fast or slow.
std::shared_ptr<const std::vector<NodeCounter>> random_counters(Dice& dice, int nodes) {
  if (dice.chance(30)) return nullptr;
  const std::uint64_t before_end = kCounterValues - static_cast<std::uint64_t>(dice.below(6000));
  const Cycles ahead{dice.chance(50) ? before_end : static_cast<std::uint64_t>(dice.below(1'000'000))};
  const int drift = dice.chance(50) ? 0 : dice.between(-NodeCounter::kMostDrift, NodeCounter::kMostDrift);
  return std::make_shared<const std::vector<NodeCounter>>(static_cast<std::size_t>(nodes), NodeCounter(ahead, drift));
}

Coordinate random_nic_position(Dice& dice, const NetworkShape& network) {
  Coordinate c;
  for (int d = 0; d < network.dimensions(); ++d) c.set(d, dice.below(network.size(d)));
  return c;
}

}  // namespace

MachineConfig random_nic_machine(Dice& dice, const NicDraw& draw) {
  MachineConfig config;
  config.network = {dice.between(2, 9), dice.between(3, 9)};
  if (dice.chance(10)) config.network = {256, 255};
  if (draw.any_shape) config.network = random_network(dice);
  config.nic.count = draw.any_shape ? dice.between(1, draw.rtl.nics) : draw.rtl.nics;
  config.router.virtual_channels = draw.rtl.virtual_channels;
  // Each packet in the receive buffers has a write tag: rtl_nic_faults.
  const int most_slots = std::min(512, 3 * (512 / draw.rtl.virtual_channels));
  const auto slots = [&] {
    return kFlitBytes * static_cast<std::uint64_t>(dice.between(3, dice.chance(50) ? most_slots : 40));
  };
  config.router.vc_buffer = slots();
  config.nic.receive_buffer = slots();
  config.nic.mtu = std::min({config.nic.mtu, config.router.vc_buffer, config.nic.receive_buffer});
  if (dice.chance(50))
    config.nic.mtu = kFlitBytes * static_cast<std::uint64_t>(dice.between(3, config.max_packet_flits()));
  config.nic.outstanding_reads = dice.between(1, 16);
  config.nic.packet_buffers = dice.between(1, 16);
  config.nic.unexpected_entries = 32;
  config.nic.dma_rate = BytesPerSecond{static_cast<std::uint64_t>(dice.between(1, 40)) * 700'000'000};
  config.memory.bandwidth = BytesPerSecond{static_cast<std::uint64_t>(dice.between(4, 40)) * 900'000'000};
  config.memory.latency = Picoseconds{static_cast<std::uint64_t>(dice.below(300'000))};
  config.counters = random_counters(dice, config.network.nodes());
  return config;
}

RandomNic::RandomNic(int number, Dice dice, const NicDraw& draw)
    : config_(random_nic_machine(dice, draw)),
      position_(draw.any_shape ? random_nic_position(dice, config_.network) : NicBench::kPosition),
      bench_(("bench_" + std::to_string(number)).c_str(), draw.make, config_, memory(dice), position_),
      software_(bench_, config_, config_.counter(position_), Dice(dice.bits())),
      router_(bench_, software_, config_, position_, Dice(dice.bits())) {
  count_straps(draw);
}

void RandomNic::count_straps(const NicDraw& draw) {
  using S = NicStimulus;
  const NetworkShape& network = config_.network;
  const NicConfig& nic = config_.nic;
  stimuli_.count(config_.nics() == draw.rtl.nics ? S::kEnginesAll : S::kEnginesFewer);
  constexpr S kDimensions[] = {S::kOneDimension, S::kTwoDimensions, S::kThreeDimensions, S::kFourDimensions};
  stimuli_.count(kDimensions[network.dimensions() - 1]);
  for (int d = 0; d < network.dimensions(); ++d) {
    stimuli_.count(S::kRow, !network.wraps(d));
    stimuli_.count(S::kLongDimension, network.size(d) >= 255);
  }
  stimuli_.count(S::kSmallMtu, nic.mtu < Bytes{2048});
  stimuli_.count(S::kOneRead, nic.outstanding_reads == 1);
  stimuli_.count(S::kOneBuffer, nic.packet_buffers == 1);
  stimuli_.count(S::kMoreBuffers, nic.packet_buffers > nic.outstanding_reads);
  stimuli_.count(S::kSmallRouterBuffer, config_.router.vc_buffer < nic.mtu * 2);
  const NodeCounter counter = config_.counter(position_);
  const std::int64_t begin = counter.at(Cycles{});
  stimuli_.count(S::kCounterWraps, begin > static_cast<std::int64_t>(kCounterValues / 2));
  stimuli_.count(S::kCounterDrifts, counter.at(Cycles{1'000'000}) != begin + 1'000'000);
  stimuli_.count(memory_is_erratic_ ? S::kErraticMemory : S::kSteadyMemory);
}

StimulusCounts<NicStimulus> RandomNic::stimuli() const {
  StimulusCounts<NicStimulus> all = stimuli_;
  all.add(software_.stimuli());
  all.add(router_.stimuli());
  return all;
}

std::unique_ptr<MemoryPort> RandomNic::memory(Dice& dice) {
  if (dice.chance(50)) return nullptr;
  memory_is_erratic_ = true;
  return std::make_unique<ErraticMemory>(dice.bits(), requests_);
}

void RandomNic::drive() {
  software_.step();
  router_.step();
  bench_.drive();
}

RandomNics::RandomNics(int count, std::uint64_t seed, const NicDraw& draw) {
  for (int number = 0; number < count; ++number) {
    nics_.push_back(std::make_unique<RandomNic>(number, Dice(seed + static_cast<std::uint64_t>(number)), draw));
  }
  sc_core::sc_start(sc_core::sc_time(2, sc_core::SC_NS));
}

StimulusCounts<NicStimulus> RandomNics::stimuli() const {
  StimulusCounts<NicStimulus> all;
  for (const auto& nic : nics_) all.add(nic->stimuli());
  return all;
}

void RandomNics::run(int cycles) {
  for (int cycle = 0; cycle < cycles; ++cycle) {
    for (const auto& nic : nics_) nic->drive();
    sc_core::sc_start(sc_core::sc_time(4, sc_core::SC_NS));
    for (const auto& nic : nics_) nic->collect();
  }
}

}  // namespace tactus
