#include "hw/router/dateline.h"

namespace tactus {
namespace {

int class_by_crossing(const RingStep& step, int in_class) {
  if (step.crosses) return 1;
  return step.enters ? 0 : in_class;
}

int class_by_entry(const RingStep& step, int in_class) {
  if (!step.enters) return in_class;
  return step.wraps ? 1 : 0;
}

}  // namespace

DatelineRule::DatelineRule(DatelineKind kind, int virtual_channels)
    : class_1_begin_((virtual_channels + 1) / 2), all_vcs_(static_cast<std::uint8_t>((1U << virtual_channels) - 1)) {
  if (kind == DatelineKind::kNone || virtual_channels == 1) {
    masks_.fill(all_vcs_);
    return;
  }
  const auto class_0 = static_cast<std::uint8_t>((1U << class_1_begin_) - 1);
  const auto class_1 = static_cast<std::uint8_t>(all_vcs_ & ~class_0);
  for (unsigned bits = 0; bits < masks_.size(); ++bits) {
    const RingStep step{(bits & 1U) != 0, (bits & 2U) != 0, (bits & 4U) != 0};
    const int in_class = (bits & 8U) != 0 ? 1 : 0;
    const int out_class =
        kind == DatelineKind::kCrossing ? class_by_crossing(step, in_class) : class_by_entry(step, in_class);
    masks_[index(step, in_class)] = out_class == 1 ? class_1 : class_0;
  }
}

}  // namespace tactus
