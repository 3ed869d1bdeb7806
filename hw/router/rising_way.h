#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hw/router/live_network.h"
#include "hw/router/route_draw.h"
#include "hw/router/route_function.h"

namespace tactus {

/// Shortest ways through a graph, from link to link between switches on the next VC. Whoever derives from it says how
/// far a packet goes towards another host before it turns to its destination.
class RisingWay : public RouteFunction {
 public:
  explicit RisingWay(const MachineConfig& config)
      : shape_(config.network),
        ports_(config.ports()),
        all_vcs_(config.router.all_vcs()),
        network_(live_network(config)) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override;

  /// Virtual channels that the longest of the shortest ways needs: its links between switches, at least 1.
  [[nodiscard]] static int vcs_needed(const MachineConfig& config);

 protected:
  [[nodiscard]] const NetworkShape& shape() const { return shape_; }
  [[nodiscard]] const LiveNetwork& network() const { return *network_; }
  /// The host that a packet goes towards at a switch after so many links between switches.
  [[nodiscard]] virtual int target(int links, const RouteHeader& header) const = 0;

 private:
  NetworkShape shape_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  std::shared_ptr<const LiveNetwork> network_;
};

/// Towards the switch of a host that is drawn for each packet, and from there to the destination (Valiant, Brebner:
/// Universal schemes for parallel communication, STOC 1981).
class GraphValiant final : public RisingWay {
 public:
  using RisingWay::RisingWay;

  /// Why `config` has no such ways; empty if it has.
  [[nodiscard]] static std::string refusal(const MachineConfig& config);

 private:
  [[nodiscard]] int target(int links, const RouteHeader& header) const override;
};

/// Why a graph has no ways on rising VCs of so many links between switches; empty if it has.
std::string rising_refusal(const MachineConfig& config, int links_in_longest);

}  // namespace tactus
