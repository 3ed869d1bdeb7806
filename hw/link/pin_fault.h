#pragma once

#include <string>

namespace tactus {

/// A router or a NIC of a plug-in has broken the contract of a part (docs/reference/parts.md).
struct PinFault {
  int port;          ///< port, or engine of a NIC, where it was seen
  std::string what;  ///< the fault, in words
};

}  // namespace tactus
