#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/nic_config.h"
#include "hw/common/policy.h"
#include "testbench/app/kinds/lone_node/lone_node_config.h"
#include "testbench/app/kinds/rails/rails_settings.h"
#include "testbench/app/scenario/codec.h"
#include "testbench/app/scenario/diagnostic.h"
#include "testbench/app/scenario/flow_config.h"
#include "testbench/app/scenario/graph_config.h"
#include "testbench/app/scenario/job_settings.h"
#include "testbench/app/scenario/node_config.h"
#include "testbench/app/scenario/parts_config.h"
#include "testbench/app/scenario/phase_settings.h"
#include "testbench/app/scenario/rtl_config.h"
#include "testbench/app/scenario/run_config.h"
#include "tlm_models/noise/rank_noise.h"
#include "tlm_models/traffic/rank_map.h"
#include "tlm_models/traffic/synchronisation/synchronisation_config.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

struct MachineRules;

/// Kinds of machines, each by the network that connects its nodes.
struct MachineRulesKind {
  static constexpr char kName[] = "kind of network";
  using Policy = MachineRules;
};
using NetworkName = PolicyName<MachineRulesKind>;

inline constexpr char kTorusName[] = "torus";
inline constexpr char kGraphName[] = "graph";
inline constexpr char kRailsName[] = "rails";    ///< two nodes joined back to back by cables
inline constexpr char kLoneNodeName[] = "none";  ///< one node

/// The machine's network; that of the flow level alone is FlowConfig's.
struct NetworkConfig {
  NetworkName kind = kTorusName;
  GraphConfig graph;  ///< for kind graph
};

/// Errors of the nodes' common counters, and what software does about them.
struct CounterSettings {
  Picoseconds offset;  ///< a counter is at most so far ahead of another one when they begin
  int drift = 0;       ///< parts per million by which a counter is fast or slow, at most
  CounterMethod synchronise = CounterMethod::kNone;
  int rounds = 3;  ///< exchanges with each neighbour
};

/// A scenario file, read and checked.
struct Scenario {
  std::string path;         ///< as given
  std::string name;         ///< short; the file's name without ending if the file gives none
  std::string title;        ///< one line
  std::string description;  ///< any length
  std::uint64_t seed = 1;
  std::vector<std::string> plugins;  ///< files, relative to its own
  /// Plug-ins that are loaded for it, `--plugin` included: name of the file, and hash of the shared library.
  std::vector<std::pair<std::string, std::string>> loaded_plugins;
  NetworkConfig network;
  MachineConfig machine;
  NodeConfig node;
  RailsSettings rails;
  LoneNodeConfig lone_node;  ///< network.kind: none; its cores, copies and message also of node.copies: cores
  PacingConfig pacing;
  PhaseSettings phase;
  CounterSettings counter;
  WorkloadConfig workload;
  std::string messages_file;                ///< replay: as written in the scenario
  std::vector<std::string> message_labels;  ///< labels of `workload.messages`, by index; empty for messages without one
  std::string schedule_file;                ///< schedule: as written in the scenario
  ScheduleReading schedule_reading;         ///< how that file is read
  std::vector<JobSettings> jobs;            ///< jobs: as many as `workload.jobs`
  RankNoiseConfig noise;
  std::string noise_file;  ///< trace: as written in the scenario
  std::string table_file;  ///< router.table: as written in the scenario
  std::string graph_file;  ///< network.file: as written in the scenario
  FlowConfig flow;
  CycleConfig cycle;
  RtlConfig rtl;
  PartsConfig parts;
  RunConfig run;
  std::map<std::string, std::string> parameters;  ///< with the values that this run has
  std::map<std::string, Diagnostic> places;       ///< where each key that is given has its value; no message

  /// The machine is one node.
  [[nodiscard]] bool is_lone_node() const { return network.kind == kLoneNodeName; }
  /// Its nodes have routers, which a torus or a graph of cables joins.
  [[nodiscard]] bool has_routers() const { return network.kind == kTorusName || network.kind == kGraphName; }
  /// Coordinates that a node is given by in it: kNodeNumbers for a graph.
  [[nodiscard]] int node_dimensions() const {
    return network.kind == kGraphName ? kNodeNumbers : machine.network.dimensions();
  }
  /// Messages between ranks of a node are the work of cores.
  [[nodiscard]] bool has_cores() const { return has_routers() && node.copies == CopiesKind::kCores; }
  /// A message can stay within a node: between its ranks, or from a rank to itself in a list of messages.
  [[nodiscard]] bool has_local_messages() const;
  /// Cores would have messages to copy within nodes, or datatypes to pack for the NIC.
  [[nodiscard]] bool cores_have_work() const { return has_local_messages() || lone_node.message.send.has_value(); }
  /// How nodes are numbered: on the machine's torus, or as the flow level's network needs it.
  [[nodiscard]] NetworkShape nodes() const {
    return is_lone_node() ? NetworkShape::of_numbers(1) : node_shape(flow, machine);
  }
  /// How the ranks of its workload are numbered.
  [[nodiscard]] RankShape ranks() const { return {nodes(), workload.ranks_per_node, machine.nics()}; }
  /// Where they run.
  [[nodiscard]] RankMap rank_map() const { return RankMap::make(workload, nodes(), seed, machine.nics()); }
  /// The nodes that the packet level has on pins.
  [[nodiscard]] std::vector<Coordinate> on_pins() const { return nodes_on_pins(cycle, rtl, parts, machine.network); }
  /// A file or folder that is named in it, whose path is relative to its own.
  [[nodiscard]] std::filesystem::path beside(const std::string& file) const {
    return std::filesystem::path(path).parent_path() / file;
  }
  /// The fault of a key's value, at the place of the value.
  [[nodiscard]] Diagnostic diagnose(const KeyFault& fault) const;
};

}  // namespace tactus
