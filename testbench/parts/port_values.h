#pragma once

#include <array>

#include "hw/common/router_ports.h"
#include "hw/link/flit.h"

namespace tactus {

// Router ports by the direction that they lead to.
constexpr int kPlusX = 0;
constexpr int kMinusX = 1;
constexpr int kPlusY = 2;

/// Values on a router's ports of one direction during one cycle: flits one way, credits the other; nothing on
/// those that it lacks.
struct PortValues {
  std::array<Flit, kMaxRouterPorts> flit{};
  std::array<CreditReturn, kMaxRouterPorts> credit{};

  friend bool operator==(const PortValues& a, const PortValues& b) { return a.flit == b.flit && a.credit == b.credit; }
};

}  // namespace tactus
