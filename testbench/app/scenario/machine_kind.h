#pragma once

#include <string>

#include "testbench/app/scenario/network_config.h"
#include "testbench/app/scenario/node_config.h"

namespace tactus {

struct Scenario;

/// What a machine is made of, as far as it decides which keys belong to it.
struct MachineKind {
  NetworkKind network = NetworkKind::kTorus;
  NodeKind node = NodeKind::kPlain;
};

MachineKind machine_kind(const Scenario& scenario);
/// Whether the key at `path` says something about such a machine.
bool key_belongs_to(const std::string& path, const MachineKind& machine);
/// "network.kind torus": the least that has to be chosen for the key to say something, if it says nothing of `machine`.
std::string owner_of_key(const std::string& path, const MachineKind& machine);

}  // namespace tactus
