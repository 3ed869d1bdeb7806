#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw/common/config_faults.h"
#include "hw/common/machine_config.h"
#include "hw/common/network_shape.h"
#include "tlm_models/traffic/workload_config.h"

namespace tactus {

/// Some nodes of the machine.
struct NodeSelection {
  bool all = false;
  std::vector<Coordinate> list;  ///< unless `all`

  [[nodiscard]] bool empty() const { return !all && list.empty(); }
  [[nodiscard]] bool holds(Coordinate node) const {
    return all || std::find(list.begin(), list.end(), node) != list.end();
  }
};

/// Which nodes of a machine at packet level are executed on pins, as at cycle level.
struct CycleConfig {
  std::vector<Coordinate> nodes;
};

/// A part of our RTL that a scenario can replace by somebody else's. What its ports are: docs/cosimulation.md.
enum class RtlPart : std::uint8_t { kPacer, kArbiter, kRouter, kNic };
/// Its module.
const char* module_of(RtlPart part);
/// It is within NICs, or one; otherwise the same of routers.
constexpr bool is_of_nics(RtlPart part) { return part == RtlPart::kPacer || part == RtlPart::kNic; }

/// One that is replaced.
struct RtlReplacement {
  RtlPart part = RtlPart::kPacer;
  std::string sources;   ///< folder, relative to the scenario file
  std::string top;       ///< module that is put in the part's place
  bool lockstep = true;  ///< it is to do what the model does; otherwise the model does what it does
  std::string model{};   ///< plug-in with the policy that is its model, relative to the scenario file; empty: ours
  /// Values of parameters of `top`, by name; the others have their defaults.
  std::vector<std::pair<std::string, int>> parameters{};
};

/// Which parts of the machine are RTL, with their models beside them (docs/reference/rtl.md).
struct RtlConfig {
  NodeSelection routers;
  NodeSelection nics;
  std::vector<RtlReplacement> replace;  ///< in all RTL of the machine
  bool trace = false;                   ///< signals within RTL that has replacements are recorded
  std::string library;                  ///< file with the Verilated replacements, once they are built
};

/// The replacement of `part` that has a model of its own; null if there is none.
const RtlReplacement* with_model(const RtlConfig& rtl, RtlPart part);

/// `nodes`, given as `member`, have to be nodes of `torus`, each given once.
void check_nodes(const std::vector<Coordinate>& nodes, const char* member, const NetworkShape& network,
                 ConfigFaults& faults);

/// Everything about `cycle` that makes no sense on `machine`, itself free of faults.
std::vector<ConfigFault> validate(const CycleConfig& cycle, const MachineConfig& machine);

/// Everything that is wrong with `rtl` on `machine`, itself free of faults, at any level.
std::vector<ConfigFault> validate(const RtlConfig& rtl, const MachineConfig& machine);
/// Members of `machine`, itself free of faults, that no RTL exists for.
std::vector<ConfigFault> rtl_faults(const RtlConfig& rtl, const MachineConfig& machine);
/// Messages that RTL cannot send; members of `workload`.
std::vector<ConfigFault> rtl_message_faults(const WorkloadConfig& workload, const RtlConfig& rtl,
                                            const MachineConfig& machine);
/// Members of `pacing` that ask for more than the RTL has.
std::vector<ConfigFault> rtl_control_faults(const PacingConfig& pacing, const RtlConfig& rtl);

}  // namespace tactus
