#pragma once

#include <vector>

#include "hw/node/numa_config.h"

namespace tactus {

/// Sockets around a circle of links in which packets of one class could wait for each other's buffers for ever; empty
/// if there is none. `config` is free of other faults.
///
/// Of each way from a NIC to a memory, and back, a packet holds a buffer behind one link while it waits for one behind
/// the next. Nothing waits at the end of a way: memories and bridges take what comes without waiting for its class.
std::vector<int> find_circle_of_links(const NumaNodeConfig& config);

}  // namespace tactus
