#pragma once

#include <fmt/core.h>

#include <string>

namespace tactus {

/// Text of the final check at every level: router `router` lacks `missing` credits of an output, given by name.
inline std::string missing_credits(const std::string& router, int missing, const char* port, int vc) {
  return fmt::format("{}: {} credits of port {}, VC {} are not home", router, missing, port, vc);
}

}  // namespace tactus
