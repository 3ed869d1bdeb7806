#include "hw/router/route_function.h"

namespace tactus {

std::unique_ptr<const RouteFunction> make_route_function(const MachineConfig& config) {
  return policy(config.router.routing).make(config);
}

}  // namespace tactus
