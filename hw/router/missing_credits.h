#pragma once

#include <fmt/core.h>

#include <string>

namespace tactus {

/// What the checks of every level say if a router has not all credits of an output at the end, both by name.
inline std::string missing_credits(const std::string& router, int missing, const char* port, int vc) {
  return fmt::format("{}: {} credits of port {}, VC {} are not home", router, missing, port, vc);
}

}  // namespace tactus
