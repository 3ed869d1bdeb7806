#pragma once

#include <string>

#include "tlm_models/traffic/collectives/collective.h"

namespace tactus {

/// Name of the method that Open MPI 5.0 chooses for the call, or of the nearest one here: by kind, number of members
/// and bytes (docs/reference/collectives.md).
std::string automatic_method(const Collective& collective);

}  // namespace tactus
