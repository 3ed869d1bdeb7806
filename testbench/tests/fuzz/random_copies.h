#pragma once

#include "testbench/app/scenario/scenario.h"
#include "testbench/tests/unit/hw/router/dice.h"

namespace tactus {

/// In some cases puts random cores with small caches under the ranks of `scenario`, and gives its messages datatypes.
void choose_copies(Dice& dice, Scenario& scenario);

}  // namespace tactus
