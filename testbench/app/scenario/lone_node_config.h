#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/machine_config.h"
#include "tlm_models/copies/copy_config.h"
#include "tlm_models/copies/node_workload_config.h"
#include "tlm_models/memory/many_core_config.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Of a pattern's sizes one, or all.
struct PatternSize {
  std::optional<Bytes> one;  ///< of the data of a message
};

/// What a ping-pong on a node alone sends: a pattern of DDTBench, or datatypes.
struct NodeMessageConfig {
  std::string pattern;  ///< as the benchmark calls it; empty: datatypes
  PatternSize size;
  std::optional<DatatypeConfig> send;
  std::optional<DatatypeConfig> receive;  ///< nothing: as `send`
};

/// A machine without a network: one node of many cores, and what belongs to its software only.
struct LoneNodeConfig {
  ManyCoreConfig cores;
  CopyProtocolConfig copy;
  NodeMessageConfig message;
  int warm_up = 2;                    ///< repetitions before those that count
  int matrix = 4800;                  ///< fft2d: rows and columns
  NasClass nas_class = NasClass::kA;  ///< nas_lu
  double instructions_per_flop = 1;   ///< fft2d, nas_lu
};

/// One thing that the processes of the node do, on a node of its own.
struct NodeCase {
  std::string name;  ///< pattern, or algorithm
  NodeWorkloadConfig workload;
};

/// What `workload` is on `node`: each size of a pattern is a case. Both are without faults.
std::vector<NodeCase> node_cases(const LoneNodeConfig& node, const WorkloadConfig& workload, std::uint64_t seed);

/// Everything that is wrong with `node` and with `workload` on it; members as in Scenario: "workload.repetitions".
std::vector<ConfigFault> validate(const LoneNodeConfig& node, const WorkloadConfig& workload, std::uint64_t seed);

/// What a message is in memory, if datatypes are given.
std::optional<TransferConfig> datatypes_of(const NodeMessageConfig& message);
/// Of what `message.send`, which is given and without faults, sends.
Bytes data_size(const NodeMessageConfig& message);

/// Everything that is wrong with the cores, the copies and the message of `node` if these are those of each node of a
/// torus on which `workload` runs; members as in Scenario.
std::vector<ConfigFault> validate_cores_of_torus(const LoneNodeConfig& node, const WorkloadConfig& workload);

/// Whether a node alone can run it.
bool runs_on_lone_node(const AlgorithmName& algorithm);
/// Whether nothing else can.
bool needs_lone_node(const AlgorithmPolicy& algorithm);

}  // namespace tactus
