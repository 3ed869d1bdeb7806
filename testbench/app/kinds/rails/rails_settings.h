#pragma once

#include <vector>

#include "hw/common/units.h"
#include "testbench/app/scenario/node_config.h"
#include "tlm_models/node/rdma/rails_config.h"

namespace tactus {

inline constexpr std::size_t kMostRails = 4;

/// Run of `network.kind: rails`: messages of several sizes between two nodes joined back to back.
struct RailsSettings {
  std::vector<int> nics{0};  ///< by rail: its NIC in either node; empty for all that it has
  CableConfig cable;
  RailNicConfig nic;
  RdmaConfig rdma;
  std::vector<Bytes> sizes{Bytes{16 * 1024 * 1024}};  ///< sizes of messages, in the order of the measurement
  int messages = 1;  ///< measured messages of each size, after one that registers the buffers
};

/// By rail, its NIC.
std::vector<int> rail_nics(const RailsSettings& rails, const NumaNodeConfig& node);

/// Everything that is wrong with `rails`, NICs that are not in `node` included.
std::vector<ConfigFault> validate(const RailsSettings& rails, const NumaNodeConfig& node);

/// The experiment; both are free of faults.
RailsConfig rails_config(const RailsSettings& rails, const NodeConfig& node);

}  // namespace tactus
