#pragma once

#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/network_graphs.h"
#include "testbench/app/scenario/diagnostic.h"

namespace tactus {

struct GraphFile {
  GraphParts parts;
  std::vector<LinkOverride> links;  ///< cables unlike the others
  std::vector<Place> link_places;   ///< beginnings of their lines
};

/// A graph from a file with a cable on each line, as in "host 0 switch 3" or "switch 3 switch 4 bandwidth=1 GB/s". Puts
/// all faults of the text on the list, and one of a network that has them none the less: nodes left out, or in two
/// parts. Format: docs/reference/graphs.md.
GraphFile read_graph(const SourceText& source, DiagnosticList& diagnostics);

}  // namespace tactus
