#include "hw/router/dateline.h"

namespace tactus {
DatelineRule::DatelineRule(const DatelineName& choice, int virtual_channels)
    : class_1_begin_((virtual_channels + 1) / 2), all_vcs_(static_cast<std::uint8_t>((1U << virtual_channels) - 1)) {
  const auto class_of = policy(choice).class_of;
  if (class_of == nullptr || virtual_channels == 1) {
    masks_.fill(all_vcs_);
    return;
  }
  const auto class_0 = static_cast<std::uint8_t>((1U << class_1_begin_) - 1);
  const auto class_1 = static_cast<std::uint8_t>(all_vcs_ & ~class_0);
  for (unsigned bits = 0; bits < masks_.size(); ++bits) {
    const RingStep step{(bits & 1U) != 0, (bits & 2U) != 0, (bits & 4U) != 0};
    const int in_class = (bits & 8U) != 0 ? 1 : 0;
    masks_[index(step, in_class)] = class_of(step, in_class) == 1 ? class_1 : class_0;
  }
}

}  // namespace tactus
