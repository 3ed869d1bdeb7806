#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "hw/common/network_shape.h"
#include "tlm_models/common/random.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Where the messages of an open-loop source go. Patterns and their sources: docs/reference/open_loop.md.
class TrafficPattern {
 public:
  virtual ~TrafficPattern() = default;
  /// Destination of message `index` of `source`, a pure function; nothing if `source` sends no messages at all.
  /// A pattern that draws uses the numbers 2 * index and 2 * index + 1 of `draws`.
  [[nodiscard]] virtual std::optional<Coordinate> destination(Coordinate source, const RandomStream& draws,
                                                              std::uint64_t index) const = 0;
};

/// `config.algorithm` is an open-loop one.
std::unique_ptr<TrafficPattern> make_traffic_pattern(const WorkloadConfig& config, NetworkShape shape);

}  // namespace tactus
