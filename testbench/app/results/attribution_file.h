#pragma once

#include <filesystem>

#include "hw/common/machine_config.h"
#include "testbench/app/attribution/latency_attribution.h"

namespace tactus {

/// Name of the file in the folder of a run.
inline constexpr char kAttributionFile[] = "attribution.h5";

/// Writes what latencies were spent on, and what outputs and buffers did by windows of time. Arrays and their units:
/// docs/reference/attribution.md. Throws ResultFileError.
void write_attribution(const std::filesystem::path& folder, const LatencyAttribution& attribution,
                       const MachineConfig& config);

}  // namespace tactus
