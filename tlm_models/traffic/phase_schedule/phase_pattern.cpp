#include "tlm_models/traffic/phase_schedule/phase_pattern.h"

namespace tactus {
namespace {

/// Links of a packet from `from` to `to`; of two ways equally long the plus one.
Coordinate way(const NetworkShape& shape, Coordinate from, Coordinate to) {
  Coordinate offset;
  for (int d = 0; d < shape.dimensions(); ++d) {
    const int size = shape.size(d);
    const int ahead = (to[d] - from[d] + size) % size;
    offset.set(d, 2 * ahead <= size ? ahead : ahead - size);
  }
  return offset;
}

}  // namespace

PhasePattern phase_pattern(const PhaseNetwork& network, const std::vector<std::vector<int>>& destinations) {
  PhasePattern pattern;
  const NetworkShape& shape = network.shape;
  for (std::size_t engine = 0; engine < destinations.size(); ++engine) {
    const std::vector<int>& to = destinations[engine];
    if (to.size() != static_cast<std::size_t>(shape.nodes())) return {{}, "not every node sends"};
    const Coordinate offset = way(shape, {}, shape.coordinate(to[0]));
    for (int node = 0; node < shape.nodes(); ++node) {
      const Coordinate at = shape.coordinate(node);
      const Coordinate other = way(shape, at, shape.coordinate(to[static_cast<std::size_t>(node)]));
      if (other == offset) continue;
      return {{},
              "engine " + std::to_string(engine) + " sends by " + shape.text(offset) + " from " +
                  shape.text(Coordinate{}) + " but by " + shape.text(other) + " from " + shape.text(at)};
    }
    pattern.messages.push_back({static_cast<int>(engine), offset});
  }
  return pattern;
}

}  // namespace tactus
