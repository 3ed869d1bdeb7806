#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hw/common/config_faults.h"
#include "hw/common/policy_key.h"
#include "tlm_models/traffic/rank_shape.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

class TrafficPattern;
class Workload;

/// A key `workload.<name>` that takes effect with one algorithm alone and whose value is a member of WorkloadConfig.
template <class T>
using MemberKey = PolicyKey<WorkloadConfig, T>;

using AlgorithmKey =
    std::variant<MemberKey<int>, MemberKey<double>, MemberKey<Cycles>, MemberKey<Coordinate>, NumberKey>;

/// Registration of an algorithm, in tlm_models/traffic/algorithms/<name>.cpp. It has `make` and `early_messages`, and
/// runs at every level; or `make_pattern`, which the flow level refuses; or neither, and then the node workload of its
/// name (tlm_models/node/copies/node_workload.h) runs on a node alone.
struct AlgorithmPolicy : Policy {
  /// Programs of the ranks. `config` and `shape` are without faults; what is drawn is drawn from `seed`.
  std::unique_ptr<Workload> (*make)(const WorkloadConfig& config, const RankShape& shape, std::uint64_t seed) = nullptr;
  /// See tactus::early_messages.
  std::uint64_t (*early_messages)(const WorkloadConfig& config, const RankShape& shape) = nullptr;
  /// Destinations of an open loop.
  std::unique_ptr<TrafficPattern> (*make_pattern)(const WorkloadConfig& config, const NetworkShape& nodes) = nullptr;

  /// Number of sequences of an exchange between every two ranks, which can be run singly and paced each by itself.
  /// nullptr: it is no such exchange.
  int (*sequences)(const WorkloadConfig& config, const RankShape& shape) = nullptr;
  /// Why these ranks cannot execute it; empty if they can. nullptr: all can.
  std::string (*misfit)(const RankShape& shape) = nullptr;
  /// Adds the faults of its own keys.
  void (*check)(const WorkloadConfig& config, const MachineConfig& machine, ConfigFaults& faults) = nullptr;

  bool message_size = false;   ///< `workload.message_size` is the size of every message
  bool repetitions = false;    ///< `workload.repetitions` takes effect
  bool wait_receives = false;  ///< it is made of steps, to which `workload.wait_receives` applies
  bool schedule = false;       ///< it executes the operations of a file, `workload.schedule`
  bool collective = false;     ///< it is a collective operation, which `workload.method` executes
  bool message_list = false;   ///< it reads the messages of a file, `workload.messages`
  bool phases = false;         ///< its sequences can be those of a schedule of phases, `WorkloadConfig::phased`
  bool jobs = false;           ///< it runs several programs side by side, `workload.jobs`
  bool leaves_out = false;     ///< it needs not all nodes: it leaves out WorkloadConfig::idle_nodes
  std::vector<AlgorithmKey> keys;

  /// Why none of its messages is exchanged with one that comes back meanwhile, as pacing.window needs it; empty if some
  /// are. nullptr: its programs say which.
  std::string (*no_exchange)(const WorkloadConfig& config, const RankShape& shape) = nullptr;
};

/// The registration of programs of ranks that are a `W`, made of configuration and shape.
template <class W>
AlgorithmPolicy rank_programs(const char* name, const char* summary) {
  AlgorithmPolicy policy;
  policy.name = name;
  policy.summary = summary;
  policy.make = [](const WorkloadConfig& config, const RankShape& shape, std::uint64_t) -> std::unique_ptr<Workload> {
    return std::make_unique<W>(config, shape);
  };
  return policy;
}

/// The registration of the programs of a node's processes, which are the node workload of that name.
inline AlgorithmPolicy on_node_alone(const char* name, const char* summary) {
  AlgorithmPolicy policy;
  policy.name = name;
  policy.summary = summary;
  policy.repetitions = true;
  return policy;
}

/// Number of sequences that the algorithm of `config` has on `shape`; 0 if it has none to choose from.
int sequence_count(const WorkloadConfig& config, const RankShape& shape);
/// Whether an algorithm has sequences to choose from.
inline bool has_sequences(const AlgorithmPolicy& algorithm) { return algorithm.sequences != nullptr; }

/// Names of the algorithms for which `holds`, in their order.
std::vector<std::string> algorithms_that(bool (*holds)(const AlgorithmPolicy&));

/// Ranks that `config` has on `machine`.
inline RankShape ranks_of(const WorkloadConfig& config, const MachineConfig& machine) {
  return {machine.network, config.ranks_per_node, machine.nics()};
}

// Texts for `misfit`.

/// The number of ranks and how it comes about: "4x4 = 16", "4x4 nodes of 3 ranks = 48".
std::string ranks_text(const RankShape& shape);
/// The fault of an algorithm that needs the nodes' places in a grid, if they have none.
std::string grid_misfit(const RankShape& shape, const char* name);

}  // namespace tactus
