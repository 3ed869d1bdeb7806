// A placement that looks at the clock. Nothing loads it: tests look at the file that the compiler makes of it.
#include <ctime>
#include <vector>

#include "tlm_models/traffic/placement.h"

namespace tactus {
namespace {

std::vector<int> by_clock(const RankShape& shape, std::uint64_t /*seed*/) {
  return std::vector<int>(static_cast<std::size_t>(shape.ranks()), static_cast<int>(std::time(nullptr) % 2));
}
const Registered<PlacementKind> kByClock{{{"by_clock", "All ranks on one processor."}, by_clock}};

}  // namespace
}  // namespace tactus
