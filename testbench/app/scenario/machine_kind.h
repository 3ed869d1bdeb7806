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
  CopiesKind copies = CopiesKind::kRate;
};

MachineKind machine_kind(const Scenario& scenario);

/// A set of machines; each key says something about one.
enum Machines : unsigned {
  kAsGroup = 0,  ///< as all others of a group of keys
  kPlainRatedTorus = 1,
  kNumaRatedTorus = 2,
  kRailsMachine = 4,
  kLoneNode = 8,
  kPlainCoreTorus = 16,
  kNumaCoreTorus = 32,
  kRatedTorus = kPlainRatedTorus | kNumaRatedTorus,
  kCoreTorus = kPlainCoreTorus | kNumaCoreTorus,
  kPlainTorus = kPlainRatedTorus | kPlainCoreTorus,
  kNumaTorus = kNumaRatedTorus | kNumaCoreTorus,
  kTorusMachine = kPlainTorus | kNumaTorus,
  kCoresMachine = kCoreTorus | kLoneNode,
  kNumaMachine = kNumaTorus | kRailsMachine,
  kTorusOrRails = kTorusMachine | kRailsMachine,
  kTorusOrLoneNode = kTorusMachine | kLoneNode,
  kEveryMachine = kTorusMachine | kRailsMachine | kLoneNode,
};

/// Whether `machine` is one of `machines`.
bool is_one_of(const MachineKind& machine, Machines machines);
/// "network.kind torus": the least that has to be chosen in place of what `machine` has to get to one of `machines`;
/// empty if it is one.
std::string choice_for(Machines machines, const MachineKind& machine);

}  // namespace tactus
