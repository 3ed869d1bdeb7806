#pragma once

#include <array>

#include "hw/common/torus_shape.h"
#include "hw/link/flit.h"

namespace tactus {

/// What stands on a router's eight ports of one direction during one cycle: flits one way, credits the other.
struct RouterPorts {
  std::array<Flit, kRouterPorts> flit{};
  std::array<CreditReturn, kRouterPorts> credit{};

  friend bool operator==(const RouterPorts& a, const RouterPorts& b) {
    return a.flit == b.flit && a.credit == b.credit;
  }
};

}  // namespace tactus
