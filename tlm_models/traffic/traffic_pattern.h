#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/common/network_shape.h"
#include "hw/common/random.h"
#include "tlm_models/traffic/algorithm.h"

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

/// The pattern that `config.algorithm`, an open-loop one, names. Idle nodes send nothing, and nothing is sent to them.
std::unique_ptr<TrafficPattern> make_traffic_pattern(const WorkloadConfig& config, NetworkShape shape);

// What patterns have in common.

/// Any node but `source` and those in `idle`, all alike, by the number 2 * index of `draws`. `idle`: numbers, rising.
Coordinate uniform_destination(const NetworkShape& shape, const std::vector<int>& idle, Coordinate source,
                               const RandomStream& draws, std::uint64_t index);

/// The pattern whose destination is the node at a fixed offset.
class FixedOffset final : public TrafficPattern {
 public:
  FixedOffset(NetworkShape shape, Coordinate offset) : shape_(shape), offset_(offset) {}

  [[nodiscard]] std::optional<Coordinate> destination(Coordinate source, const RandomStream& draws,
                                                      std::uint64_t index) const override;

 private:
  NetworkShape shape_;
  Coordinate offset_;
};

/// The registration of an open loop with the pattern that `make` makes, which draws no idle node.
AlgorithmPolicy open_loop(const char* name, const char* summary, decltype(AlgorithmPolicy::make_pattern) make);

}  // namespace tactus
