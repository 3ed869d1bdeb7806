#pragma once

#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// The least time of an exchange of phases in which every rank sends a message of `message` over so many hops, when the
/// gap of its engines is `hops - 1 + bias`: what the pacer lets through on an idle network. Nothing that waits makes an
/// exchange faster than that.
Picoseconds gaps_alone(const MachineConfig& machine, Bytes message, const std::vector<int>& hops, PacketEighths bias);

}  // namespace tactus
