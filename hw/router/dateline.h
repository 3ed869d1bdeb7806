#pragma once

#include <array>
#include <cstdint>

#include "hw/common/router_config.h"

namespace tactus {

/// One link of a packet's way through a ring, as the dateline rule sees it.
struct RingStep {
  bool enters = false;   ///< the packet comes into the ring with this link: from a NIC port or on the turn
  bool crosses = false;  ///< this is the ring's wraparound link
  bool wraps = false;    ///< the wraparound link is this one or still ahead
};

/// Registration of a dateline rule, in hw/router/datelines/<name>.cpp.
struct DatelinePolicy : Policy {
  /// The class, 0 or 1, of the VCs that a packet may take on the link of `step` if the VC that it holds of the link
  /// before is of `in_class`. Null for a rule without classes, which permits every VC everywhere.
  int (*class_of)(const RingStep& step, int in_class) = nullptr;
};

/// Which VCs a packet may take on a link of a ring, so that no circle of full buffers can close in it.
/// Class 0 is VCs [0, ceil(V/2)), class 1 the rest; with one VC, or a rule without classes, both classes are all VCs.
/// Rules and drawings: docs/reference/routing.md.
class DatelineRule {
 public:
  DatelineRule(const DatelineName& choice, int virtual_channels);

  /// VCs permitted on the link of `step` to a packet that holds VC `in_vc` of the link before.
  [[nodiscard]] std::uint8_t vc_mask(const RingStep& step, int in_vc) const {
    return masks_[index(step, in_vc >= class_1_begin_ ? 1 : 0)];
  }
  [[nodiscard]] std::uint8_t all_vcs() const { return all_vcs_; }

 private:
  static unsigned index(const RingStep& step, int in_class) {
    return static_cast<unsigned>(step.enters) | static_cast<unsigned>(step.crosses) << 1U |
           static_cast<unsigned>(step.wraps) << 2U | static_cast<unsigned>(in_class) << 3U;
  }

  int class_1_begin_;
  std::uint8_t all_vcs_;
  std::array<std::uint8_t, 16> masks_{};  ///< the rule, tabulated: it is consulted once per packet and hop
};

}  // namespace tactus
