#pragma once

#include <optional>
#include <vector>

#include "testbench/app/run/simulation.h"

namespace tactus {

/// Whether `scenario` asks for the times that its jobs take alone.
bool wants_jobs_alone(const Scenario& scenario);

/// How long each job of `scenario` that runs takes if the others keep their ranks and do nothing, in simulated seconds
/// and the order of the scenario; nothing for one that does not end. Each job runs in a process of its own, `how` says
/// at which level; the caller must not have elaborated anything. Throws ModelViolation, with the job, and ChildFailure.
std::vector<std::optional<double>> durations_alone(const Scenario& scenario, const SimulationOptions& how);

/// Puts the times of `durations_alone` beside those of the jobs in `summary`.
void add_durations(const std::vector<std::optional<double>>& alone, RunSummary& summary);

}  // namespace tactus
