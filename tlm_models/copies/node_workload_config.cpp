#include "tlm_models/copies/node_workload_config.h"

#include "hw/common/config_faults.h"

namespace tactus {
namespace {

constexpr int kLargestMatrix = 1 << 15;

void check_processes(const NodeWorkloadConfig& config, int threads, ConfigFaults& faults) {
  const int processes = config.processes;
  faults.require(2 <= processes && processes <= threads, "processes", "{}: must be 2 to {}, one on each thread",
                 processes, threads);
  if (config.kind == NodeWorkloadKind::kPingPong) {
    faults.require(processes == 2, "processes", "{}: a ping-pong is between 2", processes);
  }
  if (processes < 2) return;
  if (config.kind == NodeWorkloadKind::kNasLu) {
    faults.require((processes & (processes - 1)) == 0, "processes", "{}: LU takes a power of two", processes);
    const int points = points_of(config.nas_class);
    faults.require(lu_grid_width(processes) <= points, "processes",
                   "{}: more than {} side by side, the points of an edge", processes, points);
  }
  if (config.kind == NodeWorkloadKind::kFft2d) {
    faults.require(config.matrix % processes == 0, "matrix", "{}: must be a multiple of the {} processes",
                   config.matrix, processes);
  }
}

}  // namespace

int points_of(NasClass size) {
  switch (size) {
    case NasClass::kS:
      return 12;
    case NasClass::kW:
      return 33;
    case NasClass::kA:
      return 64;
    case NasClass::kB:
      return 102;
    case NasClass::kC:
      return 162;
  }
  return 0;
}

int lu_grid_width(int processes) {
  int width = 1;
  while (width * width < processes) width *= 2;
  return width;
}

std::vector<ConfigFault> validate(const NodeWorkloadConfig& config, int threads) {
  ConfigFaults faults;
  check_processes(config, threads, faults);
  faults.require(config.warm_up >= 0, "warm_up", "{}: must not be negative", config.warm_up);
  faults.require(config.repetitions >= 1, "repetitions", "{}: must be at least 1", config.repetitions);
  if (config.kind == NodeWorkloadKind::kPingPong) faults.add("message", validate(config.message));
  faults.require(1 <= config.matrix && config.matrix <= kLargestMatrix, "matrix", "{}: must be 1 to {}", config.matrix,
                 kLargestMatrix);
  faults.require(0 <= config.instructions_per_flop && config.instructions_per_flop <= 1000, "instructions_per_flop",
                 "{}: must be 0 to 1000", config.instructions_per_flop);
  return faults.take();
}

}  // namespace tactus
