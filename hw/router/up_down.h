#pragma once

#include <memory>
#include <string>

#include "hw/router/live_network.h"
#include "hw/router/route_function.h"

namespace tactus {

/// Up and down a tree over the links that carry something, each packet by the shortest of these ways, on any VC.
class UpDown final : public RouteFunction {
 public:
  explicit UpDown(const MachineConfig& config)
      : shape_(config.network),
        ports_(config.ports()),
        all_vcs_(config.router.all_vcs()),
        network_(live_network(config)),
        tree_(network_->tree()) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override;

  /// A cycle among the channels that packets can hold and wait for, found by following every packet.
  [[nodiscard]] static std::optional<std::vector<Channel>> find_cycle(const MachineConfig& config);
  /// Why `config` has no such ways; empty if it has.
  [[nodiscard]] static std::string refusal(const MachineConfig& config);

 private:
  NetworkShape shape_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  std::shared_ptr<const LiveNetwork> network_;
  const TreeWays& tree_;
};

}  // namespace tactus
