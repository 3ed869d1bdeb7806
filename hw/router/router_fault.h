#pragma once

#include <string>

namespace tactus {

/// A neighbour of a router has broken the rules, and the state behind it has no meaning any more: thrown by RouterCore.
struct RouterFault {
  const char* id;    ///< of hw/common/reports.h
  int port;          ///< where it was seen
  std::string what;  ///< what is wrong
};

}  // namespace tactus
