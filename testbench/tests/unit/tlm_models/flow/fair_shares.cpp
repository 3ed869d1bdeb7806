#include "testbench/tests/unit/tlm_models/flow/fair_shares.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace tactus {
namespace {

struct Fill {
  double load = 0;
  double fastest = 0;
};

std::vector<Fill> fills(std::size_t links, const PlainFlows& flows, const Rates& rates) {
  std::vector<Fill> fill(links);
  for (const auto& [number, rate] : rates) {
    for (const LinkId link : flows.at(number).links) {
      Fill& at = fill[static_cast<std::size_t>(link)];
      at.load += rate;
      at.fastest = std::max(at.fastest, rate);
    }
  }
  return fill;
}

}  // namespace

Rates fair_shares(const std::vector<double>& bandwidths, const PlainFlows& flows) {
  Rates rates;
  while (rates.size() < flows.size()) {
    const std::vector<Fill> fill = fills(bandwidths.size(), flows, rates);
    std::vector<int> rising(bandwidths.size(), 0);
    for (const auto& [number, flow] : flows) {
      if (rates.count(number) != 0) continue;
      for (const LinkId link : flow.links) ++rising[static_cast<std::size_t>(link)];
    }
    const auto level_of = [&](const PlainFlow& flow) {
      double level = flow.limit;
      for (const LinkId link : flow.links) {
        const auto at = static_cast<std::size_t>(link);
        level = std::min(level, (bandwidths[at] - fill[at].load) / rising[at]);
      }
      return level;
    };
    double lowest = std::numeric_limits<double>::infinity();
    for (const auto& [number, flow] : flows) {
      if (rates.count(number) == 0) lowest = std::min(lowest, level_of(flow));
    }
    Rates reached;
    for (const auto& [number, flow] : flows) {
      if (rates.count(number) == 0 && level_of(flow) <= lowest * (1 + 1e-14)) reached[number] = lowest;
    }
    rates.insert(reached.begin(), reached.end());
  }
  return rates;
}

double unfairness(const std::vector<double>& bandwidths, const PlainFlows& flows, const Rates& rates) {
  const std::vector<Fill> fill = fills(bandwidths.size(), flows, rates);
  double worst = 0;
  for (std::size_t link = 0; link < fill.size(); ++link)
    worst = std::max(worst, fill[link].load / bandwidths[link] - 1);
  for (const auto& [number, rate] : rates) {
    double missing = std::abs(flows.at(number).limit - rate) / rate;
    for (const LinkId link : flows.at(number).links) {
      const auto at = static_cast<std::size_t>(link);
      missing = std::min(missing, std::max(1 - fill[at].load / bandwidths[at], fill[at].fastest / rate - 1));
    }
    worst = std::max(worst, missing);
  }
  return worst;
}

}  // namespace tactus
