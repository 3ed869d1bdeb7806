#pragma once

#include <array>
#include <cstdint>

#include "hw/router/dateline.h"
#include "hw/router/route_function.h"
#include "hw/router/tie_break.h"

namespace tactus {

/// Through one dimension after the other, in the order that the configuration says, each by its shorter way, with a
/// dateline rule in those that are rings (hw/router/dateline.h).
///
/// When both ways round a ring are equally long (n even, offset n/2), the tie break decides (hw/router/tie_break.h); the
/// sign in the header matters in no other case. A row has one way and any VC. At its destination, and so at once if it
/// is sent to its own node, the packet goes to the NIC port, on any VC.
class DimensionOrder final : public RouteFunction {
 public:
  explicit DimensionOrder(const MachineConfig& config);

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override;

  /// The dimensions of a network in the order of a valid `config`.
  static DimensionList<int> order_of(const NetworkShape& shape, const RouterConfig& config);

 private:
  struct Dimension {
    int number = 0;
    int size = 0;
    bool wraps = true;
  };
  /// A node and where a packet leaves that dimension.
  struct Way {
    int here;
    int to;
    bool negative_sign;
  };

  [[nodiscard]] RouteDecision follow(const Dimension& dimension, const Way& way, int in_port, int in_vc) const;
  [[nodiscard]] bool goes_positive(const Dimension& dimension, const Way& way) const;

  int dimensions_;
  int first_nic_port_;
  bool (*goes_minus_)(const Tie& tie);  ///< null: plus at every tie
  DatelineRule dateline_;
  std::array<Dimension, kMaxDimensions> in_order_{};
};

}  // namespace tactus
