#include "testbench/tests/unit/hw/nic/nic_bench.h"

#include <utility>
#ifdef TACTUS_BENCH_RTL
#include "rtl/twin/rtl_nic.h"
#endif

namespace tactus {
namespace {

#ifdef TACTUS_BENCH_RTL
using NicOnTest = RtlNic;
#else
using NicOnTest = Nic;
#endif

}  // namespace

std::unique_ptr<NicModule> make_nic_on_test(const char* name, const NodeSite& site, MemoryPort& memory) {
  return std::make_unique<NicOnTest>(name, site.domain, site.config, site.position, memory);
}

StartedNicBench::StartedNicBench(const MachineConfig& config, std::unique_ptr<MemoryPort> given)
    : NicBench("bench", make_nic_on_test, config, std::move(given)) {
  sc_core::sc_start(sc_core::sc_time(2, sc_core::SC_NS));
}

}  // namespace tactus
