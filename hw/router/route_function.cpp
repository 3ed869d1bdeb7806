#include "hw/router/route_function.h"

#include "hw/router/dimension_order.h"

namespace tactus {

std::unique_ptr<const RouteFunction> make_route_function(const MachineConfig& config) {
  return std::make_unique<DimensionOrder>(config);
}

}  // namespace tactus
