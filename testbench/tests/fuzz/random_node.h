#pragma once

#include "testbench/app/scenario/scenario.h"
#include "testbench/tests/unit/hw/router/dice.h"

namespace tactus {

/// In some cases puts a random NUMA node between the NICs and memory of `scenario`, with buffers of few and of many
/// packets, and its ranks' buffers anywhere.
void choose_node(Dice& dice, Scenario& scenario);

}  // namespace tactus
