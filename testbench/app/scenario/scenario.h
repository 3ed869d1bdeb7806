#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "hw/common/machine_config.h"
#include "hw/common/nic_config.h"
#include "testbench/app/scenario/diagnostic.h"
#include "testbench/app/scenario/flow_config.h"
#include "testbench/app/scenario/run_config.h"
#include "tlm_models/noise/rank_noise.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// A scenario file, read and checked.
struct Scenario {
  std::string path;         ///< as given
  std::string name;         ///< short; the file's name without ending if the file gives none
  std::string title;        ///< one line
  std::string description;  ///< any length
  std::uint64_t seed = 1;
  MachineConfig machine;
  PacingConfig pacing;
  WorkloadConfig workload;
  std::string messages_file;  ///< replay: as written in the scenario
  RankNoiseConfig noise;
  std::string noise_file;  ///< trace: as written in the scenario
  FlowConfig flow;
  RunConfig run;
  std::map<std::string, std::string> parameters;  ///< with the values that this run has
  std::map<std::string, Diagnostic> places;       ///< where each key that is given has its value; no message

  /// How the ranks of a workload are numbered: on the machine's torus, or as the flow level's network needs it.
  [[nodiscard]] TorusShape ranks() const { return rank_shape(flow, machine); }
  /// What is wrong with a key's value, at its place.
  [[nodiscard]] Diagnostic diagnose(const ConfigFault& fault) const;
};

}  // namespace tactus
