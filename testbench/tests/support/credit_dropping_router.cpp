#include "testbench/tests/support/credit_dropping_router.h"

namespace tactus {

CreditDroppingRouter::CreditDroppingRouter(const sc_core::sc_module_name& name, const NodeSite& site)
    : sc_module(name),
      RouterModule(site.config.ports()),
      router_("router", site.domain, site.config, site.position),
      nowhere_("nowhere", static_cast<std::size_t>(site.config.ports().directions()),
               wires_of<CreditReturn>(site.domain)) {
  for (std::size_t port = 0; port < flit_i.size(); ++port) {
    router_.flit_i[port](flit_i[port]);
    router_.flit_o[port](flit_o[port]);
    router_.credit_i[port](credit_i[port]);
    if (port < nowhere_.size()) {
      router_.credit_o[port](nowhere_[port]);
    } else {
      router_.credit_o[port](credit_o[port]);
    }
  }
}

std::unique_ptr<RouterModule> make_credit_dropping_router(const char* name, const NodeSite& site) {
  return std::make_unique<CreditDroppingRouter>(name, site);
}

}  // namespace tactus
