#pragma once

#include <vector>

#include "tlm_models/copies/copy_plan.h"

namespace tactus {

/// When each flag happened.
class FlagBoard {
 public:
  /// `count` flags more; answers the first.
  FlagId add(FlagId count) {
    const auto first = static_cast<FlagId>(times_.size());
    times_.resize(times_.size() + count, Picoseconds::max());
    return first;
  }
  void post(FlagId flag, Picoseconds time) { times_[flag] = time; }
  [[nodiscard]] bool posted(FlagId flag) const { return times_[flag] != Picoseconds::max(); }
  /// Picoseconds::max() if it has not happened.
  [[nodiscard]] Picoseconds time(FlagId flag) const { return times_[flag]; }

 private:
  std::vector<Picoseconds> times_;
};

}  // namespace tactus
