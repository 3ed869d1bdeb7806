#include <fmt/core.h>

#include <algorithm>

#include "hw/nic/injection_control.h"
#include "hw/nic/pacer_decisions.h"
#include "testbench/tests/fuzz/random_parts.h"
#include "testbench/tests/fuzz/random_scenario.h"

namespace tactus {

void leave_out_classes(Scenario& scenario) {
  RouterConfig& router = scenario.machine.router;
  if (router.has_classes()) router.virtual_channels = router.classes.front().virtual_channels;
  router.classes.clear();
  scenario.machine.nic.class_queues = false;
  scenario.workload.message_class.clear();
  scenario.workload.class_number = 0;
  for (JobConfig& job : scenario.workload.jobs) {
    job.program.message_class.clear();
    job.program.class_number = 0;
  }
}

void vary_classes(Dice dice, Scenario& scenario) {
  RouterConfig& router = scenario.machine.router;
  const bool known = router.switch_hold == SwitchHold::kPacket && router.input_nomination == "any" &&
                     policy(scenario.pacing.control.kind).make == nullptr;
  std::vector<JobConfig>& jobs = scenario.workload.jobs;
  if (!known || !dice.chance(jobs.empty() ? 15 : 70)) return;
  const Scenario before = scenario;
  // As many VCs for each as all packets would have, so that they have the same ways.
  const int own = router.virtual_channels;
  router.virtual_channels = 0;
  for (int count = dice.between(2, 4); count > 0; --count) {
    router.classes.push_back(
        {fmt::format("class_{}", count), own, dice.below(3), dice.chance(50) ? 1 : dice.between(1, 99)});
    router.virtual_channels += own;
  }
  const auto choose = [&](WorkloadConfig& program) {
    program.class_number = static_cast<std::uint8_t>(dice.below(static_cast<int>(router.classes.size())));
    program.message_class = router.classes[program.class_number].name;
  };
  scenario.machine.nic.class_queues = dice.chance(60) && !policy(scenario.pacing.mode).phases;
  if (jobs.empty()) choose(scenario.workload);
  for (JobConfig& job : jobs) choose(job.program);
  if (!is_executable(scenario)) scenario = before;
}

}  // namespace tactus
