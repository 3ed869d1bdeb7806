#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "hw/common/config_faults.h"
#include "tlm_models/node/copies/datatype_config.h"
#include "tlm_models/node/copies/layout.h"

namespace tactus {
namespace {

/// Faults of one constructor's own members; those of its old types apart.
class ConstructorCheck {
 public:
  explicit ConstructorCheck(const DatatypeConfig& config) : config_(config) {}

  std::vector<ConfigFault> faults() {
    switch (config_.kind) {
      case DatatypeKind::kBasic:
        break;
      case DatatypeKind::kContiguous:
        count("count", config_.count);
        break;
      case DatatypeKind::kVector:
      case DatatypeKind::kHvector:
        count("count", config_.count);
        count("block_length", config_.block_length);
        distance("stride", config_.stride);
        break;
      case DatatypeKind::kIndexedBlock:
        count("block_length", config_.block_length);
        displacements();
        break;
      case DatatypeKind::kIndexed:
      case DatatypeKind::kHindexed:
      case DatatypeKind::kStruct:
        blocks();
        break;
      case DatatypeKind::kSubarray:
        array();
        break;
      case DatatypeKind::kResized:
        distance("lower_bound", config_.lower_bound);
        faults_.require(config_.extent >= 0, "extent", "{}: must not be negative", config_.extent);
        distance("extent", config_.extent);
        break;
    }
    old_types();
    return faults_.take();
  }

 private:
  void count(const std::string& field, std::int64_t value) {
    faults_.require(value >= 0, field, "{}: must not be negative", value);
    faults_.require(value <= kDatatypeReach, field, "{}: at most {}", value, kDatatypeReach);
  }
  void distance(const std::string& field, std::int64_t value) {
    faults_.require(-kDatatypeReach <= value && value <= kDatatypeReach, field, "{}: at most {} either way", value,
                    kDatatypeReach);
  }
  void displacements() {
    for (std::size_t i = 0; i < config_.displacements.size(); ++i) {
      distance(fmt::format("displacements[{}]", i), config_.displacements[i]);
    }
  }
  void blocks() {
    faults_.require(config_.block_lengths.size() == config_.displacements.size(), "block_lengths",
                    "{} lengths for {} displacements: one for each block", config_.block_lengths.size(),
                    config_.displacements.size());
    for (std::size_t i = 0; i < config_.block_lengths.size(); ++i) {
      count(fmt::format("block_lengths[{}]", i), config_.block_lengths[i]);
    }
    displacements();
  }
  void array() {
    const std::size_t dimensions = config_.sizes.size();
    faults_.require(1 <= dimensions && dimensions <= kDatatypeNesting, "sizes", "{} dimensions: must be 1 to {}",
                    dimensions, kDatatypeNesting);
    faults_.require(config_.subsizes.size() == dimensions, "subsizes", "{} for {} dimensions", config_.subsizes.size(),
                    dimensions);
    faults_.require(config_.starts.size() == dimensions, "starts", "{} for {} dimensions", config_.starts.size(),
                    dimensions);
    for (std::size_t i = 0; i < dimensions; ++i) dimension(i);
  }
  void dimension(std::size_t i) {
    const std::int64_t size = config_.sizes[i];
    faults_.require(1 <= size && size <= kDatatypeReach, fmt::format("sizes[{}]", i), "{}: must be 1 to {}", size,
                    kDatatypeReach);
    if (i >= config_.subsizes.size()) return;
    const std::int64_t part = config_.subsizes[i];
    faults_.require(1 <= part && part <= size, fmt::format("subsizes[{}]", i), "{}: must be 1 to {}, the size", part,
                    size);
    if (i >= config_.starts.size()) return;
    const std::int64_t start = config_.starts[i];
    faults_.require(0 <= start && start <= size - part, fmt::format("starts[{}]", i),
                    "{}: a part of {} of {} can start at 0 to {}", start, part, size, size - part);
  }
  void old_types() {
    std::size_t expected = 1;
    if (config_.kind == DatatypeKind::kBasic) expected = 0;
    if (config_.kind == DatatypeKind::kStruct) expected = config_.displacements.size();
    faults_.require(config_.types.size() == expected, "types", "{} types: this constructor takes {}",
                    config_.types.size(), expected);
  }

  const DatatypeConfig& config_;
  ConfigFaults faults_;
};

/// Bounds are worked out only of what has no fault so far: each type is then named once, at the innermost.
std::vector<ConfigFault> faults_within(const DatatypeConfig& config, int nesting) {
  ConfigFaults faults;
  faults.require(nesting <= kDatatypeNesting, "types", "{} constructors inside each other: at most {}", nesting,
                 kDatatypeNesting);
  if (!faults.empty()) return faults.take();
  faults.add(ConstructorCheck(config).faults());
  for (std::size_t i = 0; i < config.types.size(); ++i) {
    faults.add(fmt::format("types[{}]", i), faults_within(config.types[i], nesting + 1));
  }
  if (!faults.empty()) return faults.take();
  const TypeBounds bounds = bounds_of(config);
  faults.require(bounds.within_reach(), "kind", "its data or extent is larger than {} bytes or further away than that",
                 kDatatypeReach);
  return faults.take();
}

}  // namespace

std::vector<ConfigFault> validate(const DatatypeConfig& config) { return faults_within(config, 1); }

}  // namespace tactus
