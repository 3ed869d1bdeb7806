#pragma once

#include <filesystem>

#include "testbench/app/attribution/flow_attribution.h"

namespace tactus {

/// Writes what the messages of a run at flow level spent their time on, and what they lost at which link by windows of
/// time, to `kAttributionFile`. `end` is that of the run on `network`. Arrays and their units:
/// docs/reference/attribution.md. Throws ResultFileError.
void write_attribution(const std::filesystem::path& folder, const FlowAttribution& attribution,
                       const FlowNetwork& network, Picoseconds end);

}  // namespace tactus
