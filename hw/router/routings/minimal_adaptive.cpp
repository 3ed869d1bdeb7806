#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>

#include "hw/router/dateline.h"
#include "hw/router/ordered_way.h"
#include "hw/router/route_function.h"

namespace tactus {
namespace {

/// VCs that the ways in dimension order need: two classes if a ring of four nodes or more has a dateline, else one.
int escape_vcs(const MachineConfig& config) {
  if (config.counts_packets() || policy(config.router.dateline).class_of == nullptr) return 1;
  for (int d = 0; d < config.network.dimensions(); ++d) {
    if (config.network.wraps(d) && config.network.size(d) >= 4) return 2;
  }
  return 1;
}

/// The last ones: of several VCs a packet takes the lowest, so that it leaves these to those that need them.
VcSet escape_set(const MachineConfig& config) {
  const int count = escape_vcs(config);
  return {config.router.virtual_channels - count, count};
}

OrderedWay escape_way(const MachineConfig& config) { return {config, dimension_order_of(config), escape_set(config)}; }

/// Any output that brings the packet nearer to its destination, on the adaptive VCs; and the one of the dimension order
/// on its escape VCs too (Duato: A new theory of deadlock-free adaptive routing in wormhole networks, IEEE TPDS 1993).
/// Whoever comes from an adaptive VC begins its escape way as if it came from a NIC: with bubble flow control it leaves
/// a room there (Puente and others: The adaptive bubble router, Journal of Parallel and Distributed Computing 2001).
class MinimalAdaptive final : public RouteFunction {
 public:
  explicit MinimalAdaptive(const MachineConfig& config)
      : shape_(config.network),
        ports_(config.ports()),
        all_vcs_(config.router.all_vcs()),
        escape_vcs_(escape_set(config)),
        adaptive_vcs_(static_cast<std::uint8_t>((1U << static_cast<unsigned>(escape_vcs_.first)) - 1)),
        rooms_(config.counts_packets() ? 1 : 0),
        escape_(escape_way(config)) {}

  [[nodiscard]] RouteDecision route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const override {
    if (!escape_vcs_.has(in_vc)) in_port = ports_.nic_port(0);
    if (auto link = escape_.next(here, header.destination, header.negative, in_port, in_vc)) {
      link->vc_mask |= adaptive_vcs_;
      return *link;
    }
    return {static_cast<std::uint8_t>(ports_.nic_port(header.destination_nic)), all_vcs_};
  }

  [[nodiscard]] RouteChoices choices(Coordinate here, int in_port, int in_vc,
                                     const RouteHeader& header) const override {
    RouteChoices choices;
    const RouteDecision escape = route(here, in_port, in_vc, header);
    choices.push_back(escape);
    for (int d = 0; d < shape_.dimensions(); ++d) {
      for (const bool negative : {false, true}) {
        const auto out_port = static_cast<std::uint8_t>(direction_of(d, negative));
        if (out_port != escape.out_port && comes_nearer(d, here[d], header.destination[d], negative)) {
          choices.push_back({out_port, adaptive_vcs_, rooms_});
        }
      }
    }
    return choices;
  }

 private:
  /// A link in that direction is on a shortest way.
  [[nodiscard]] bool comes_nearer(int dimension, int here, int to, bool negative) const {
    if (here == to) return false;
    if (!shape_.wraps(dimension)) return (to < here) == negative;
    const int size = shape_.size(dimension);
    const int distance = ((negative ? here - to : to - here) + size) % size;
    return 2 * distance <= size;
  }

  NetworkShape shape_;
  RouterPorts ports_;
  std::uint8_t all_vcs_;
  VcSet escape_vcs_;
  std::uint8_t adaptive_vcs_;
  std::uint8_t rooms_;  ///< RouteDecision, of a link
  OrderedWay escape_;
};

std::string refusal(const MachineConfig& config) {
  const int escape = escape_vcs(config);
  if (config.router.virtual_channels > escape) return {};
  return fmt::format(
      "needs {} for the ways in dimension order, and one or more besides: set router.virtual_channels to {} or more",
      escape == 1 ? "a virtual channel" : fmt::format("{} virtual channels", escape), escape + 1);
}

RoutingPolicy minimal_adaptive() {
  RoutingPolicy policy;
  policy.name = "minimal_adaptive";
  policy.summary = "A packet takes the output with the most credits of those on its shortest ways.";
  policy.make = [](const MachineConfig& config) -> std::unique_ptr<const RouteFunction> {
    return std::make_unique<MinimalAdaptive>(config);
  };
  policy.refuses = refusal;
  policy.find_cycle = [](const MachineConfig& config) { return escape_way(config).find_cycle(config.network); };
  policy.adaptive = true;
  policy.bubble = policy.reads_dateline = policy.reads_dimension_order = policy.reads_tie_break = true;
  return policy;
}
const Registered<RoutingKind> kMinimalAdaptive{minimal_adaptive()};

}  // namespace
}  // namespace tactus
