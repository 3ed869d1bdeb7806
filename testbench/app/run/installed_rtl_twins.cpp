#include "rtl/twin/rtl_nic.h"
#include "rtl/twin/rtl_router.h"
#include "testbench/app/run/rtl_twins.h"

namespace tactus {
namespace {

std::unique_ptr<RouterModule> make_rtl_router(const char* name, const NodeSite& site) {
  return std::make_unique<RtlRouter>(name, site.domain, site.config, site.position);
}

std::unique_ptr<NicModule> make_rtl_nic(const char* name, const NodeSite& site, MemoryPort& memory) {
  return std::make_unique<RtlNic>(name, site.domain, site.config, site.position, memory);
}

// Whoever links this file has the twins.
[[maybe_unused]] const bool kInstalled = [] {
  install_rtl_twins({make_rtl_router, make_rtl_nic});
  return true;
}();

}  // namespace
}  // namespace tactus
