#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "hw/common/config_faults.h"
#include "hw/common/policy_key.h"
#include "hw/node/part_kind.h"
#include "testbench/app/scenario/rtl_config.h"

namespace tactus {

/// A part of a plug-in, by name, and the nodes that have it.
struct PlacedPart {
  std::string name;
  NodeSelection nodes;
};

/// Parts of one kind in place of the machine's own.
template <class Kind>
struct PlacedParts {
  std::vector<PlacedPart> list;

  [[nodiscard]] bool empty() const { return list.empty(); }
  /// The part of `node`; null: the machine's own.
  [[nodiscard]] const PlacedPart* at(Coordinate node) const {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& part) { return part.nodes.holds(node); });
    return found == list.end() ? nullptr : &*found;
  }
  [[nodiscard]] bool names(const std::string& part) const {
    return std::any_of(list.begin(), list.end(), [&](const PlacedPart& placed) { return placed.name == part; });
  }
};

/// Parts of plug-ins in the nodes of the machine (docs/reference/parts.md).
struct PartsConfig {
  PlacedParts<RouterPartKind> router;
  PlacedParts<NicPartKind> nic;
  PlacedParts<MemoryPartKind> memory;
  PlacedParts<ProcessorPartKind> processor;
  Numbers numbers;  ///< values of the keys of all parts

  /// The router or the NIC of `node` is a part, which stands on pins.
  [[nodiscard]] bool on_pins(Coordinate node) const { return router.at(node) != nullptr || nic.at(node) != nullptr; }
};

/// Faults of parts of one kind on `network`, a list for each part: nodes that there are not, or that have another part,
/// or RTL (`rtl`, nodes of the key `rtl_key`) in its place.
std::vector<std::vector<std::string>> part_faults(const std::vector<PlacedPart>& parts, const NetworkShape& network,
                                                  const NodeSelection& rtl, const char* rtl_key);

/// The nodes that the packet level has on pins, by number, in ascending order: those of `cycle`, and those with RTL or
/// with a router or NIC of `parts`.
std::vector<Coordinate> nodes_on_pins(const CycleConfig& cycle, const RtlConfig& rtl, const PartsConfig& parts,
                                      const NetworkShape& torus);

}  // namespace tactus
