#include "testbench/app/scenario/machine_kind.h"

#include <algorithm>
#include <array>

#include "testbench/app/scenario/scenario.h"

namespace tactus {
namespace {

template <std::size_t N>
bool begins_with_one_of(const std::string& path, const std::array<const char*, N>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const char* beginning) { return path.rfind(beginning, 0) == 0; });
}

/// Keys of the networks that have routers and ranks.
bool is_of_torus(const std::string& path) {
  static constexpr std::array<const char*, 17> kBeginnings = {
      "clock",     "torus.", "link.", "router.", "nic.", "memory.", "processor.", "node.copy_", "pacing.",
      "workload.", "noise.", "flow.", "cycle.",  "rtl.", "run.",    "waves.",     "trace."};
  return begins_with_one_of(path, kBeginnings);
}

/// Keys of that network which a node alone has too.
bool is_of_lone_node_too(const std::string& path) {
  static constexpr std::array<const char*, 4> kKeys = {"workload.algorithm", "workload.ranks_per_node",
                                                       "workload.repetitions", "run.max_time"};
  return std::find(kKeys.begin(), kKeys.end(), path) != kKeys.end();
}

bool is_of_lone_node(const std::string& path) {
  static constexpr std::array<const char*, 7> kBeginnings = {"manycore.",
                                                             "copy.",
                                                             "message.",
                                                             "workload.warm_up_",
                                                             "workload.matrix",
                                                             "workload.nas_class",
                                                             "workload.instructions_per_flop"};
  return begins_with_one_of(path, kBeginnings);
}

bool is_of_rails(const std::string& path) {
  static constexpr std::array<const char*, 2> kBeginnings = {"rails.", "rdma."};
  return begins_with_one_of(path, kBeginnings);
}

bool is_of_numa_node(const std::string& path) {
  return path.rfind("node.", 0) == 0 && path != "node.kind" && !is_of_torus(path);
}

bool is_of_plain_node(const std::string& path) { return path.rfind("memory.", 0) == 0; }

}  // namespace

MachineKind machine_kind(const Scenario& scenario) { return {scenario.network.kind, scenario.node.kind}; }

bool key_belongs_to(const std::string& path, const MachineKind& machine) { return owner_of_key(path, machine).empty(); }

std::string owner_of_key(const std::string& path, const MachineKind& machine) {
  const bool torus = machine.network == NetworkKind::kTorus;
  const bool rails = machine.network == NetworkKind::kRails;
  const bool alone = machine.network == NetworkKind::kNone;
  if (is_of_lone_node(path)) return alone ? "" : "network.kind none";
  if (alone && is_of_lone_node_too(path)) return {};
  if (is_of_rails(path) && !rails) return "network.kind rails";
  if ((is_of_torus(path) && !torus) || (path == "node.kind" && alone)) return "network.kind torus";
  const bool numa = rails || (torus && machine.node == NodeKind::kNuma);
  if (is_of_numa_node(path) && !numa) return "node.kind numa";
  if (is_of_plain_node(path) && numa) return "node.kind plain";
  return {};
}

}  // namespace tactus
