#pragma once

#include <functional>
#include <memory>

#include "hw/node/node_parts.h"
#include "rtl/twin/twin_setup.h"

namespace tactus {

/// Factories of the parts that are RTL, with what of it is in `setup`. Verilated models take minutes to build: a
/// program has them only if it links `tactus_rtl_twins`.
struct RtlTwins {
  std::function<std::unique_ptr<RouterModule>(const char* name, const NodeSite& site, const TwinSetup& setup)> router;
  std::function<std::unique_ptr<NicModule>(const char* name, const NodeSite& site, MemoryPort& memory,
                                           const TwinSetup& setup)>
      nic;
};

/// Null: this program has none.
const RtlTwins* rtl_twins();
/// Once, before anything runs.
void install_rtl_twins(RtlTwins twins);

}  // namespace tactus
