#pragma once

#include <string>

#include "rtl/twin/lockstep.h"

namespace tactus {

/// "idle" for a port on which nothing is.
std::string or_idle(const std::string& value);

/// Text about `lockstep` for a report: what was on its ports in its last Lockstep::kPrinted edges, a block of lines for
/// each. Of parts it shows those that belong to an output that differs at the last edge, and those that differ
/// themselves; the first difference of each comes before the edges.
std::string history_text(const Lockstep& lockstep);

}  // namespace tactus
