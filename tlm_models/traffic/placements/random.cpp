#include "tlm_models/traffic/placement.h"
#include "tlm_models/traffic/random_permutation.h"
#include "tlm_models/traffic/random_streams.h"

namespace tactus {
namespace {

std::vector<int> shuffled(const RankShape& shape, std::uint64_t seed) {
  return random_permutation(shape.ranks(), seed, random_streams::kPlacement);
}

const Registered<PlacementKind> kRandom{
    {{"random", "The ranks are shuffled over all processors, by the seed of the scenario."}, shuffled}};

}  // namespace
}  // namespace tactus
