#pragma once

#include "hw/common/machine_config.h"
#include "testbench/parts/dice.h"

namespace tactus {

/// Gives `machine`, whose routing is to be a table, one: the routes of dimension order, or up*/down* round dead cables
/// with VCs by destination. A large machine has dimension order instead. The dice are a copy, so that no other draw
/// depends on the table.
void choose_table(Dice dice, MachineConfig& machine);

}  // namespace tactus
