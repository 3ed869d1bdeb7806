#pragma once

#include <array>

#include "hw/common/network_shape.h"
#include "hw/link/flit.h"

namespace tactus {

// Router ports by the direction that they lead to.
constexpr int kPlusX = 0;
constexpr int kMinusX = 1;
constexpr int kPlusY = 2;

/// What stands on a router's eight ports of one direction during one cycle: flits one way, credits the other.
struct RouterPorts {
  std::array<Flit, kRouterPorts> flit{};
  std::array<CreditReturn, kRouterPorts> credit{};

  friend bool operator==(const RouterPorts& a, const RouterPorts& b) {
    return a.flit == b.flit && a.credit == b.credit;
  }
};

}  // namespace tactus
