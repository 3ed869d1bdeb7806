#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "testbench/app/validate/flow_exchange.h"

namespace tactus {

/// The all-to-all exchanges of the mfs paper at the flow level, in which a step ends with its receive (section 3.2).
/// What is asked for is run when it is first asked for, in this process, and kept.
class MfsExchanges {
 public:
  static constexpr int kLeastArity = 3;  ///< 54 nodes
  static constexpr int kMostArity = 12;  ///< 3,456 nodes
  /// The paper does not state its Resolu; in message times.
  static constexpr double kResolution = 0.1;

  /// Nodes of the fat tree.
  static int nodes(int arity) { return 2 * arity * arity * arity; }
  /// A2APW where the number of nodes is a power of two, else A2ASS.
  static ExchangeAlgorithm algorithm_for(int nodes);

  /// Section 4: the fat tree with ranks placed by `seed`, 0 for in order.
  const FlowExchangeResult& fat_tree(int arity, ExchangeSolver solver, std::uint64_t seed, double resolution);
  /// Its time, of the N - 1 message times that it takes without contention.
  double slowdown(int arity, ExchangeSolver solver, std::uint64_t seed, double resolution);

  /// Sections 5 and 6: n x n torus, 20 KB, 1 GB/s, mode F, every end of a message a step of its own.
  const FlowExchangeResult& torus(int n, ExchangeAlgorithm algorithm);

 private:
  using TreeRun = std::tuple<int, ExchangeSolver, std::uint64_t, double>;
  using TorusRun = std::pair<int, ExchangeAlgorithm>;

  std::map<TreeRun, FlowExchangeResult> trees_;
  std::map<TorusRun, FlowExchangeResult> tori_;
};

}  // namespace tactus
