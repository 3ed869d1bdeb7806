#pragma once

#include <vector>

#include "hw/node/numa_config.h"
#include "tlm_models/node/rdma/rdma_config.h"

namespace tactus {

/// Two equal nodes joined back to back by cables, NIC n of one with NIC n of the other. A process on each: one sends,
/// the other one answers with 4 B, as the multirail paper measures.
struct RailsConfig {
  NumaNodeConfig node;
  CableConfig cable;
  RailNicConfig nic;
  RdmaConfig rdma;
  std::vector<int> rails{0};           ///< NICs whose cables are used, by number in the node
  std::vector<int> send_memory{0};     ///< by rail: memory of the sender that has its part
  std::vector<int> receive_memory{0};  ///< by rail: memory of the receiver that gets it
  int cpu = 0;                         ///< socket of the processes; control messages lie in its first memory
};

/// Every fault of `config`; empty if it can be run.
std::vector<ConfigFault> validate(const RailsConfig& config);

}  // namespace tactus
