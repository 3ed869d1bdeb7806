#include "hw/common/clock_domain.h"

#include <algorithm>
#include <utility>

#include "hw/common/clocked_input.h"
#include "hw/common/clocked_module.h"
#include "hw/common/edge_watcher.h"
#include "hw/common/sc_time_conversion.h"

namespace tactus {

ClockDomain::ClockDomain(const sc_core::sc_module_name& name, const Clock& clock)
    : sc_module(name), clock_(clock), rouse_event_("rouse_event") {
  SC_HAS_PROCESS(ClockDomain);
  SC_METHOD(on_time);
}

ClockDomain::~ClockDomain() = default;

Cycles ClockDomain::cycle_now() const { return tactus::cycle_now(clock_); }

unsigned ClockDomain::add(ClockedModule& module) {
  sc_assert(!begun_);
  if (modules_.size() % 64 == 0) wheel_.push_back(std::make_unique<WakeWords>(WakeWords{}));
  modules_.push_back(&module);
  woken_at_.emplace_back();
  return static_cast<unsigned>(modules_.size() - 1);
}

void ClockDomain::reset(std::uint64_t edges) {
  reset_edges_ = edges;
  rouse();
}

void ClockDomain::rouse() {
  if (begun_ && next_ > next_edge()) rouse_event_.notify(sc_core::SC_ZERO_TIME);
}

void ClockDomain::on_time() {
  const Cycles now = cycle_now();
  // Otherwise it was roused, and edge `now`, if this is its time, has passed.
  if (to_picoseconds(sc_core::sc_time_stamp()) == clock_.edge(next_)) edge(now);
  sleep(now);
}

void ClockDomain::edge(Cycles now) {
  begun_ = true;
  if (reset_edges_ != 0) {
    --reset_edges_;
    reset_edge(now);
  } else {
    bring_near(now);
    for (EdgeWatcher* watcher : watchers_) watcher->edge_comes(now);
    tick_awake(now);
  }
}

void ClockDomain::reset_edge(Cycles now) {
  for (const auto& words : wheel_) words->fill(0);
  later_ = {};
  std::fill(woken_at_.begin(), woken_at_.end(), Cycles{});
  for (ClockedInput* input : inputs_) input->clear();
  for (ClockedModule* module : modules_) module->arrivals_ = {};
  for (unsigned number = 0; number < modules_.size(); ++number) {
    modules_[number]->reset();
    wake(number, now, now + Cycles{1});
  }
  for (EdgeWatcher* watcher : watchers_) watcher->reset_has_been(now);
}

void ClockDomain::bring_near(Cycles now) {
  while (!later_.empty() && later_.top().due < now + Cycles{kSlots}) {
    const Later next = later_.top();
    later_.pop();
    next.input != nullptr ? next.input->announce() : wake(next.module, now, next.due);
  }
}

void ClockDomain::tick_awake(Cycles now) {
  for (std::size_t group = 0; group < wheel_.size(); ++group) {
    std::uint64_t rest = std::exchange((*wheel_[group])[slot(now)], 0);
    std::uint64_t again = 0;  // most of those that are awake stay so
    ClockedModule* const* const modules = modules_.data() + group * 64;
    while (rest != 0) {
      const int first = __builtin_ctzll(rest);
      rest &= rest - 1;
      ClockedModule& module = *modules[first];
      const Cycles next = module.tick(now);
      module.forget_arrivals(now);
      if (next == now + Cycles{1}) {
        again |= std::uint64_t{1} << first;
      } else if (next != Cycles::max()) {
        wake(static_cast<unsigned>(group * 64) + static_cast<unsigned>(first), now, next);
      }
    }
    (*wheel_[group])[slot(now + Cycles{1})] |= again;
  }
}

void ClockDomain::wake(unsigned module, Cycles now, Cycles at) {
  if (at - now < Cycles{kSlots}) {
    wake_words(module)[slot(at)] |= std::uint64_t{1} << module % 64;
  } else if (woken_at_[module] != at) {
    woken_at_[module] = at;
    later_.push({at, module, nullptr});
  }
}

Cycles ClockDomain::next_due(Cycles after) const {
  if (reset_edges_ != 0) return after + Cycles{1};
  const auto due = [this](Cycles edge) {
    return std::any_of(wheel_.begin(), wheel_.end(), [edge](const auto& words) { return (*words)[slot(edge)] != 0; });
  };
  // The wheel holds the edges that are fewer than `kSlots` ahead; what lies beyond is brought near in time.
  for (std::uint64_t ahead = 1; ahead < kSlots; ++ahead) {
    if (due(after + Cycles{ahead})) return after + Cycles{ahead};
  }
  return later_.empty() ? Cycles::max() : std::max(later_.top().due - Cycles{kSlots - 1}, after + Cycles{1});
}

void ClockDomain::sleep(Cycles after) {
  next_ = next_due(after);
  if (next_ == after + Cycles{1} && to_picoseconds(sc_core::sc_time_stamp()) == clock_.edge(after)) {
    next_trigger(until(clock_.edge(next_)));
  } else if (next_ == Cycles::max()) {
    next_trigger(rouse_event_);
  } else {
    next_trigger(until(clock_.edge(next_)), rouse_event_);
  }
}

}  // namespace tactus
