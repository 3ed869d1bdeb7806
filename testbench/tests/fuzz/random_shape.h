#pragma once

#include "hw/common/machine_config.h"
#include "testbench/tests/unit/hw/router/dice.h"

namespace tactus {

/// Gives `machine` a network of any shape of one to four dimensions and at most 81 nodes, rings and rows, any number of
/// NICs and any order of dimensions; in a third of the cases a torus of two dimensions with all that by default.
void choose_shape(Dice& dice, MachineConfig& machine);
/// The same of five or six dimensions, at most 96 nodes and at most four NICs.
void choose_wide_shape(Dice& dice, MachineConfig& machine);

}  // namespace tactus
