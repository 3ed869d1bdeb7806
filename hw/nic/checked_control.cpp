#include "hw/nic/checked_control.h"

#include <fmt/format.h>

namespace tactus {
namespace {

/// Cycles after which a promise without an end is tried.
constexpr std::uint64_t kLong = std::uint64_t{1} << 20U;

}  // namespace

bool CheckedControl::may_start(const PacketHeader& packet, Cycles now) const {
  return instance_.ask(contract_, "may_start",
                       [&](InjectionControl& control) { return control.may_start(packet, now); });
}

Cycles CheckedControl::look_again(const PacketHeader& packet, Cycles now) const {
  const Cycles again = instance_.ask(contract_, "look_again",
                                     [&](InjectionControl& control) { return control.look_again(packet, now); });
  if (again <= now) {
    contract_.broken(
        fmt::format("`look_again` in cycle {} answers cycle {}, which has come: `may_start` would be asked "
                    "for ever",
                    now.count(), again.count()));
  }
  // Levels ask in different cycles: nothing may be otherwise before the one that was said.
  const Cycles last = again == Cycles::max() ? now + Cycles{kLong} : again - Cycles{1};
  if (last > now && contract_.call("may_start", [&] { return instance_.first().may_start(packet, last); })) {
    contract_.broken(fmt::format(
        "`look_again` in cycle {} says {}, and `may_start` would let the packet go in cycle {}", now.count(),
        again == Cycles::max() ? "that only news change anything" : fmt::format("cycle {}", again.count()),
        last.count()));
  }
  return again;
}

bool CheckedControl::one_at_router() const {
  return contract_.twice("one_at_router", [&] { return instance_.first().one_at_router(); });
}

void CheckedControl::started(const PacketHeader& packet, Cycles now) {
  instance_.tell(contract_, "started", [&](InjectionControl& control) { control.started(packet, now); });
  settle("started");
}

void CheckedControl::data_taken(const PacketHeader& packet, Cycles now) {
  instance_.tell(contract_, "data_taken", [&](InjectionControl& control) { control.data_taken(packet, now); });
  settle("data_taken");
}

bool CheckedControl::control_taken(const PacketHeader& packet, Cycles now) {
  const bool taken = instance_.ask(contract_, "control_taken",
                                   [&](InjectionControl& control) { return control.control_taken(packet, now); });
  settle("control_taken");
  return taken;
}

void CheckedControl::advance(int engine, Cycles now) {
  instance_.tell(contract_, "advance", [&](InjectionControl& control) { control.advance(engine, now); });
  settle("advance");
}

Cycles CheckedControl::next(int engine) const {
  return contract_.twice("next", [&] { return instance_.first().next(engine); });
}

std::vector<std::string> CheckedControl::final_faults() const {
  std::vector<std::string> faults = contract_.call("final_faults", [&] { return instance_.first().final_faults(); });
  for (std::string& fault : faults) fault.insert(0, contract_.title() + ": ");
  return faults;
}

void CheckedControl::settle(const char* function) {
  InjectionControl& control = instance_.first();
  InjectionControl* const twin = instance_.twin();
  const unsigned woken = control.take_woken();
  bool alike = twin == nullptr || twin->take_woken() == woken;
  for (int engine = 0; engine < kMaxNics; ++engine) {
    ControlQueue& sent = control.outgoing(engine);
    if (twin != nullptr) {
      alike = alike && sent == twin->outgoing(engine);
      twin->outgoing(engine) = {};
    }
    if (!sent.empty()) sent.move_to(outgoing(engine));
    if ((woken >> static_cast<unsigned>(engine) & 1U) != 0) wake(engine);
  }
  if (!alike) contract_.broken(fmt::format("`{}` sends or wakes differently when it is told twice", function));
}

}  // namespace tactus
