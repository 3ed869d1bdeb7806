#pragma once

#include "hw/common/network_graphs.h"
#include "testbench/app/scenario/diagnostic.h"

namespace tactus {

/// A graph from a file with a cable on each line, as in "host 0 switch 3" or "switch 3 switch 4". Puts all faults of
/// the text on the list, and one of a network that has them none the less: nodes left out, or in two parts. Format:
/// docs/reference/graphs.md.
GraphParts read_graph(const SourceText& source, DiagnosticList& diagnostics);

}  // namespace tactus
