// A plug-in: an arbiter, and a placement.
#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "hw/router/arbiter.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/placement.h"

namespace tactus {
namespace {

class HighestArbiter final : public Arbiter {
 public:
  int pick(RequestMask requests, RequestAges /*ages*/) override { return 63 - __builtin_clzll(requests); }
  void reset() override {}
};
const Registered<ArbiterKind> kHighest{
    {{"highest", "The requester of the highest number wins."},
     ArbiterAges::kNone,
     [](const ArbiterRequesters&) -> std::unique_ptr<Arbiter> { return std::make_unique<HighestArbiter>(); }}};

std::vector<int> reversed(const RankShape& shape, std::uint64_t /*seed*/) {
  std::vector<int> processors(static_cast<std::size_t>(shape.ranks()));
  std::iota(processors.rbegin(), processors.rend(), 0);
  return processors;
}
const Registered<PlacementKind> kReversed{{{"reversed", "The last rank runs on the first processor."}, reversed}};

}  // namespace
}  // namespace tactus
