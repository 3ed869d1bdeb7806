#pragma once

#include "testbench/app/scenario/scenario.h"
#include "testbench/app/tune/butterfly_tuning.h"

namespace tactus {

/// Number of processes of the scenario's butterfly, as an exponent of 2.
int butterfly_dimensions(const Scenario& scenario);

/// Costs that the recursion has to be given for the butterfly of `scenario`, which is free of faults: without noise and
/// with a network to itself each round then takes what it takes at the flow level.
///
/// A message takes its time between the two ranks of its round that are farthest apart, and the calls around it: with
/// `o` for a call, 2 o before it leaves, and at least one more until its receive has returned. A redundant round costs
/// its two calls (docs/reference/algorithms.md, butterfly).
ButterflyCosts butterfly_costs(const Scenario& scenario);

/// The scenario with the rounds of `choice`, and without the name of its file.
Scenario with_rounds(Scenario scenario, const ButterflyChoice& choice);

}  // namespace tactus
