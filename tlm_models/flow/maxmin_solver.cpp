#include "tlm_models/flow/maxmin_solver.h"

#include <algorithm>

namespace tactus {

MaxMinSolver::MaxMinSolver(const FlowTopology& topology)
    : incidence_(topology.links()), links_(static_cast<std::size_t>(topology.links())), bandwidths_(links_.size()) {
  for (LinkId link = 0; link < topology.links(); ++link) {
    bandwidth_of(link).capacity = topology.bandwidth(link);
    make_room(link, topology.bandwidth(link));
  }
  events_.reserve_numbers(links_.size());
}

void MaxMinSolver::make_room(LinkId number, double room) {
  link_at(number).room = room - kMargin * bandwidth_of(number).capacity;
}

void MaxMinSolver::add(FlowId number, const std::vector<LinkRun>& route, double limit) {
  if (static_cast<std::size_t>(number) >= flows_.size()) {
    flows_.resize(static_cast<std::size_t>(number) + 1);
    shares_.resize(flows_.size());
    events_.reserve_numbers(links_.size() + flows_.size());
  }
  incidence_.add(number, route);
  touch(number);
  Flow& flow = flow_at(number);
  flow.rate_before = kNew;
  flow.limit = limit;
  flow.phase = Phase::kRising;
  flow.active = true;
  share_of(number) = {};
  for (const FlowIncidence::Hop& hop : incidence_.hops_of(number)) ++link_at(hop.link).rising;
  ++active_;
  ++changes_;
}

void MaxMinSolver::remove(FlowId number) {
  Flow& flow = flow_at(number);
  const bool rising = flow.phase == Phase::kRising;
  if (!rising && flow.bottleneck != kOwnLimit) --link_at(flow.bottleneck).holds;
  for (const FlowIncidence::Hop& hop : incidence_.hops_of(number)) {
    Link& link = link_at(hop.link);
    if (rising) --link.rising;
    link.room += share_of(number).rate;
    if (link.holds > 0) mark_stale(hop.link);
  }
  incidence_.remove(number);
  flow.active = false;
  --active_;
  ++changes_;
}

void MaxMinSolver::touch(FlowId number) {
  Flow& flow = flow_at(number);
  if (flow.touched) return;
  flow.touched = true;
  flow.rate_before = share_of(number).rate;
  touched_.push_back(number);
}

void MaxMinSolver::mark_stale(LinkId number) {
  Link& link = link_at(number);
  if (link.stale) return;
  link.stale = true;
  stale_.push_back(number);
}

void MaxMinSolver::fix(FlowId number, double rate, LinkId bottleneck) {
  Flow& flow = flow_at(number);
  flow.phase = Phase::kSettled;
  flow.bottleneck = bottleneck;
  share_of(number) = {rate, 0};
  events_.erase(first_flow_event() + number);
  if (bottleneck == kOwnLimit) return;
  Link& link = link_at(bottleneck);
  ++link.holds;
  link.level = rate;
  if (link.full) return;
  link.full = true;
  full_.push_back(bottleneck);
}

const std::vector<FlowId>& MaxMinSolver::solve() {
  changed_.clear();
  if (changes_ == 0) return changed_;
  level_ = 0;
  // Where a third of the flows comes or goes, most of the others are affected.
  if (changes_ * 3 >= active_ || !fill_affected()) {
    give_up_affected();
    fill_all();
  }
  finish();
  return changed_;
}

void MaxMinSolver::finish() {
  for (const FlowId number : touched_) {
    Flow& flow = flow_at(number);
    Share& share = share_of(number);
    flow.touched = false;
    flow.phase = Phase::kHeld;
    share.held = share.rate;
    if (flow.active && share.rate != flow.rate_before) changed_.push_back(number);
  }
  touched_.clear();
  for (const LinkId link : full_) link_at(link).full = false;
  full_.clear();
  changes_ = 0;
}

void MaxMinSolver::fill_all() {
  ++passes_;
  let_all_rise();
  std::int32_t rising = active_;
  while (rising > 0) {
    const LevelHeap::Item event = events_.top();
    if (event.number >= first_flow_event()) {
      level_ = std::max(level_, event.level);
      settle_among_all(event.number - first_flow_event(), event.level, kOwnLimit);
      --rising;
      continue;
    }
    const Link& link = link_at(event.number);
    if (link.rising == 0) {
      events_.erase(event.number);
      continue;
    }
    // Levels only go up while flows settle, so that it is soon enough to correct them here.
    const double full = bandwidth_of(event.number).spare / link.rising;
    if (full > event.level * (1 + kRounding)) {
      events_.set(event.number, full);
      continue;
    }
    // Links that are equal but for rounding are made equal: fewer different rates, fewer events later.
    if (event.level > level_ * (1 + kRounding)) level_ = event.level;
    rising -= link.rising;
    for (const FlowIncidence::Passage& passage : incidence_.flows_of(event.number)) {
      if (flow_at(passage.flow).phase == Phase::kRising) settle_among_all(passage.flow, level_, event.number);
    }
  }
  events_.clear();
}

void MaxMinSolver::let_all_rise() {
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    if (!flows_[i].active) continue;
    const auto number = static_cast<FlowId>(i);
    touch(number);
    Flow& flow = flow_at(number);
    flow.phase = Phase::kRising;
    if (flow.limit < kUnlimited) events_.append(first_flow_event() + number, flow.limit);
    for (const FlowIncidence::Hop& hop : incidence_.hops_of(number)) {
      if (events_.contains(hop.link)) continue;
      Link& link = link_at(hop.link);
      link.rising = incidence_.flows_of(hop.link).size();
      bandwidth_of(hop.link).spare = bandwidth_of(hop.link).capacity;
      link.holds = 0;
      events_.append(hop.link, bandwidth_of(hop.link).capacity / link.rising);
    }
  }
  events_.heapify();
}

void MaxMinSolver::settle_among_all(FlowId number, double rate, LinkId bottleneck) {
  fix(number, rate, bottleneck);
  for (const FlowIncidence::Hop& hop : incidence_.hops_of(number)) {
    Link& link = link_at(hop.link);
    Bandwidth& bandwidth = bandwidth_of(hop.link);
    bandwidth.spare -= rate;
    if (--link.rising == 0) make_room(hop.link, bandwidth.spare);
  }
}

}  // namespace tactus
