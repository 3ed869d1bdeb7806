#pragma once

#include <memory>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/common/policy_contract.h"
#include "hw/router/route_function.h"

namespace tactus {

/// A route function of a plug-in: asked twice for every decision, which has to be a port that there is and VCs that
/// there are.
class CheckedRoutes final : public RouteFunction {
 public:
  CheckedRoutes(const RoutingPolicy& policy, const MachineConfig& config);

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override;

 private:
  [[nodiscard]] bool leads_somewhere(Coordinate here, int out_port, const RouteHeader& header) const;

  PolicyContract contract_;
  NetworkShape shape_;
  std::vector<bool> links_;  ///< by node and direction: there is one
  RouterPorts ports_;
  int all_vcs_;
  std::unique_ptr<const RouteFunction> asked_;
};

}  // namespace tactus
