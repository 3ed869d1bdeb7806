#pragma once

#include "hw/node/fabric.h"
#include "testbench/app/results/run_summary.h"

namespace tactus {

/// Fills in what the links of `fabric`, which has bit errors, repeated.
void summarise_retries(const Fabric& fabric, RunSummary& summary);

}  // namespace tactus
