#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "hw/common/clock.h"
#include "hw/common/network_shape.h"
#include "hw/common/units.h"

namespace tactus {

/// Delays of the cables: one for all, or one for each dimension.
struct CableDelays : DimensionList<Picoseconds> {
  constexpr CableDelays(Picoseconds of_all = {}) : DimensionList<Picoseconds>{of_all} {}
  constexpr CableDelays(const DimensionList<Picoseconds>& by_dimension) : DimensionList<Picoseconds>(by_dimension) {}
  [[nodiscard]] constexpr Picoseconds in(int dimension) const {
    return of[count == 1 ? 0 : static_cast<std::size_t>(dimension)];
  }
};

/// The cable between two neighbours: all links between them, in both directions.
struct Cable {
  Coordinate from;
  Coordinate to;
  /// Whether it joins `a` and `b`.
  [[nodiscard]] bool joins(Coordinate a, Coordinate b) const {
    return (from == a && to == b) || (from == b && to == a);
  }
};

/// Whether one of `cables` joins `a` and `b`.
inline bool any_joins(const std::vector<Cable>& cables, Coordinate a, Coordinate b) {
  return std::any_of(cables.begin(), cables.end(), [&](const Cable& cable) { return cable.joins(a, b); });
}

/// Values of some cables in place of those of the machine's links.
struct LinkOverride {
  std::vector<Cable> cables;                ///< that it is for; none: those of `dimension`
  std::optional<int> dimension;             ///< all cables along it, but for those that another override names
  std::optional<BytesPerSecond> bandwidth;  ///< in each direction, at most that of the machine's links
  std::optional<Picoseconds> cable_delay;
};

/// One direction of a cable. The sum of the delays takes whole cycles, rounded up (nsim, Table 1: 78 ns + 10 ns = 22
/// cycles of 4 ns).
struct LinkConfig {
  BytesPerSecond bandwidth{4'000'000'000};  ///< one flit per cycle: 16 B / clock, to 0.1 %
  Picoseconds switch_delay{78'000};
  CableDelays cable_delay{Picoseconds{10'000}};
  std::vector<LinkOverride> overrides;

  /// Some have less than the bandwidth of the others.
  [[nodiscard]] bool differ_in_bandwidth() const {
    return std::any_of(overrides.begin(), overrides.end(), [](const LinkOverride& each) { return each.bandwidth; });
  }
};

/// Parts of the network that fail together.
struct FailingParts {
  std::vector<Cable> cables{};
  std::vector<Coordinate> switches{};  ///< with all their cables; in graphs
  std::vector<Coordinate> routers{};   ///< with all their cables; in tori and meshes

  [[nodiscard]] bool empty() const { return cables.empty() && switches.empty() && routers.empty(); }
  /// The router or switch of `node` is one of them.
  [[nodiscard]] bool has(Coordinate node) const {
    const auto is_among = [node](const std::vector<Coordinate>& nodes) {
      return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
    };
    return is_among(switches) || is_among(routers);
  }
  /// The cable between `a` and `b` is one of them, or one of theirs.
  [[nodiscard]] bool have_cable(Coordinate a, Coordinate b) const {
    return has(a) || has(b) || any_joins(cables, a, b);
  }
};

/// A time in which cables carry nothing, in neither direction.
struct LinkOutage : FailingParts {
  Picoseconds from;
  Picoseconds until;
};

/// Cables that carry nothing from a time on, for good: no packet is granted to them any more, and what has been granted
/// before passes whole. A router or switch passes on what it has; no packet is granted to a link that leads to it.
struct LinkBreak : FailingParts {
  Picoseconds at;

  /// The link from `from` to its neighbour `to` is granted to nobody in the end.
  [[nodiscard]] bool close(Coordinate from, Coordinate to) const { return has(to) || any_joins(cables, from, to); }
};

/// Links that do not work, or not always: `FailingParts` carry nothing from the beginning.
struct FaultsConfig : FailingParts {
  std::vector<LinkOutage> outages;
  std::vector<LinkBreak> breaks;
  double bit_error_rate = 0;           ///< probability that a link carries a bit wrongly
  Picoseconds retry_delay{100'000};    ///< that a link's sender waits beyond the round trip before it repeats a packet
  std::optional<Bytes> replay_buffer;  ///< none: `MachineConfig::replay_buffer_flits`
  std::uint64_t seed = 1;              ///< draws of errors depend on it

  /// Some links carry nothing, from the beginning or in the end.
  [[nodiscard]] bool kill_links() const { return !empty() || !breaks.empty(); }
  /// The router or switch of `node` works in the beginning, and breaks.
  [[nodiscard]] bool breaks_at(Coordinate node) const {
    return std::any_of(breaks.begin(), breaks.end(), [node](const LinkBreak& each) { return each.has(node); });
  }
  /// Links between routers check packets, and repeat those that are wrong.
  [[nodiscard]] bool repeat_packets() const { return bit_error_rate > 0; }
  /// A link may hold up packets that are granted.
  [[nodiscard]] bool interrupt_links() const { return !outages.empty() || repeat_packets(); }
};

/// Longest outage: ages of packets are told apart within twice this time.
inline constexpr Cycles kLongestOutage{std::uint64_t{1} << 30};

/// A link that carries less than this part of what the switch gives is refused.
inline constexpr std::uint64_t kSlowestLink = 1024;

/// How long flits take over one link.
struct LinkSpeed {
  std::uint64_t delay = 0;  ///< cycles, whatever comes
  // A flit takes `full / own` cycles of the wire: 1, or more if the link is slower than the switch.
  std::uint64_t full = 1;
  std::uint64_t own = 1;

  [[nodiscard]] bool slow() const { return own != full; }
  /// Cycles that the link needs for a packet beyond one for each of its flits.
  [[nodiscard]] std::uint64_t stretch(std::uint64_t flits) const {
    return slow() ? ceil_div(flits * full, own) - flits : 0;
  }
  [[nodiscard]] friend bool operator==(const LinkSpeed& a, const LinkSpeed& b) {
    return a.delay == b.delay && a.full == b.full && a.own == b.own;
  }
};

}  // namespace tactus
