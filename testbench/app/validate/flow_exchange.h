#pragma once

#include <cstdint>

#include "hw/common/units.h"
#include "tlm_models/flow/flow_topology_config.h"

namespace tactus {

enum class ExchangeAlgorithm : std::uint8_t { kShift, kShift2d, kPairwise, kA2at };
enum class ExchangeSolver : std::uint8_t { kMfsN, kMfsF, kMaxMin };

/// An all-to-all exchange at the flow level without software: every node takes one step after the other and sends one
/// message in each (a2at: up to four). A message time is that of a message alone on a link.
struct FlowExchangeConfig {
  FlowTopologyConfig topology;  ///< valid
  ExchangeAlgorithm algorithm = ExchangeAlgorithm::kShift;
  ExchangeSolver solver = ExchangeSolver::kMfsN;
  double threshold = 0.01;  ///< mode N
  double resolution = 0;    ///< message times
  double message_bytes = 20'000;
  /// A step ends when the messages of its node have left and those to it have come; without, with the former.
  bool wait_receives = true;
  std::uint64_t placement_seed = 0;  ///< 0: rank r on node r, else ranks at random
};

struct FlowExchangeResult {
  int nodes = 0;
  Picoseconds time{0};
  double message_times = 0;  ///< the same, of the bandwidth `topology.link_bandwidth`
  std::uint64_t messages = 0;
  std::uint64_t cycles = 0;  ///< times at which messages ended
  std::uint64_t passes = 0;  ///< of the solver over its flows
  double user_cpu_s = 0;     ///< of the exchange, without building the network

  [[nodiscard]] double passes_per_cycle() const { return static_cast<double>(passes) / static_cast<double>(cycles); }
};

/// Throws std::invalid_argument if the algorithm does not exist on that network.
FlowExchangeResult run_flow_exchange(const FlowExchangeConfig& config);

/// User CPU time of this process so far.
double user_cpu_s();

}  // namespace tactus
