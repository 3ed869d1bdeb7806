#include "hw/router/class_routes.h"

namespace tactus {
namespace {

RouteDecision shifted(RouteDecision decision, int vcs) {
  decision.vc_mask = static_cast<std::uint8_t>(decision.vc_mask << vcs);
  decision.bubble_vcs = static_cast<std::uint8_t>(decision.bubble_vcs << vcs);
  return decision;
}

}  // namespace

MachineConfig machine_of_class(const MachineConfig& config, int message_class) {
  MachineConfig machine = config;
  machine.router.virtual_channels = config.router.classes[static_cast<std::size_t>(message_class)].virtual_channels;
  machine.router.classes.clear();
  return machine;
}

ClassRoutes::ClassRoutes(const MachineConfig& config) {
  for (int number = 0; number < static_cast<int>(config.router.classes.size()); ++number) {
    classes_.push_back({config.router.first_vc(number), make_route_function(machine_of_class(config, number))});
  }
  for (int vc = 0; vc < config.router.virtual_channels; ++vc) {
    class_of_vc_[static_cast<std::size_t>(vc)] = config.router.class_of(vc);
  }
}

RouteDecision ClassRoutes::route(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const {
  const OneClass& of = of_vc(in_vc);
  return shifted(of.routes->route(here, in_port, in_vc - of.first_vc, header), of.first_vc);
}

RouteChoices ClassRoutes::choices(Coordinate here, int in_port, int in_vc, const RouteHeader& header) const {
  const OneClass& of = of_vc(in_vc);
  RouteChoices all;
  for (const RouteChoice& choice : of.routes->choices(here, in_port, in_vc - of.first_vc, header)) {
    const RouteDecision& decision = choice;
    all.push_back(shifted(decision, of.first_vc), choice.links);
  }
  return all;
}

}  // namespace tactus
