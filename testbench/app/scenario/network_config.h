#pragma once

#include "hw/common/policy.h"

namespace tactus {

struct MachineRules;

/// Kinds of machines, each by the network that connects its nodes.
struct MachineRulesKind {
  static constexpr char kName[] = "kind of network";
  using Policy = MachineRules;
};
using NetworkName = PolicyName<MachineRulesKind>;

inline constexpr char kTorusName[] = "torus";
inline constexpr char kRailsName[] = "rails";    ///< two nodes joined back to back by cables
inline constexpr char kLoneNodeName[] = "none";  ///< one node

/// The machine's network; that of the flow level alone is FlowConfig's.
struct NetworkConfig {
  NetworkName kind = kTorusName;
};

}  // namespace tactus
