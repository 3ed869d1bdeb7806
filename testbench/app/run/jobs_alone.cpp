#include "testbench/app/run/jobs_alone.h"

#include <fmt/core.h>

#include <cstddef>
#include <nlohmann/json.hpp>

#include "testbench/app/process/own_process.h"

namespace tactus {
namespace {

using Json = nlohmann::json;

/// The scenario with job `chosen` and no other that runs.
Scenario with_one_job(Scenario scenario, std::size_t chosen) {
  std::vector<JobConfig>& jobs = scenario.workload.jobs;
  for (std::size_t i = 0; i < jobs.size(); ++i) jobs[i].enabled = i == chosen;
  scenario.run.attribution = {};
  return scenario;
}

std::optional<double> duration_of(const Scenario& scenario, const SimulationOptions& how, const std::string& name) {
  const Json answer = Json::parse(in_own_process([&]() -> std::string {
    try {
      Simulation simulation(scenario, how);
      const RunSummary summary = simulation.run();
      const std::optional<double> duration = summary.jobs.front().duration_s();
      return Json{{"duration", duration ? Json(*duration) : Json(nullptr)}}.dump();
    } catch (const ModelViolation& found) {
      return Json{{"violation", found.what()}}.dump();
    }
  }));
  if (answer.contains("violation")) {
    throw ModelViolation(fmt::format("job {} alone: {}", name, answer["violation"].get<std::string>()));
  }
  return answer["duration"].is_null() ? std::nullopt : std::optional<double>(answer["duration"].get<double>());
}

}  // namespace

bool wants_jobs_alone(const Scenario& scenario) { return scenario.run.jobs_alone && !scenario.workload.jobs.empty(); }

std::vector<std::optional<double>> durations_alone(const Scenario& scenario, const SimulationOptions& how) {
  SimulationOptions quiet;
  quiet.level = how.level;
  quiet.fabric = how.fabric;
  std::vector<std::optional<double>> durations;
  for (std::size_t i = 0; i < scenario.workload.jobs.size(); ++i) {
    const JobConfig& job = scenario.workload.jobs[i];
    if (job.enabled) durations.push_back(duration_of(with_one_job(scenario, i), quiet, job.name));
  }
  return durations;
}

void add_durations(const std::vector<std::optional<double>>& alone, RunSummary& summary) {
  for (std::size_t i = 0; i < alone.size(); ++i) summary.jobs[i].alone_s = alone[i];
}

}  // namespace tactus
