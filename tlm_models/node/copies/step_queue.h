#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "tlm_models/node/copies/copy_plan.h"
#include "tlm_models/node/copies/flag_board.h"

namespace tactus {

/// Steps that one side of a message still has to do.
class StepQueue {
 public:
  explicit StepQueue(CopySteps steps) : steps_(std::move(steps)) {}

  [[nodiscard]] bool empty() const { return next_ == steps_.size(); }
  /// When the next step, which there is, can be carried out; Picoseconds::max() if something else has to happen before.
  [[nodiscard]] Picoseconds ready(const FlagBoard& flags) const {
    const CopyStep& step = steps_[next_];
    return step.kind == CopyStep::Kind::kWait ? flags.time(step.flag) : Picoseconds{0};
  }
  /// Takes the next step and those behind it, to before one that waits.
  CopySteps take_to_wait() {
    const auto waits = [](const CopyStep& step) { return step.kind == CopyStep::Kind::kWait; };
    CopySteps taken(at(next_), std::find_if(at(next_ + 1), steps_.cend(), waits));
    next_ += taken.size();
    return taken;
  }

 private:
  [[nodiscard]] CopySteps::const_iterator at(std::size_t number) const {
    return steps_.cbegin() + static_cast<std::ptrdiff_t>(number);
  }

  CopySteps steps_;
  std::size_t next_ = 0;
};

}  // namespace tactus
