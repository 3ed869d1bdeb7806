#include <algorithm>
#include <cmath>
#include <limits>

#include "tlm_models/flow/maxmin_solver.h"

// Filling of those flows only that changes affect. All events lie ahead of the present level, and below it everything
// is final: a flow's rate depends on what happens at lower levels than its own, never on higher ones.

namespace tactus {

bool MaxMinSolver::fill_affected() {
  ++passes_;
  work_ = 0;
  tell_links();
  untold_solutions_ = std::max(untold_solutions_ - 1, 0);
  const std::int64_t most_work = 3 * routes_.hops() + 64;
  look_at_stale_links();
  // Now touched are those that are new.
  for (const FlowId number : touched_) {
    if (flow_at(number).active) watch(number);
  }
  while (!events_.empty()) {
    const LevelTree::Item event = events_.top();
    level_ = std::max(level_, event.level);
    ++work_;
    if (event.number >= first_flow_event()) {
      const FlowId number = event.number - first_flow_event();
      if (flow_at(number).limit <= level_) {
        settle(number, flow_at(number).limit, kOwnLimit);
      } else {
        watch(number);
      }
    } else {
      switch (link_at(event.number).event) {
        case Event::kFull:
          saturate(event.number);
          break;
        case Event::kRelease:
          release(event.number);
          break;
        case Event::kLook:
          look_at(event.number);
          break;
      }
    }
    look_at_stale_links();
    if (work_ > most_work) return false;
  }
  return true;
}

void MaxMinSolver::give_up_affected() {
  for (const LinkId link : stale_) link_at(link).stale = false;
  stale_.clear();
  events_.clear();
  level_ = 0;
}

void MaxMinSolver::look_at_stale_links() {
  for (const LinkId link : stale_) {
    link_at(link).stale = false;
    look_at(link);
  }
  stale_.clear();
}

/// What the flows of a link ask for, and what those that would give way to a lower level than theirs leave.
MaxMinSolver::Demand MaxMinSolver::demand_on(LinkId number, double level) const {
  Demand demand;
  for (const FlowId flow : incidence_.flows_of(number)) {
    const Share share = shares_[static_cast<std::size_t>(flow)];
    const bool gives_way = share.held > level;
    demand.known += share.rate;
    demand.highest_held = std::max(demand.highest_held, share.held);
    demand.above += gives_way ? 1 : 0;
    demand.below += gives_way ? 0 : share.rate;
    demand.next_held = std::min(demand.next_held, gives_way ? share.held : kUnlimited);
  }
  return demand;
}

void MaxMinSolver::look_at(LinkId number) {
  Link& link = link_at(number);
  work_ += incidence_.flows_of(number).size();
  if (link.rising == 0 && link.room > 0) {
    // Surely not full, whatever its flows have in detail.
    expect_no_filling(number);
    return;
  }
  const Demand demand = demand_on(number, level_);
  const double known = demand.known;
  const double capacity = bandwidth_of(number).capacity;
  make_room(number, capacity - known);
  const double rounding = kRounding * capacity;
  link.lowers = false;
  if (link.rising == 0 && known <= capacity + rounding) {
    if (known < capacity - rounding) {
      expect_no_filling(number);
    } else {
      events_.erase(number);
    }
    return;
  }
  double full = full_level(number, demand);
  if (may_release(link) && full > link.level + rounding) {
    link.event = Event::kRelease;
    events_.set(number, link.level);
    return;
  }
  // Flows that are held here and flows that join them shall be equal to the last bit, or the former would change.
  if (link.holds > 0 && std::abs(full - link.level) <= rounding) full = link.level;
  link.event = Event::kFull;
  link.lowers = full < demand.highest_held;
  events_.set(number, std::max(full, level_));
}

/// What is there to happen to a link on which nobody rises and that is not full.
void MaxMinSolver::expect_no_filling(LinkId number) {
  Link& link = link_at(number);
  link.lowers = false;
  if (may_release(link)) {
    link.event = Event::kRelease;
    events_.set(number, link.level);
  } else {
    events_.erase(number);
  }
}

/// Level at which the link is full, if it has this demand at the present level.
double MaxMinSolver::full_level(LinkId number, Demand demand) {
  const Link& link = link_at(number);
  const double capacity = bandwidth_of(number).capacity;
  double level = link.rising == 0 ? 0 : (capacity - demand.known) / link.rising;
  if (level >= demand.highest_held) return level;
  // Held flows give way too. From below: at first all that are above the present level share with the rising ones what
  // the others leave, then those that are above the level which that gives, until these are the same.
  level = level_;
  std::int32_t sharing = std::numeric_limits<std::int32_t>::max();
  for (;;) {
    const std::int32_t above = link.rising + demand.above;
    if (above == 0 || above >= sharing) return level;
    sharing = above;
    level = (capacity - demand.below) / above;
    // Nobody is between the two levels: the same share.
    if (level < demand.next_held) return level;
    demand = demand_on(number, level);
  }
}

void MaxMinSolver::release(LinkId number) {
  // Choosing at first, without a branch for each: there is no telling which of them it will be.
  const auto flows = incidence_.flows_of(number);
  Chosen chosen(chosen_, flows.size());
  for (const FlowId held : flows) {
    const Flow& flow = flow_at(held);
    chosen.add(held, (flow.phase == Phase::kHeld) & (flow.bottleneck == number));
  }
  link_at(number).holds -= chosen.size();
  for (const FlowId held : chosen) let_rise(held);
  for (const FlowId flow : chosen) watch(flow);
}

void MaxMinSolver::let_rise(FlowId number) {
  touch(number);
  Flow& flow = flow_at(number);
  flow.phase = Phase::kRising;
  for (const LinkId passed : incidence_.links_of(number)) {
    Link& link = link_at(passed);
    ++link.rising;
    link.room += flow.rate_before;
    if (events_.contains(passed)) mark_stale(passed);
  }
  share_of(number) = {};
}

/// Sees to it that a rising flow meets every event on its links. Links whose own event is not known get theirs if that
/// can be at the present level; those that are full later at the earliest are left alone until then, which most of them
/// are for good: the flow settles before.
void MaxMinSolver::watch(FlowId number) {
  double next = flow_at(number).limit;
  const auto links = incidence_.links_of(number);
  work_ += links.size();
  for (const LinkId passed : links) {
    if (events_.contains(passed)) continue;
    const double level = level_not_above(link_at(passed));
    if (level <= level_) {
      look_at(passed);
    } else {
      next = std::min(next, level);
    }
  }
  if (next < kUnlimited) {
    events_.set(first_flow_event() + number, next);
  } else {
    events_.erase(first_flow_event() + number);
  }
}

void MaxMinSolver::saturate(LinkId number) {
  const double above = level_ + kRounding * bandwidth_of(number).capacity;
  const auto flows = incidence_.flows_of(number);
  Chosen chosen(chosen_, flows.size());
  for (const FlowId flow : flows) {
    const Share& share = share_of(flow);
    // No rate: it rises.
    chosen.add(flow, (share.rate == 0) | (share.held > above));
  }
  for (const FlowId flow : chosen) settle(flow, level_, number);
  events_.erase(number);
}

void MaxMinSolver::settle(FlowId number, double rate, LinkId bottleneck) {
  touch(number);
  const Flow& flow = flow_at(number);
  const bool was_rising = flow.phase == Phase::kRising;
  const double more = rate - share_of(number).rate;
  if (!was_rising && flow.bottleneck != kOwnLimit) --link_at(flow.bottleneck).holds;
  fix(number, rate, bottleneck);
  for (const LinkId passed : incidence_.links_of(number)) {
    Link& link = link_at(passed);
    if (was_rising) --link.rising;
    link.room -= more;
    if (passed != bottleneck) demand_falls(passed);
  }
}

/// A flow on the link has settled below the level at which the link would be full, or below its old rate.
void MaxMinSolver::demand_falls(LinkId number) {
  Link& link = link_at(number);
  if (events_.contains(number)) {
    if (link.rising == 0 && !link.lowers && !may_release(link)) {
      events_.erase(number);
    } else {
      link.event = Event::kLook;
    }
  } else if (may_release(link)) {
    mark_stale(number);
  } else if (link.rising > 0) {
    // The flows that go on rising have been told of a level that was found before this one had its rate.
    link.event = Event::kLook;
    events_.set(number, std::max(level_not_above(link), level_));
  }
}

}  // namespace tactus
