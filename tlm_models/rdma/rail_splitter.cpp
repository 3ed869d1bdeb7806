#include "tlm_models/rdma/rail_splitter.h"

#include <algorithm>
#include <numeric>

#include "hw/node/numa_routes.h"

namespace tactus {

RailSplitter::RailSplitter(RailSplit split, int rails) : split_(split), rates_(static_cast<std::size_t>(rails)) {}

std::vector<std::uint64_t> RailSplitter::parts(Bytes bytes) const {
  constexpr std::uint64_t kStep = 64;
  const bool known = std::all_of(rates_.begin(), rates_.end(), [](double rate) { return rate > 0; });
  const bool even = split_ == RailSplit::kEven || !known;
  std::vector<double> weights(rates_.size(), 1);
  if (!even) weights = rates_;
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::uint64_t> parts;
  double weight = 0;
  std::uint64_t given = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weight += weights[i];
    const auto until = static_cast<std::uint64_t>(static_cast<double>(bytes.count()) * (weight / all));
    const bool last = i + 1 == weights.size();
    const std::uint64_t end = last ? bytes.count() : std::min(ceil_div(until, kStep) * kStep, bytes.count());
    parts.push_back(end - given);
    given = end;
  }
  return parts;
}

void RailSplitter::measured(int rail, Bytes bytes, Picoseconds time) {
  if (bytes.count() == 0 || time.count() == 0) return;
  rates_[static_cast<std::size_t>(rail)] = static_cast<double>(bytes.count()) / static_cast<double>(time.count());
}

std::vector<int> nearest_nics(const NumaNodeConfig& node, int memory, int count) {
  const NumaRoutes routes(node);
  const int home = node.memories[static_cast<std::size_t>(memory)].socket;
  std::vector<int> nics(node.nics.size());
  std::iota(nics.begin(), nics.end(), 0);
  const auto distance = [&](int nic) {
    return routes.distance(node.socket_of(node.nics[static_cast<std::size_t>(nic)]), home);
  };
  std::stable_sort(nics.begin(), nics.end(), [&](int a, int b) { return distance(a) < distance(b); });
  nics.resize(std::min(nics.size(), static_cast<std::size_t>(count)));
  return nics;
}

}  // namespace tactus
