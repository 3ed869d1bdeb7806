#include "rtl/twin/rtl_nic.h"
#include "rtl/twin/rtl_router.h"
#include "testbench/app/run/rtl_twins.h"

namespace tactus {
namespace {

std::unique_ptr<RouterModule> make_rtl_router(const char* name, const NodeSite& site, const TwinSetup& setup) {
  return std::make_unique<RtlRouter>(name, site.domain, site.config, site.position, setup);
}

std::unique_ptr<NicModule> make_rtl_nic(const char* name, const NodeSite& site, MemoryPort& memory,
                                        const TwinSetup& setup) {
  return std::make_unique<RtlNic>(name, site.domain, site.config, site.position, memory, setup);
}

// Whoever links this file has the twins.
[[maybe_unused]] const bool kInstalled = [] {
  install_rtl_twins({make_rtl_router, make_rtl_nic});
  return true;
}();

}  // namespace
}  // namespace tactus
