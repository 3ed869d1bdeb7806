#pragma once

#include <memory>

#include "hw/common/machine_config.h"
#include "hw/router/route_table.h"
#include "testbench/app/scenario/diagnostic.h"

namespace tactus {

/// Reads a table file for `machine`, which is free of faults and has no more nodes than a table can have. Each line
/// that is wrong, leads nowhere or takes no packet is put on the list, with its place; what is read then is of no use.
/// Syntax: docs/reference/routing.md.
std::shared_ptr<const RouteTable> read_route_table(const SourceText& source, const MachineConfig& machine,
                                                   DiagnosticList& diagnostics);

}  // namespace tactus
