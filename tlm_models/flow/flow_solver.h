#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "tlm_models/flow/flow_topology.h"

namespace tactus {

/// Number of an active flow: small numbers that are used again.
using FlowId = std::int32_t;

/// Shares the links' bandwidth among the active flows.
class FlowSolver {
 public:
  static constexpr double kUnlimited = std::numeric_limits<double>::infinity();
  /// In the place of a bottleneck: the flow's own limit keeps it from more.
  static constexpr LinkId kOwnLimit = -1;

  virtual ~FlowSolver() = default;

  /// `flow` becomes active on `route`, which has at least one link and none twice, and never gets more than `limit`
  /// bytes per picosecond. Its number is not in use.
  virtual void add(FlowId flow, const std::vector<LinkRun>& route, double limit) = 0;
  virtual void remove(FlowId flow) = 0;
  /// Finds the rates that hold after all calls of `add` and `remove` so far. Answers the flows whose rate is not what
  /// it was, the new ones among them, each once; valid until the next call.
  virtual const std::vector<FlowId>& solve() = 0;
  /// Bytes per picosecond, of an active flow, after `solve`.
  [[nodiscard]] virtual double rate(FlowId flow) const = 0;
  /// The link that keeps an active flow from a higher rate, or `kOwnLimit`; after `solve`. Of several one, by a rule
  /// of the solver.
  [[nodiscard]] virtual LinkId bottleneck(FlowId flow) const = 0;
  /// Appends all active flows whose bottleneck may be another one than before the last call of `solve`, those that it
  /// answered among them, each once. After `solve`.
  virtual void append_reconsidered(std::vector<FlowId>& flows) const = 0;
  /// Passes over the flows that all calls of `solve` have made together.
  [[nodiscard]] virtual std::uint64_t passes() const = 0;
};

}  // namespace tactus
