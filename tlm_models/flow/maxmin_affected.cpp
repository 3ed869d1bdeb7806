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
    const LevelHeap::Item event = events_.top();
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

void MaxMinSolver::look_at(LinkId number) {
  Link& link = link_at(number);
  const auto flows = incidence_.flows_of(number);
  work_ += flows.size();
  double known = 0;
  double highest_held = 0;
  seen_.clear();
  for (const FlowId flow : flows) {
    const Share share = share_of(flow);
    seen_.push_back(share);
    known += share.rate;
    highest_held = std::max(highest_held, share.held);
  }
  const double capacity = bandwidth_of(number).capacity;
  make_room(number, capacity - known);
  const double rounding = kRounding * capacity;
  link.lowers = false;
  if (link.rising == 0 && known <= capacity + rounding) {
    if (may_release(link) && known < capacity - rounding) {
      link.event = Event::kRelease;
      events_.set(number, link.level);
    } else {
      events_.erase(number);
    }
    return;
  }
  double full = full_level(number, known, highest_held);
  if (may_release(link) && full > link.level + rounding) {
    link.event = Event::kRelease;
    events_.set(number, link.level);
    return;
  }
  // Flows that are held here and flows that join them shall be equal to the last bit, or the former would change.
  if (link.holds > 0 && std::abs(full - link.level) <= rounding) full = link.level;
  link.event = Event::kFull;
  link.lowers = full < highest_held;
  events_.set(number, std::max(full, level_));
}

/// Level at which the link is full, if `known` is the sum of the rates of the flows that do not rise, in `seen_`.
double MaxMinSolver::full_level(LinkId number, double known, double highest_held) {
  const Link& link = link_at(number);
  const double capacity = bandwidth_of(number).capacity;
  double level = link.rising == 0 ? 0 : (capacity - known) / link.rising;
  if (level >= highest_held) return level;
  // Held flows give way too. From below: at first all that are above the present level share with the rising ones what
  // the others leave, then those that are above the level which that gives, until these are the same.
  level = level_;
  std::int32_t sharing = std::numeric_limits<std::int32_t>::max();
  for (;;) {
    double below = 0;
    std::int32_t above = link.rising;
    for (const Share& share : seen_) {
      const bool gives_way = share.held > level;
      above += gives_way ? 1 : 0;
      below += gives_way ? 0 : share.rate;
    }
    if (above == 0 || above >= sharing) return level;
    sharing = above;
    level = (capacity - below) / above;
  }
}

void MaxMinSolver::release(LinkId number) {
  Link& released = link_at(number);
  for (const FlowId held : incidence_.flows_of(number)) {
    Flow& flow = flow_at(held);
    if (flow.phase != Phase::kHeld || flow.bottleneck != number) continue;
    touch(held);
    flow.phase = Phase::kRising;
    --released.holds;
    for (const LinkId link : incidence_.links_of(held)) {
      ++link_at(link).rising;
      room_of(link) += flow.rate_before;
      if (events_.contains(link)) mark_stale(link);
    }
    share_of(held) = {};
    released_.push_back(held);
  }
  for (const FlowId flow : released_) watch(flow);
  released_.clear();
}

/// Sees to it that a rising flow meets every event on its links. Links whose own event is not known get theirs if that
/// can be at the present level; those that are full later at the earliest are left alone until then, which most of them
/// are for good: the flow settles before.
void MaxMinSolver::watch(FlowId number) {
  double next = flow_at(number).limit;
  const auto links = incidence_.links_of(number);
  work_ += links.size();
  for (const LinkId link : links) {
    if (events_.contains(link)) continue;
    const double level = level_not_above(link);
    if (level <= level_) {
      look_at(link);
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
  for (const FlowId flow : incidence_.flows_of(number)) {
    const Share& share = share_of(flow);
    // No rate: it rises.
    if (share.rate == 0 || share.held > above) settle(flow, level_, number);
  }
  events_.erase(number);
}

void MaxMinSolver::settle(FlowId number, double rate, LinkId bottleneck) {
  touch(number);
  const Flow& flow = flow_at(number);
  const bool was_rising = flow.phase == Phase::kRising;
  const double more = rate - share_of(number).rate;
  if (!was_rising && flow.bottleneck != kOwnLimit) --link_at(flow.bottleneck).holds;
  fix(number, rate, bottleneck);
  for (const LinkId link : incidence_.links_of(number)) {
    if (was_rising) --link_at(link).rising;
    room_of(link) -= more;
    if (link != bottleneck) demand_falls(link);
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
    events_.set(number, std::max(level_not_above(number), level_));
  }
}

}  // namespace tactus
