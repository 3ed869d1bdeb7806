#pragma once

#include <functional>

#include "hw/common/probe.h"
#include "rtl/twin/lockstep.h"

namespace tactus {

/// Adds what the RTL drives on `port`, an output of `lockstep`, as "<prefix>valid" and so on under `scope`; 0 in cycles
/// in which it was not clocked. `now` is the present cycle.
void add_rtl_probes(ProbeList& probes, const std::string& scope, const std::string& prefix, const Lockstep& lockstep,
                    const TwinPort& port, const std::function<Cycles()>& now);

}  // namespace tactus
