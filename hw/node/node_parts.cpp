#include "hw/node/node_parts.h"

#include "hw/nic/nic.h"
#include "hw/router/vc_router.h"

namespace tactus {

NodeParts cycle_level_parts() {
  NodeParts parts;
  parts.router = [](const char* name, const NodeSite& site) {
    return std::make_unique<VcRouter>(name, site.domain, site.config, site.position);
  };
  parts.nic = [](const char* name, const NodeSite& site, MemoryPort& memory) {
    return std::make_unique<Nic>(name, site.domain, site.config, site.position, memory);
  };
  return parts;
}

}  // namespace tactus
