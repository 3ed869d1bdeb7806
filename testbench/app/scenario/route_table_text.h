#pragma once

#include <string>

#include "hw/common/machine_config.h"

namespace tactus {

/// A table file, or why there is none.
struct RouteTableText {
  std::string text;     ///< a line for each pair of nodes, more where the input of a packet decides too
  std::string refusal;  ///< empty if there is a text
};

/// The table that has the routes of `machine`, in which find_route_faults finds no fault: with it packets take the same
/// links and may take the same VCs. None has routes that are drawn, or that depend on signs or NICs.
RouteTableText route_table_text(const MachineConfig& machine);

}  // namespace tactus
