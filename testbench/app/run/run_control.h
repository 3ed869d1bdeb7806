#pragma once

#include <functional>
#include <utility>

#include "hw/node/lookout.h"

namespace tactus {

/// Stops the simulation once a condition holds. Looks in the middle of every 64th cycle: the condition must be one that
/// stays true. While nothing changes it does not look.
class RunControl final : public Lookout {
 public:
  struct Run {
    std::function<bool()> finished;
    /// The next cycle in which the run may be finished because time has passed; `Cycles::max()` if there is none.
    std::function<Cycles()> finished_by_time;
  };

  /// `also` is told the time at each look; it may be empty.
  RunControl(Run run, std::function<void(Picoseconds)> also) : run_(std::move(run)), also_(std::move(also)) {}

  Cycles look(const Look& look) override;

 private:
  Run run_;
  std::function<void(Picoseconds)> also_;
};

}  // namespace tactus
