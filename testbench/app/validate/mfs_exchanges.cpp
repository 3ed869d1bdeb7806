#include "testbench/app/validate/mfs_exchanges.h"

namespace tactus {
namespace {

constexpr BytesPerSecond kBandwidth{1'000'000'000};

FlowExchangeConfig torus_exchange(int n, ExchangeAlgorithm algorithm) {
  FlowExchangeConfig config;
  config.topology.dimensions = {n, n};
  config.topology.link_bandwidth = kBandwidth;
  config.algorithm = algorithm;
  config.solver = ExchangeSolver::kMfsF;
  return config;
}

}  // namespace

ExchangeAlgorithm MfsExchanges::algorithm_for(int nodes) {
  return (nodes & (nodes - 1)) == 0 ? ExchangeAlgorithm::kPairwise : ExchangeAlgorithm::kShift;
}

const FlowExchangeResult& MfsExchanges::fat_tree(int arity, ExchangeSolver solver, std::uint64_t seed,
                                                 double resolution) {
  const auto [found, is_new] = trees_.try_emplace({arity, solver, seed, resolution});
  if (is_new) {
    FlowExchangeConfig config;
    config.topology.kind = FlowTopologyKind::kFatTree;
    config.topology.arity = arity;
    config.topology.link_bandwidth = kBandwidth;
    config.algorithm = algorithm_for(nodes(arity));
    config.solver = solver;
    config.resolution = resolution;
    config.placement_seed = seed;
    found->second = run_flow_exchange(config);
  }
  return found->second;
}

double MfsExchanges::slowdown(int arity, ExchangeSolver solver, std::uint64_t seed, double resolution) {
  return fat_tree(arity, solver, seed, resolution).message_times / (nodes(arity) - 1);
}

const FlowExchangeResult& MfsExchanges::torus(int n, ExchangeAlgorithm algorithm) {
  const auto [found, is_new] = tori_.try_emplace({n, algorithm});
  if (is_new) found->second = run_flow_exchange(torus_exchange(n, algorithm));
  return found->second;
}

}  // namespace tactus
