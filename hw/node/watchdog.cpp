#include "hw/node/watchdog.h"

#include <fmt/core.h>

#include <algorithm>

#include "hw/common/reports.h"
#include "hw/common/sc_time_conversion.h"
#include "hw/node/wait_graph.h"

namespace tactus {

Watchdog::Watchdog(const sc_core::sc_module_name& name, const Fabric& fabric, Picoseconds timeout,
                   Processors processors)
    : sc_module(name), fabric_(fabric), timeout_(timeout), processors_(std::move(processors)) {
  const std::uint64_t clock = fabric.config().clock.count();
  const std::uint64_t cycles = std::max<std::uint64_t>(1, timeout.count() / 8 / clock);
  interval_ = to_sc_time(Picoseconds{cycles * clock});
  SC_HAS_PROCESS(Watchdog);
  SC_METHOD(look);
}

void Watchdog::look() {
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  if (now == sc_core::SC_ZERO_TIME) {
    next_trigger(to_sc_time(Picoseconds{fabric_.config().clock.count() / 2}));
    return;
  }
  const std::uint64_t movements = fabric_.movements();
  if (movements != last_movements_ || processors_.somebody_works() || fabric_.something_due()) {
    last_movements_ = movements;
    last_progress_ = now;
  } else if (now - last_progress_ >= to_sc_time(timeout_)) {
    SC_REPORT_ERROR(reports::kFabricStalled, report().c_str());
  }
  next_trigger(interval_);
}

std::string Watchdog::report() const {
  const WaitGraph graph(fabric_.config().network, fabric_.config().nics(), fabric_.waiting());
  const std::uint64_t last = to_picoseconds(last_progress_).count() / fabric_.config().clock.count();
  return fmt::format("nothing has moved for {} us, since cycle {} at the latest.\n{}{}",
                     static_cast<double>(timeout_.count()) / 1e6, last,
                     graph.report([this](int node, int port, int vc) { return fabric_.vc_occupancy(node, port, vc); }),
                     processors_.describe_waiting());
}

}  // namespace tactus
