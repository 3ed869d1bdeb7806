#include "hw/router/route_function.h"

#include "hw/router/checked_routes.h"
#include "hw/router/class_routes.h"

namespace tactus {

std::unique_ptr<const RouteFunction> make_route_function(const MachineConfig& config) {
  if (config.router.has_classes()) return std::make_unique<ClassRoutes>(config);
  const RoutingPolicy& chosen = policy(config.router.routing);
  if (!chosen.plugin.empty()) return std::make_unique<CheckedRoutes>(chosen, config);
  return chosen.make(config);
}

}  // namespace tactus
