#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/router/channel.h"
#include "hw/router/dateline.h"
#include "hw/router/route_function.h"
#include "hw/router/tie_break.h"

namespace tactus {

/// VCs [first, first + count) of every link.
struct VcSet {
  int first = 0;
  int count = 1;
  [[nodiscard]] bool has(int vc) const { return vc >= first && vc < first + count; }
};

/// Number `set`, 0 or 1, of the two sets that the VCs of a router are parted into: the first one has the larger half.
VcSet half_of_vcs(int virtual_channels, int set);

/// The dimensions of a valid machine in the order in which its packets go through them.
DimensionList<int> dimension_order_of(const MachineConfig& config);

/// A way through one dimension after the other, in each the shorter way, on one set of VCs, with a dateline rule in the
/// dimensions that are rings (hw/router/dateline.h), or with bubble flow control: there a packet enters a ring on any
/// VC of the set with room for two packets, and stays on that VC.
///
/// If both ways round a ring are equally long (n even, offset n/2), the tie break decides (hw/router/tie_break.h); the
/// sign in the header matters in no other case. A row has one way and any VC of the set.
class OrderedWay {
 public:
  /// `config` is valid, and `order` has each of its dimensions once.
  OrderedWay(const MachineConfig& config, const DimensionList<int>& order, VcSet vcs);

  /// The next link of the way from `here` to the node `to`, for a packet that stands at input `in_port`; on the way
  /// itself it came on `in_vc`, a VC of the set. Nothing at its end.
  [[nodiscard]] std::optional<RouteDecision> next(Coordinate here, Coordinate to, OffsetSigns negative, int in_port,
                                                  int in_vc) const {
    for (int place = 0; place < dimensions_; ++place) {
      const Dimension& dimension = in_order_[static_cast<std::size_t>(place)];
      const int d = dimension.number;
      if (here[d] != to[d]) return follow(dimension, {here[d], to[d], negative[d]}, in_port, in_vc);
    }
    return std::nullopt;
  }

  /// Links on the way in a dimension, counted in the direction that it takes: negative in the minus direction.
  [[nodiscard]] int offset(int dimension, Coordinate from, Coordinate to, OffsetSigns negative) const;

  /// A cycle among the channels of the set that packets on such ways can hold and wait for; nothing if there is none.
  [[nodiscard]] std::optional<std::vector<Channel>> find_cycle(const NetworkShape& shape) const;

 private:
  struct Dimension {
    int number = 0;
    int size = 0;
    bool wraps = true;
  };
  /// A node and where a packet leaves that dimension.
  struct Step {
    int here;
    int to;
    bool negative_sign;
  };

  [[nodiscard]] RouteDecision follow(const Dimension& dimension, const Step& step, int in_port, int in_vc) const {
    const bool plus = goes_plus(dimension, step);
    const Direction out = direction_of(dimension.number, !plus);
    const auto port = static_cast<std::uint8_t>(out);
    // No circle can close in a row: it needs no classes, and no bubble.
    if (!dimension.wraps) return {port, of_set(dateline_.all_vcs()), static_cast<std::uint8_t>(bubble_ ? 1 : 0)};
    RingStep ring;
    ring.enters = in_port != static_cast<int>(opposite(out));
    if (bubble_) return bubble(port, ring.enters, in_vc);
    ring.crosses = step.here == (plus ? dimension.size - 1 : 0);
    ring.wraps = plus ? step.to < step.here : step.to > step.here;
    return {port, of_set(dateline_.vc_mask(ring, in_vc - vcs_.first))};
  }
  [[nodiscard]] bool goes_plus(const Dimension& dimension, const Step& step) const {
    const int ahead = step.to - step.here;
    if (!dimension.wraps) return ahead > 0;
    const int twice_plus_distance = 2 * (ahead < 0 ? ahead + dimension.size : ahead);
    if (twice_plus_distance == dimension.size) return breaks_tie_to_plus(dimension, step);
    return twice_plus_distance < dimension.size;
  }
  /// A tie exists where the way begins only: the first link makes the rest of it the shorter one.
  [[nodiscard]] bool breaks_tie_to_plus(const Dimension& dimension, const Step& step) const;
  /// On a link of a ring, with bubble flow control.
  [[nodiscard]] RouteDecision bubble(std::uint8_t out_port, bool enters, int in_vc) const;
  [[nodiscard]] std::uint8_t of_set(std::uint8_t mask) const { return static_cast<std::uint8_t>(mask << vcs_.first); }

  int dimensions_;
  VcSet vcs_;
  bool (*goes_minus_)(const Tie& tie);  ///< null: plus at every tie
  DatelineRule dateline_;
  bool bubble_;
  std::array<Dimension, kMaxDimensions> in_order_{};
};

}  // namespace tactus
