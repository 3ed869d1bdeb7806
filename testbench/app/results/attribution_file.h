#pragma once

#include <filesystem>

#include "hw/common/machine_config.h"
#include "hw/common/network_shape.h"
#include "testbench/app/attribution/flow_attribution.h"
#include "testbench/app/attribution/latency_attribution.h"

namespace tactus {

/// Name of the file in the folder of a run.
inline constexpr char kAttributionFile[] = "attribution.h5";

/// Writes what latencies were spent on, and what outputs and buffers did by windows of time. Arrays and their units:
/// docs/reference/attribution.md. Throws ResultFileError.
void write_attribution(const std::filesystem::path& folder, const LatencyAttribution& attribution,
                       const MachineConfig& config);

/// Writes what the messages of a run at flow level spent their time on, and what they lost at which link by windows of
/// time, to `kAttributionFile`. `end` is that of the run on `network`, whose nodes have their places in `nodes`. Arrays
/// and their units: docs/reference/attribution.md. Throws ResultFileError.
void write_attribution(const std::filesystem::path& folder, const FlowAttribution& attribution,
                       const FlowNetwork& network, const NetworkShape& nodes, Picoseconds end);

}  // namespace tactus
