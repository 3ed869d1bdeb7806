#pragma once

#include <functional>

#include "testbench/app/scenario/scenario.h"

namespace tactus {

/// The simplest scenario that can be found from `scenario`, which `fails`, and that fails too: fewer messages, smaller
/// sizes and tori, defaults wherever they do. Calls `fails` at most `attempts` times, only for executable scenarios.
Scenario shrink(const Scenario& scenario, const std::function<bool(const Scenario&)>& fails, int attempts = 400);

}  // namespace tactus
