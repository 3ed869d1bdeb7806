#pragma once

#include <fmt/core.h>

#include <string>

#include "hw/common/network_shape.h"

namespace tactus {

/// What the checks of every level say if a router, of this name, has not all credits of an output at the end.
inline std::string missing_credits(const std::string& router, int missing, int port, int vc) {
  return fmt::format("{}: {} credits of port {}, VC {} are not home", router, missing,
                     kPortNames[static_cast<std::size_t>(port)], vc);
}

}  // namespace tactus
