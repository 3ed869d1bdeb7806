#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/node/copies/datatype_config.h"

namespace tactus {

/// Argument that one side gives to MPI: elements of a datatype.
struct MessageSideConfig {
  DatatypeConfig datatype;
  std::int64_t elements = 1;
};

/// A message inside a node: what is read and where it is written.
struct TransferConfig {
  MessageSideConfig send;
  MessageSideConfig receive;
};

/// Every fault of `config`: of its datatypes, sizes that differ, a receive that overlaps.
std::vector<ConfigFault> validate(const TransferConfig& config);

}  // namespace tactus
