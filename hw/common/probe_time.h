#pragma once

#include <functional>

#include "hw/common/units.h"

namespace tactus {

/// Time at which probes of parts that work in picoseconds are read. It never goes back.
using ProbeTime = std::function<Picoseconds()>;

}  // namespace tactus
