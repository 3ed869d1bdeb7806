#pragma once

#include <string>

#include "testbench/parts/dice.h"
#include "tlm_models/node/copies/datatype_config.h"
#include "tlm_models/node/copies/transfer_config.h"

namespace tactus {

struct RandomDatatypes {
  int nesting = 4;         ///< constructors inside each other at most
  bool one_basic = false;  ///< one alignment, and no marks inside of structs: what the naive typemap knows
  int largest = 4;         ///< counts and lengths, which may also be 0
  /// What Open MPI 4.1 knows: a stride of -1 byte it takes for "none given", and old types without data have bounds in
  /// some of its constructors and none in others.
  bool of_open_mpi = false;
};

/// A valid datatype of up to some thousand bytes.
DatatypeConfig random_datatype(Dice& dice, const RandomDatatypes& kinds);

/// A message of random datatypes, of at least a byte; its receive names no byte twice.
TransferConfig random_message(Dice& dice, const RandomDatatypes& kinds = {});

/// In the words of MPI, for failures.
std::string description(const DatatypeConfig& config);

}  // namespace tactus
