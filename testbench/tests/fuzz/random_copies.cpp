#include <algorithm>

#include "testbench/tests/fuzz/random_parts.h"
#include "tlm_models/traffic/algorithm.h"
#include "tlm_models/traffic/schedule.h"

namespace tactus {
namespace {

Cycles cycles_between(Dice& dice, int first, int last) {
  return Cycles{static_cast<std::uint64_t>(dice.between(first, last))};
}

ManyCoreConfig random_cores(Dice& dice, int ranks) {
  ManyCoreConfig cores;
  cores.threads_per_core = dice.between(1, 4);
  cores.cores = (ranks + cores.threads_per_core - 1) / cores.threads_per_core + dice.below(3);
  cores.cycle = Picoseconds{static_cast<std::uint64_t>(dice.between(300, 3000))};
  cores.issue_interval = cycles_between(dice, 1, 3);
  cores.l1 = {Bytes{std::uint64_t{1024} << dice.below(4)}, 1 << dice.below(3), cycles_between(dice, 1, 4)};
  cores.l2 = {cores.l1.size * (std::uint64_t{1} << dice.below(4)), 1 << dice.below(4), cycles_between(dice, 4, 30)};
  cores.write_allocate = dice.chance(70);
  cores.directory_latency = cycles_between(dice, 0, 150);
  cores.memory_latency = cycles_between(dice, 0, 200);
  cores.memory_rate = BytesPerSecond{static_cast<std::uint64_t>(dice.between(1, 100)) * 1'000'000'000};
  cores.prefetch_streams = dice.below(8);
  cores.write_buffer = dice.below(6);
  cores.quantum = cycles_between(dice, 1, dice.chance(50) ? 200 : 5000);
  return cores;
}

CopyProtocolConfig random_protocol(Dice& dice) {
  CopyProtocolConfig copy;
  copy.kind = static_cast<CopyProtocolKind>(dice.below(7));
  copy.buffer_size = Bytes{static_cast<std::uint64_t>(dice.between(64, 4000))};
  copy.buffers = dice.between(1, 4);
  copy.direct_derived = dice.chance(50);
  if (dice.chance(30)) copy.eager_threshold = Bytes{static_cast<std::uint64_t>(dice.below(2000))};
  if (dice.chance(30)) copy.contiguous_kind = static_cast<CopyProtocolKind>(dice.below(7));
  return copy;
}

/// Blocks of doubles as a vector, some or all of them in a row, or in any order.
DatatypeConfig random_blocks(Dice& dice, std::int64_t blocks) {
  const DatatypeConfig number = basic_type(BasicType::kDouble);
  switch (dice.below(4)) {
    case 0:
      return contiguous_type(blocks, number);
    case 1: {
      std::vector<std::int64_t> places;
      for (std::int64_t i = 0; i < blocks; ++i) places.push_back(3 * i + dice.below(3));
      std::reverse(places.begin() + dice.below(static_cast<int>(blocks)), places.end());
      return indexed_block_type(1, places, number);
    }
    default:
      return vector_type(blocks, 1, dice.between(1, 40), number);
  }
}

}  // namespace

void choose_copies(Dice& dice, Scenario& scenario) {
  WorkloadConfig& workload = scenario.workload;
  // On a faster clock a copy takes more cycles than a short run has.
  if (is_open_loop(workload.algorithm) || scenario.machine.clock.picoseconds() < 1000 || dice.chance(60)) return;
  const auto has_processors = [](const WorkloadConfig& program) {
    return program.schedule && program.schedule->processors() > 1;
  };
  if (has_processors(workload)) return;  // whose core would move messages?
  for (const JobConfig& job : workload.jobs) {
    if (has_processors(job.program)) return;
  }
  scenario.node.copies = CopiesKind::kCores;
  workload.copy = {};
  scenario.lone_node.cores = random_cores(dice, workload.ranks_per_node);
  scenario.lone_node.copy = random_protocol(dice);
  // Its ranks may wait for sends before they post receives, which only eager messages stand.
  const bool of_jobs = std::any_of(workload.jobs.begin(), workload.jobs.end(),
                                   [](const JobConfig& job) { return job.program.schedule != nullptr; });
  if (policy(workload.algorithm).message_list || workload.schedule || of_jobs)
    scenario.lone_node.copy.eager_threshold = Bytes{1 << 20};
  const auto blocks = static_cast<std::int64_t>(workload.message_size.count() / 8);
  if (!policy(workload.algorithm).message_size || blocks == 0 || dice.chance(40)) return;
  scenario.node.nic_gathers = dice.chance(30);
  scenario.lone_node.message.send = random_blocks(dice, std::min<std::int64_t>(blocks, 300));
  if (dice.chance(60)) scenario.lone_node.message.receive = random_blocks(dice, std::min<std::int64_t>(blocks, 300));
  workload.message_size = Bytes{8 * static_cast<std::uint64_t>(std::min<std::int64_t>(blocks, 300))};
}

}  // namespace tactus
