#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "tlm_models/node/copies/copy_plan.h"

namespace tactus {

/// When each flag happened. Memory is proportional to the largest number of flags that were taken at once.
class FlagBoard {
 public:
  /// `count` flags in a row that have not happened; answers the first.
  FlagId take(FlagId count) {
    std::vector<FlagId>& free = free_[count];
    if (free.empty()) {
      const auto first = static_cast<FlagId>(times_.size());
      times_.resize(times_.size() + count, Picoseconds::max());
      return first;
    }
    const FlagId first = free.back();
    free.pop_back();
    std::fill_n(times_.begin() + first, count, Picoseconds::max());
    return first;
  }
  /// Nobody posts the flags of a `take`, or waits for them, any more.
  void give_back(FlagId first, FlagId count) { free_[count].push_back(first); }
  [[nodiscard]] std::size_t size() const { return times_.size(); }
  void post(FlagId flag, Picoseconds time) { times_[flag] = time; }
  [[nodiscard]] bool posted(FlagId flag) const { return times_[flag] != Picoseconds::max(); }
  /// Picoseconds::max() if it has not happened.
  [[nodiscard]] Picoseconds time(FlagId flag) const { return times_[flag]; }

 private:
  std::vector<Picoseconds> times_;
  std::map<FlagId, std::vector<FlagId>> free_;  ///< by how many they are: the first ones
};

}  // namespace tactus
