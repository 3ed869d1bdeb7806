#include "tlm_models/flow/run_filling.h"

#include <algorithm>

namespace tactus {

RunFilling::RunFilling(const FlowTopology& topology, double rounding)
    : rounding_(rounding),
      links_(static_cast<std::size_t>(topology.links())),
      spare_(links_.size()),
      rising_(links_.size()),
      begins_(links_.size()),
      steps_(links_.size() + 1),
      met_(links_.size() / 64 + 1) {
  for (LinkId link = 0; link < topology.links(); ++link) capacities_.push_back(topology.bandwidth(link));
}

bool RunFilling::fill(const FlowRoutes& routes, std::vector<Flow>& flows) {
  routes_ = &routes;
  let_all_rise(flows);
  work_ = 0;
  for (int level = 0; level < kLevels && left_ > 0; ++level) {
    settle_lowest(flows);
    if (work_ > 4 * routes.hops()) return false;  // lists would have been shorter
  }
  return left_ == 0;
}

void RunFilling::let_all_rise(const std::vector<Flow>& flows) {
  level_ = 0;
  longest_ = 0;
  left_ = static_cast<std::int64_t>(flows.size());
  entries_.clear();
  first_entries_.clear();
  order_.clear();
  limited_.clear();
  std::fill(begins_.begin(), begins_.end(), kNone);
  std::fill(steps_.begin(), steps_.end(), 0);
  std::fill(met_.begin(), met_.end(), 0);
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const auto index = static_cast<std::int32_t>(i);
    if (i + kAhead < flows.size()) routes_->prefetch(flows[i + kAhead].number);
    if (flows[i].limit < FlowSolver::kUnlimited) limited_.push_back(index);
    first_entries_.push_back(static_cast<std::int32_t>(entries_.size()));
    for (const LinkRun& run : routes_->runs_of(flows[i].number)) {
      std::int32_t& first = begins_[static_cast<std::size_t>(run.first)];
      Entry& entry = entries_.emplace_back();
      entry.next = first;
      entry.flow = index;
      entry.begin = run.first;
      entry.end = run.first + run.count;
      first = static_cast<std::int32_t>(entries_.size()) - 1;
      longest_ = std::max(longest_, run.count);
      ++steps_[static_cast<std::size_t>(run.first)];
      --steps_[static_cast<std::size_t>(run.first + run.count)];
      note_met(run);
    }
  }
  first_entries_.push_back(static_cast<std::int32_t>(entries_.size()));
  count_flows();
}

void RunFilling::note_met(const LinkRun& run) {
  const LinkId end = run.first + run.count;
  for (LinkId link = run.first; link < end;) {
    const int first = link % 64;
    const int count = std::min(64 - first, end - link);
    const std::uint64_t mask = (~std::uint64_t{0} >> (64 - count)) << first;
    std::uint64_t& met = met_[static_cast<std::size_t>(link / 64)];
    for (std::uint64_t fresh = mask & ~met; fresh != 0; fresh &= fresh - 1) {
      order_.push_back(link - first + __builtin_ctzll(fresh));
    }
    met |= mask;
    link += count;
  }
}

void RunFilling::count_flows() {
  std::int32_t flows = 0;
  for (std::size_t link = 0; link < links_.size(); ++link) {
    flows += steps_[link];
    links_[link] = {flows, 0, 0};
    rising_[link] = flows;
  }
  spare_ = capacities_;
}

void RunFilling::settle_lowest(std::vector<Flow>& flows) {
  level_ = std::max(level_, lowest_level(flows));
  const double highest = level_ * (1 + rounding_);
  for (const std::int32_t index : limited_) {
    Flow& flow = flows[static_cast<std::size_t>(index)];
    if (flow.limit <= highest) settle(flow, index, flow.limit, FlowSolver::kOwnLimit);
  }
  // Nearly all links are left out here, without a division. What settles can only lift the levels of those that follow.
  const double certainly_higher = highest * (1 + 1e-9);
  for (const LinkId number : order_) {
    const auto link = static_cast<std::size_t>(number);
    if (spare_[link] > certainly_higher * rising_[link]) continue;
    if (rising_[link] > 0 && spare_[link] / rising_[link] <= highest) settle_on(number, flows);
  }
}

double RunFilling::lowest_level(const std::vector<Flow>& flows) {
  const auto gone = [&](std::int32_t index) { return flows[static_cast<std::size_t>(index)].settled; };
  limited_.erase(std::remove_if(limited_.begin(), limited_.end(), gone), limited_.end());
  double lowest = FlowSolver::kUnlimited;
  for (const std::int32_t index : limited_) lowest = std::min(lowest, flows[static_cast<std::size_t>(index)].limit);
  std::int32_t rising = 0;
  double spare = 0;
  for (std::size_t link = 0; link < links_.size(); ++link) {
    // Neighbours are mostly alike, and divisions are what this costs.
    if (rising_[link] == 0 || (rising_[link] == rising && spare_[link] == spare)) continue;
    rising = rising_[link];
    spare = spare_[link];
    lowest = std::min(lowest, spare / rising);
  }
  return lowest;
}

/// The runs that pass a link begin there or up to the length of the longest one before.
void RunFilling::settle_on(LinkId number, std::vector<Flow>& flows) {
  const LinkId first = std::max(0, number - longest_ + 1);
  for (LinkId begin = number; begin >= first && rising_[static_cast<std::size_t>(number)] > 0; --begin) {
    ++work_;
    for (std::int32_t i = begins_[static_cast<std::size_t>(begin)]; i != kNone;) {
      const Entry& entry = entries_[static_cast<std::size_t>(i)];
      i = entry.next;
      ++work_;
      Flow& flow = flows[static_cast<std::size_t>(entry.flow)];
      if (entry.end > number && !flow.settled) settle(flow, entry.flow, level_, number);
    }
  }
}

void RunFilling::settle(Flow& flow, std::int32_t index, double rate, LinkId bottleneck) {
  flow.rate = rate;
  flow.bottleneck = bottleneck;
  flow.settled = true;
  --left_;
  if (bottleneck != FlowSolver::kOwnLimit) {
    Link& link = links_[static_cast<std::size_t>(bottleneck)];
    ++link.holds;
    link.level = rate;
  }
  const auto first = static_cast<std::size_t>(index);
  for (std::int32_t i = first_entries_[first]; i < first_entries_[first + 1]; ++i) {
    const Entry& run = entries_[static_cast<std::size_t>(i)];
    for (LinkId link = run.begin; link < run.end; ++link) spare_[static_cast<std::size_t>(link)] -= rate;
    for (LinkId link = run.begin; link < run.end; ++link) --rising_[static_cast<std::size_t>(link)];
  }
}

}  // namespace tactus
