#include "testbench/app/sweep/sweep_shard.h"

namespace tactus {

std::vector<std::size_t> SweepShard::share(std::size_t points) const {
  std::vector<std::size_t> mine;
  for (std::size_t point = index; point < points; point += of) mine.push_back(point);
  return mine;
}

}  // namespace tactus
