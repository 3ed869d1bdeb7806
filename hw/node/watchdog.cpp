#include "hw/node/watchdog.h"

#include <fmt/core.h>

#include <algorithm>

#include "hw/common/reports.h"
#include "hw/node/wait_graph.h"

namespace tactus {

Watchdog::Watchdog(const Fabric& fabric, Picoseconds timeout, Processors processors)
    : fabric_(fabric),
      timeout_(timeout),
      interval_(std::max(Cycles{1}, fabric.config().clock.cycle_at(Picoseconds{timeout.count() / 8}))),
      processors_(std::move(processors)) {}

Cycles Watchdog::look(const Look& look) {
  const bool moved = fabric_.movements() != last_movements_;
  last_movements_ = fabric_.movements();
  const bool works = processors_.somebody_works() || fabric_.something_due();
  if (works && look.still_until != Cycles::max()) {
    const Cycles next = look.next(interval_);
    // Looks that are left out would have seen that somebody works: the last of them would have been here.
    last_progress_ = fabric_.config().clock.middle(next - interval_);
    return next;
  }
  if (moved) {
    last_progress_ = look.time;
  } else if (look.time - last_progress_ >= timeout_) {
    SC_REPORT_ERROR(reports::kFabricStalled, report().c_str());
  }
  return look.cycle + interval_;
}

std::string Watchdog::report() const {
  const WaitGraph graph(fabric_.config().network, fabric_.config().nics(), fabric_.waiting());
  const std::uint64_t last = fabric_.config().clock.cycle_at(last_progress_).count();
  return fmt::format("nothing has moved for {} us, since cycle {} at the latest.\n{}{}",
                     static_cast<double>(timeout_.count()) / 1e6, last,
                     graph.report([this](int node, int port, int vc) { return fabric_.vc_occupancy(node, port, vc); }),
                     processors_.describe_waiting());
}

}  // namespace tactus
