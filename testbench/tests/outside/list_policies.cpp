// Loads the plug-ins that its arguments name, prints all policies, a line for each kind, and asks the arbiter "highest"
// if there is one.
#include <dlfcn.h>

#include <cstdio>
#include <initializer_list>

#include "hw/common/control_config.h"
#include "hw/common/nic_config.h"
#include "hw/common/policy.h"
#include "hw/common/router_config.h"
#include "hw/router/arbiter.h"
#include "tlm_models/node/copies/node_workload.h"
#include "tlm_models/traffic/workload_config.h"

using namespace tactus;

// As <systemc> declares it, which takes long to compile.
extern "C" int sc_main(int argc, char* argv[]) {
  for (int i = 1; i < argc; ++i) {
    if (dlopen(argv[i], RTLD_NOW) == nullptr) return std::fprintf(stderr, "%s\n", dlerror()), 1;
  }
  for (const char* kind :
       {ArbiterKind::kName, NominationKind::kName, DatelineKind::kName, RoutingKind::kName, TieBreakKind::kName,
        PaceModeKind::kName, ControlKind::kName, AlgorithmKind::kName, PlacementKind::kName, NodeWorkloadKind::kName}) {
    std::printf("%s:", kind);
    for (const Policy* policy : policies_of(kind)) std::printf(" %s", policy->name.c_str());
    std::printf("\n");
  }
  const ArbiterName own = "highest";
  if (own.exists()) std::printf("highest of 0b1010 is %d\n", make_arbiter(own, 4, 4)->pick(0b1010, nullptr));
  return 0;
}
