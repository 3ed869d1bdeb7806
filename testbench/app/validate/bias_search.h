#pragma once

#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "testbench/app/validate/measurements.h"
#include "testbench/app/validate/paper.h"

namespace tactus {

/// The least time of an exchange of phases in which every rank sends a message of `message` over so many hops, when the
/// gap of its engines is `hops - 1 + bias`: what the pacer lets through on an idle network. Nothing that waits makes an
/// exchange faster than that.
Picoseconds gaps_alone(const MachineConfig& machine, Bytes message, const std::vector<int>& hops, PacketEighths bias);

/// The fastest of some runs.
const RunResult& fastest(const std::vector<RunResult>& runs);

/// Whether the run of `set` with these values, a size and a bias, can be faster than all runs of the size that have
/// been made. The set names its runs without pacing.
bool may_be_best(const Measurements& m, const RunSet& set, const std::vector<std::string>& values);

}  // namespace tactus
