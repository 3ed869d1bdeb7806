#include "tlm_models/node/rdma/rail_splitter.h"

#include <algorithm>
#include <numeric>

namespace tactus {

RailSplitter::RailSplitter(RailSplit split, const std::vector<int>& distances)
    : split_(split), shares_(distances.size(), 1), rates_(distances.size()) {
  if (split != RailSplit::kNear || distances.empty()) return;
  const int nearest = *std::min_element(distances.begin(), distances.end());
  std::transform(distances.begin(), distances.end(), shares_.begin(),
                 [nearest](int distance) { return distance == nearest ? 1 : 0; });
}

std::vector<std::uint64_t> RailSplitter::parts(Bytes bytes) const {
  constexpr std::uint64_t kStep = 64;
  const bool known = std::all_of(rates_.begin(), rates_.end(), [](double rate) { return rate > 0; });
  const std::vector<double>& weights = split_ == RailSplit::kMeasured && known ? rates_ : shares_;
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

}  // namespace tactus
