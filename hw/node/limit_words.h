#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/node/numa_node.h"

namespace tactus {

/// The resources of a node that can limit a NIC, numbered from 0 (nothing) on, with their names: an enumeration for
/// waveforms.
class LimitWords {
 public:
  explicit LimitWords(const NumaNode& node);

  [[nodiscard]] std::uint64_t value(const LimitingResource& resource) const {
    return values_[static_cast<std::size_t>(resource.limit)][static_cast<std::size_t>(resource.part)];
  }
  /// By value.
  [[nodiscard]] const std::vector<LimitingResource>& resources() const { return resources_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// Bits that hold each value.
  [[nodiscard]] int width() const { return width_of(resources_.size()); }
  static int width_of(std::size_t values);

 private:
  static constexpr std::size_t kLimits = static_cast<std::size_t>(NodeLimit::kMemoryQueue) + 1;
  std::array<std::vector<std::uint64_t>, kLimits> values_{};  ///< by limit and part
  std::vector<LimitingResource> resources_;
  std::vector<std::string> names_;
};

}  // namespace tactus
