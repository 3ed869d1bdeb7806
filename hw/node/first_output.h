#pragma once

#include <memory>

#include "hw/common/machine_config.h"
#include "hw/nic/router_room.h"
#include "hw/router/route_function.h"
#include "hw/router/router_module.h"

namespace tactus {

/// Room at the first output of packets of a node's NIC, read from its router: what the router knew after its last edge.
class FirstOutput final : public RouterRoom {
 public:
  /// `router` must outlive it.
  FirstOutput(const RouterView& router, const MachineConfig& config, Coordinate position)
      : router_(router), routes_(make_route_function(config)), ports_(config.ports()), position_(position) {}

  [[nodiscard]] OutputRoom towards(const RouteHeader& packet, Cycles now) const override;
  [[nodiscard]] Cycles when(const RouteHeader& /*packet*/, int /*free*/, Cycles now) const override {
    return now + Cycles{1};
  }

 private:
  const RouterView& router_;
  const std::unique_ptr<const RouteFunction> routes_;
  const RouterPorts ports_;
  const Coordinate position_;
};

}  // namespace tactus
