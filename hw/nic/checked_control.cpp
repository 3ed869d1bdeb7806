#include "hw/nic/checked_control.h"

#include <fmt/format.h>

namespace tactus {
namespace {

/// Cycles after which a promise without an end is tried.
constexpr std::uint64_t kLong = std::uint64_t{1} << 20U;

}  // namespace

bool CheckedControl::may_start(const PacketHeader& packet, Cycles now) const {
  return contract_.alike(
      "may_start", [&] { return asked_->may_start(packet, now); }, [&] { return twin_->may_start(packet, now); });
}

Cycles CheckedControl::look_again(const PacketHeader& packet, Cycles now) const {
  const Cycles again = contract_.alike(
      "look_again", [&] { return asked_->look_again(packet, now); }, [&] { return twin_->look_again(packet, now); });
  if (again <= now) {
    contract_.broken(
        fmt::format("`look_again` in cycle {} answers cycle {}, which has come: `may_start` would be asked "
                    "for ever",
                    now.count(), again.count()));
  }
  // Levels ask in different cycles: nothing may be otherwise before the one that was said.
  const Cycles last = again == Cycles::max() ? now + Cycles{kLong} : again - Cycles{1};
  if (last > now && contract_.call("may_start", [&] { return asked_->may_start(packet, last); })) {
    contract_.broken(fmt::format(
        "`look_again` in cycle {} says {}, and `may_start` would let the packet go in cycle {}", now.count(),
        again == Cycles::max() ? "that only news change anything" : fmt::format("cycle {}", again.count()),
        last.count()));
  }
  return again;
}

bool CheckedControl::one_at_router() const {
  return contract_.twice("one_at_router", [&] { return asked_->one_at_router(); });
}

void CheckedControl::started(const PacketHeader& packet, Cycles now) {
  for (InjectionControl* control : {asked_.get(), twin_.get()}) {
    contract_.call("started", [&] { control->started(packet, now); });
  }
  settle("started");
}

void CheckedControl::data_taken(const PacketHeader& packet, Cycles now) {
  for (InjectionControl* control : {asked_.get(), twin_.get()}) {
    contract_.call("data_taken", [&] { control->data_taken(packet, now); });
  }
  settle("data_taken");
}

bool CheckedControl::control_taken(const PacketHeader& packet, Cycles now) {
  const bool taken = contract_.alike(
      "control_taken", [&] { return asked_->control_taken(packet, now); },
      [&] { return twin_->control_taken(packet, now); });
  settle("control_taken");
  return taken;
}

void CheckedControl::advance(int engine, Cycles now) {
  for (InjectionControl* control : {asked_.get(), twin_.get()}) {
    contract_.call("advance", [&] { control->advance(engine, now); });
  }
  settle("advance");
}

Cycles CheckedControl::next(int engine) const {
  return contract_.twice("next", [&] { return asked_->next(engine); });
}

std::vector<std::string> CheckedControl::final_faults() const {
  std::vector<std::string> faults = contract_.call("final_faults", [&] { return asked_->final_faults(); });
  for (std::string& fault : faults) fault.insert(0, contract_.title() + ": ");
  return faults;
}

void CheckedControl::settle(const char* function) {
  bool alike = true;
  for (int engine = 0; engine < kMaxNics; ++engine) {
    ControlQueue& sent = asked_->outgoing(engine);
    ControlQueue& by_twin = twin_->outgoing(engine);
    alike = alike && sent == by_twin;
    if (!sent.empty()) sent.move_to(outgoing(engine));
    if (!by_twin.empty()) by_twin = {};
  }
  const unsigned woken = asked_->take_woken();
  alike = alike && woken == twin_->take_woken();
  if (!alike) contract_.broken(fmt::format("`{}` sends or wakes differently when it is told twice", function));
  for (int engine = 0; engine < kMaxNics; ++engine) {
    if ((woken >> engine & 1U) != 0) wake(engine);
  }
}

}  // namespace tactus
