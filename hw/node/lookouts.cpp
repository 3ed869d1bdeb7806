#include "hw/node/lookouts.h"

#include <algorithm>

#include "hw/common/end_of_time.h"
#include "hw/common/sc_time_conversion.h"

namespace tactus {

Lookouts::Lookouts(const sc_core::sc_module_name& name, const Fabric& fabric, std::optional<Picoseconds> end)
    : sc_module(name), fabric_(fabric), end_(end) {
  SC_HAS_PROCESS(Lookouts);
  SC_METHOD(on_time);
}

void Lookouts::on_time() {
  if (!begun_) {  // initialisation
    begun_ = true;
    return sleep();
  }
  // What a look sees must not depend on the order in which the kernel calls those that act at the same moment.
  if (sc_core::sc_pending_activity_at_current_time()) return next_trigger(sc_core::SC_ZERO_TIME);
  look();
  sleep();
}

void Lookouts::look() {
  const Clock& clock = fabric_.config().clock;
  const Picoseconds now = within_time(to_picoseconds(sc_core::sc_time_stamp()));
  const Cycles cycle = clock.cycle_at(now);
  if (now != clock.middle(cycle) || next_look() > cycle) return;  // the end
  const Look look{cycle, now, still_until(cycle)};
  for (Post& post : posts_) {
    if (post.next == cycle) post.next = post.lookout->look(look);
  }
}

Cycles Lookouts::still_until(Cycles now) const {
  constexpr Cycles kWorthwhile{64};  // to find out about less costs more than to look again
  Cycles until = Cycles::max();
  if (sc_core::sc_pending_activity()) {
    const Picoseconds next = to_picoseconds(sc_core::sc_time_stamp() + sc_core::sc_time_to_pending_activity());
    const Clock& clock = fabric_.config().clock;
    until = clock.cycle_at(next);
    if (clock.middle(until) < next) until += Cycles{1};
  }
  // Before the next event the fabric may change without one: without asking it, nothing is known of the next cycle.
  if (until <= now + kWorthwhile) return now + Cycles{1};
  return std::max(std::min(until, fabric_.changes_from(now)), now + Cycles{1});
}

void Lookouts::sleep() {
  const Picoseconds now = to_picoseconds(sc_core::sc_time_stamp());
  const Cycles next = next_look();
  Picoseconds wake = Picoseconds::max();
  if (next != Cycles::max()) wake = fabric_.config().clock.middle(next);
  if (end_ && *end_ > now) wake = std::min(wake, *end_);
  // Without a next look the process has ended: nothing triggers it any more.
  wake == Picoseconds::max() ? next_trigger() : next_trigger(to_sc_time(wake - now));
}

Cycles Lookouts::next_look() const {
  Cycles next = Cycles::max();
  for (const Post& post : posts_) next = std::min(next, post.next);
  return next;
}

}  // namespace tactus
