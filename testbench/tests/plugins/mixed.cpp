// A part that needs the simulation's time, as modules may, and in the same library a policy, which must not.
#include <systemc>

#include "hw/node/part_policy.h"
#include "hw/router/tie_break.h"

namespace {
using namespace tactus;

struct Empty final : sc_core::sc_module, RouterPins {
  Empty(const sc_core::sc_module_name& name, RouterPorts ports) : sc_module(name), RouterPins(ports) {}
};
std::unique_ptr<RouterPins> make(const char* name, const PartSite& site) {
  return sc_core::sc_time_stamp() == sc_core::SC_ZERO_TIME ? std::make_unique<Empty>(name, site.config.ports())
                                                           : nullptr;
}
const Registered<RouterPartKind> kRouter{{{"my_empty", "A router that does nothing."}, make}};
const Registered<TieBreakKind> kTie{{{"my_tie", "Always the plus way."}, [](const Tie& /*tie*/) { return false; }}};

}  // namespace
