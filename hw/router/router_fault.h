#pragma once

#include <string>

namespace tactus {

/// A neighbour of a router has broken the rules, and the state behind it has no meaning any more: thrown by RouterCore.
struct RouterFault {
  const char* id;    ///< one of the ids in hw/common/reports.h
  int port;          ///< where it was seen
  std::string what;  ///< the fault, in words
};

}  // namespace tactus
