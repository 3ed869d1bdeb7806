#pragma once

#include <map>
#include <vector>

#include "tlm_models/flow/flow_solver.h"

namespace tactus {

struct PlainFlow {
  std::vector<LinkId> links;
  double limit = FlowSolver::kUnlimited;
};
using PlainFlows = std::map<FlowId, PlainFlow>;
using Rates = std::map<FlowId, double>;

/// Max-min fair rates by the book: find the lowest level at which any link is full or any flow at its limit, give it to
/// the flows there, again with the others.
Rates fair_shares(const std::vector<double>& bandwidths, const PlainFlows& flows);

/// The most that is wrong with `rates`, relative: a link that carries more than its bandwidth, or a flow that neither
/// has its limit nor is among the fastest of a link that is full. 0 for exact max-min fair rates.
double unfairness(const std::vector<double>& bandwidths, const PlainFlows& flows, const Rates& rates);

}  // namespace tactus
