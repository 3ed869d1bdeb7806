#include "tlm_models/flow/maxmin_solver.h"

#include <algorithm>

namespace tactus {

MaxMinSolver::MaxMinSolver(const FlowTopology& topology)
    : incidence_(topology.links()),
      links_(static_cast<std::size_t>(topology.links())),
      bandwidths_(links_.size()),
      run_filling_(topology, kRounding) {
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
  routes_.add(number, route);
  const LinkRuns runs{route.data(), route.data() + route.size()};
  if (untold_solutions_ > 0) {
    untold_.comes(number, runs);
  } else {
    come(number, runs);
  }
  touch(number);
  Flow& flow = flow_at(number);
  flow.rate_before = kNew;
  flow.limit = limit;
  flow.phase = Phase::kRising;
  flow.active = true;
  share_of(number) = {};
  ++active_;
  ++changes_;
}

void MaxMinSolver::remove(FlowId number) {
  Flow& flow = flow_at(number);
  if (untold_solutions_ > 0) {
    untold_.goes(number, flow.phase == Phase::kRising, flow.bottleneck, share_of(number).rate);
  } else {
    go(number, flow.phase == Phase::kRising, flow.bottleneck, share_of(number).rate);
  }
  routes_.remove(number);
  flow.active = false;
  --active_;
  ++changes_;
  // Where nothing is left it is cheaper to begin again than to tell links of every flow, if there were many.
  if (active_ == 0 && untold_.size() * 8 >= links_.size()) forget_links();
}

void MaxMinSolver::forget_links() {
  untold_.clear();
  solved_ = 0;
  incidence_.clear();
  for (std::size_t i = 0; i < links_.size(); ++i) {
    links_[i].rising = 0;
    links_[i].holds = 0;
    links_[i].stale = false;
    make_room(static_cast<LinkId>(i), bandwidths_[i].capacity);
  }
  stale_.clear();
}

/// Tells links of the flows that have come and gone, in that order: on it depends in which order they add up rates.
void MaxMinSolver::tell_links() {
  // Those that the last solution knows have left their mark already.
  for (std::size_t i = 0; i < solved_; ++i) {
    const FlowChanges::Change& change = untold_[i];
    if (change.comes) {
      incidence_.add(change.flow, untold_.route_of(change));
    } else {
      incidence_.remove(change.flow);
    }
  }
  for (std::size_t i = solved_; i < untold_.size(); ++i) {
    const FlowChanges::Change& change = untold_[i];
    if (change.comes) {
      come(change.flow, untold_.route_of(change));
    } else {
      go(change.flow, change.rising, change.bottleneck, change.rate);
    }
  }
  untold_.clear();
  solved_ = 0;
}

void MaxMinSolver::come(FlowId number, LinkRuns route) {
  incidence_.add(number, route);
  for (const LinkId link : incidence_.links_of(number)) ++link_at(link).rising;
}

void MaxMinSolver::go(FlowId number, bool rising, LinkId bottleneck, double rate) {
  if (!rising && bottleneck != kOwnLimit) --link_at(bottleneck).holds;
  for (const LinkId passed : incidence_.links_of(number)) {
    Link& link = link_at(passed);
    link.room += rate;
    if (rising) --link.rising;
    if (link.holds > 0) mark_stale(passed);
  }
  incidence_.remove(number);
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
  reconsidered_.clear();
  if (changes_ == 0) return changed_;
  level_ = 0;
  if (concerns_most() || !fill_affected()) fill_all();
  finish();
  return changed_;
}

/// Where a third of the flows comes or goes, most of the others are affected. Filling by runs may be cheaper before: to
/// follow a change, and to tell links of what came and went since, costs about a third as much for each hop of a flow
/// as filling by runs costs for the flow.
bool MaxMinSolver::concerns_most() const {
  const std::int64_t active = active_;
  const std::int64_t changes = changes_;
  if (changes * 3 >= active) return true;
  return untold_solutions_ > 0 && misses_ == 0 && changes * routes_.hops() >= 3 * active * active;
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
  reconsidered_.swap(touched_);
  for (const LinkId link : full_) link_at(link).full = false;
  full_.clear();
  changes_ = 0;
}

void MaxMinSolver::append_reconsidered(std::vector<FlowId>& flows) const {
  for (const FlowId number : reconsidered_) {
    if (flows_[static_cast<std::size_t>(number)].active) flows.push_back(number);
  }
}

void MaxMinSolver::fill_all() {
  ++passes_;
  if (fill_by_runs()) return;
  tell_links();
  give_up_affected();
  let_all_rise();
  // Symmetric traffic has few levels: so many are found faster by going through all links than with a heap of them.
  constexpr int kScans = 4;
  for (int scan = 0; scan < kScans && rising_ > 0; ++scan) settle_lowest();
  if (rising_ > 0) {
    for (const std::int32_t number : filling_) {
      if (rises(number)) events_.set(number, level_at(number));
    }
    while (rising_ > 0) settle_next();
    events_.clear();
  }
  for (const LinkId link : stale_) link_at(link).stale = false;
  stale_.clear();
}

/// False, and nothing done but that all flows are touched, if links have to be filled one by one.
bool MaxMinSolver::fill_by_runs() {
  // It goes through all links, used or not.
  if (routes_.hops() < static_cast<std::int64_t>(links_.size())) return false;
  if (skips_ > 0) {
    --skips_;
    return false;
  }
  all_flows_.clear();
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    if (!flows_[i].active) continue;
    touch(static_cast<FlowId>(i));
    all_flows_.push_back({static_cast<FlowId>(i), flows_[i].limit});
  }
  if (!run_filling_.fill(routes_, all_flows_)) {
    constexpr int kMost = 31;
    skips_ = misses_ = std::min(2 * misses_ + 1, kMost);
    return false;
  }
  misses_ = 0;
  take_filling();
  return true;
}

void MaxMinSolver::take_filling() {
  give_up_affected();
  for (const RunFilling::Flow& filled : all_flows_) {
    Flow& flow = flow_at(filled.number);
    flow.phase = Phase::kSettled;
    flow.bottleneck = filled.bottleneck;
    share_of(filled.number) = {filled.rate, 0};
  }
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const auto number = static_cast<LinkId>(i);
    const RunFilling::Link& filled = run_filling_.link(number);
    links_[i].rising = 0;
    links_[i].holds = filled.holds;
    links_[i].level = filled.level;
    make_room(number, run_filling_.spare(number));
  }
  solved_ = untold_.size();
  untold_solutions_ = kRemembered;
  // Flows that never all end must not let this grow.
  if (untold_.size() > 8 * all_flows_.size() + 1024) tell_links();
}

void MaxMinSolver::let_all_rise() {
  rising_ = active_;
  filling_.clear();
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    if (!flows_[i].active) continue;
    const auto number = static_cast<FlowId>(i);
    touch(number);
    Flow& flow = flow_at(number);
    flow.phase = Phase::kRising;
    if (flow.limit < kUnlimited) filling_.push_back(first_flow_event() + number);
    for (const LinkId on_way : incidence_.links_of(number)) {
      Link& link = link_at(on_way);
      if (link.stale) continue;
      mark_stale(on_way);
      link.rising = incidence_.flows_of(on_way).size();
      link.holds = 0;
      bandwidth_of(on_way).spare = bandwidth_of(on_way).capacity;
    }
  }
  filling_.insert(filling_.end(), stale_.begin(), stale_.end());
}

bool MaxMinSolver::rises(std::int32_t number) {
  if (number >= first_flow_event()) return flow_at(number - first_flow_event()).phase == Phase::kRising;
  return link_at(number).rising > 0;
}

double MaxMinSolver::level_at(std::int32_t number) {
  if (number >= first_flow_event()) return flow_at(number - first_flow_event()).limit;
  return bandwidth_of(number).spare / link_at(number).rising;
}

void MaxMinSolver::settle_lowest() {
  double lowest = kUnlimited;
  const auto gone = [&](std::int32_t number) {
    if (!rises(number)) return true;
    lowest = std::min(lowest, level_at(number));
    return false;
  };
  filling_.erase(std::remove_if(filling_.begin(), filling_.end(), gone), filling_.end());
  level_ = std::max(level_, lowest);
  // What settles here can only lift the levels of the links that follow.
  for (const std::int32_t number : filling_) {
    if (rises(number) && level_at(number) <= level_ * (1 + kRounding)) settle_at(number);
  }
}

void MaxMinSolver::settle_next() {
  const LevelTree::Item first = events_.top();
  if (!rises(first.number)) {
    events_.erase(first.number);
    return;
  }
  // Levels only go up while flows settle, so that it is soon enough to correct them here.
  const double level = level_at(first.number);
  if (level > first.level * (1 + kRounding)) {
    events_.set(first.number, level);
    return;
  }
  // Links that are equal but for rounding are made equal: fewer different rates, fewer events later.
  if (first.level > level_ * (1 + kRounding)) level_ = first.level;
  settle_at(first.number);
}

void MaxMinSolver::settle_at(std::int32_t number) {
  if (number >= first_flow_event()) {
    const FlowId flow = number - first_flow_event();
    settle_among_all(flow, flow_at(flow).limit, kOwnLimit);
    return;
  }
  for (const FlowId flow : incidence_.flows_of(number)) {
    if (flow_at(flow).phase == Phase::kRising) settle_among_all(flow, level_, number);
  }
}

void MaxMinSolver::settle_among_all(FlowId number, double rate, LinkId bottleneck) {
  fix(number, rate, bottleneck);
  --rising_;
  for (const LinkId link : incidence_.links_of(number)) {
    Bandwidth& bandwidth = bandwidth_of(link);
    bandwidth.spare -= rate;
    if (--link_at(link).rising == 0) make_room(link, bandwidth.spare);
  }
}

}  // namespace tactus
