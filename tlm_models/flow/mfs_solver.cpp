#include "tlm_models/flow/mfs_solver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tactus {
namespace {

constexpr double kQuantaOfFastest = 0x1p50;

/// `x` rounded down; for 0 <= x < 2^51. Unlike std::floor it is a few vector instructions on any machine.
double rounded_down(double x) {
  constexpr double kShift = 0x1.8p52;
  const double nearest = (x + kShift) - kShift;
  return nearest > x ? nearest - 1 : nearest;
}

double fastest(const FlowTopology& topology) {
  double bandwidth = 0;
  for (LinkId link = 0; link < topology.links(); ++link) bandwidth = std::max(bandwidth, topology.bandwidth(link));
  return bandwidth;
}

}  // namespace

MfsSolver::MfsSolver(const FlowTopology& topology, const MfsConfig& config)
    : config_(config), quantum_(fastest(topology) / kQuantaOfFastest) {
  const auto links = static_cast<std::size_t>(topology.links());
  for (LinkId link = 0; link < topology.links(); ++link) {
    bandwidth_.push_back(std::floor(topology.bandwidth(link) / quantum_));
    tolerance_.push_back(bandwidth_.back() * config_.threshold);
  }
  count_.assign(links, 0);
  share_ = bandwidth_;
  if (config_.mode == MfsMode::kFull) later_share_.assign(links, 0);
}

void MfsSolver::make_room(FlowId flow, std::size_t runs) {
  if (runs > stride_) {
    std::vector<LinkRun> wider(flows_.size() * runs);
    for (std::size_t i = 0; i < flows_.size(); ++i) {
      std::copy_n(&runs_[i * stride_], flows_[i].runs, &wider[i * runs]);
    }
    runs_ = std::move(wider);
    stride_ = runs;
  }
  const auto index = static_cast<std::size_t>(flow);
  if (index < flows_.size()) return;
  flows_.resize(std::max(index + 1, 2 * flows_.size()));
  runs_.resize(flows_.size() * stride_);
}

void MfsSolver::add(FlowId flow, const std::vector<LinkRun>& route, double limit) {
  make_room(flow, route.size());
  Flow& f = flow_of(flow);
  f.rate = kNoRate;
  f.rate_limit = limit;
  f.limit = limit < quantum_ * kQuantaOfFastest ? std::max(std::floor(limit / quantum_), 1.0) : kUnlimited;
  f.index = static_cast<std::int32_t>(active_.size());
  f.runs = static_cast<std::int32_t>(route.size());
  std::copy(route.begin(), route.end(), &runs_[static_cast<std::size_t>(flow) * stride_]);
  active_.push_back(flow);
  count(flow, 1);
}

void MfsSolver::remove(FlowId flow) {
  count(flow, -1);
  const std::int32_t index = flow_of(flow).index;
  active_[static_cast<std::size_t>(index)] = active_.back();
  flow_of(active_.back()).index = index;
  active_.pop_back();
}

void MfsSolver::count(FlowId flow, double change) {
  add_on_route(flow, change, count_);
  const LinkRun* const first = route(flow);
  for (const LinkRun* run = first; run != first + flow_of(flow).runs; ++run) {
    // More than all links are as good as all of them.
    if (counted_links_ < count_.size()) counted_.push_back(*run);
    counted_links_ += static_cast<std::size_t>(run->count);
  }
}

void MfsSolver::add_on_route(FlowId flow, double amount, std::vector<double>& links) const {
  const LinkRun* const first = route(flow);
  for (const LinkRun* run = first; run != first + flows_[static_cast<std::size_t>(flow)].runs; ++run) {
    double* const link = &links[static_cast<std::size_t>(run->first)];
    for (std::int32_t i = 0; i < run->count; ++i) link[i] += amount;
  }
}

double MfsSolver::least_on_route(FlowId flow, const std::vector<double>& shares) const {
  double least = kUnlimited;
  const LinkRun* const first = route(flow);
  for (const LinkRun* run = first; run != first + flows_[static_cast<std::size_t>(flow)].runs; ++run) {
    const double* link = &shares[static_cast<std::size_t>(run->first)];
    const double* const end = link + run->count;
    if (run->count >= 8) {
      // Four chains of comparisons at once: one alone would wait for each result.
      double least_of[4] = {least, least, least, least};
      for (; end - link >= 4; link += 4) {
        for (int i = 0; i < 4; ++i) least_of[i] = link[i] < least_of[i] ? link[i] : least_of[i];
      }
      least = std::min(std::min(least_of[0], least_of[1]), std::min(least_of[2], least_of[3]));
    }
    for (; link != end; ++link) least = *link < least ? *link : least;
  }
  return least;
}

void MfsSolver::share_counted_links() {
  const auto share = [this](std::size_t first, std::size_t count) {
    for (std::size_t link = first; link < first + count; ++link) {
      share_[link] = rounded_down(bandwidth_[link] / std::max(count_[link], 1.0));
    }
  };
  if (counted_links_ >= count_.size()) {
    share(0, count_.size());
  } else {
    for (const LinkRun& run : counted_) {
      share(static_cast<std::size_t>(run.first), static_cast<std::size_t>(run.count));
    }
  }
  counted_.clear();
  counted_links_ = 0;
}

const std::vector<FlowId>& MfsSolver::solve() {
  share_counted_links();
  first_pass();
  if (config_.mode == MfsMode::kFull) later_passes();
  collect_changes();
  return changed_;
}

void MfsSolver::first_pass() {
  ++passes_;
  for (const FlowId flow : active_) {
    Flow& f = flow_of(flow);
    f.share = std::min(least_on_route(flow, share_), f.limit);
  }
}

void MfsSolver::later_passes() {
  subtract_first_pass();
  while (divide_spare_bandwidth() && grow()) ++passes_;
}

void MfsSolver::subtract_first_pass() {
  spare_ = bandwidth_;
  divided_ = bandwidth_;
  loop_flows_ = active_;
  for (const FlowId flow : active_) add_on_route(flow, -flow_of(flow).share, spare_);
  loop_links_.resize(spare_.size());
  std::iota(loop_links_.begin(), loop_links_.end(), 0);
}

bool MfsSolver::divide_spare_bandwidth() {
  bool has_settled = true;
  std::size_t kept = 0;
  for (const LinkId id : loop_links_) {
    const auto link = static_cast<std::size_t>(id);
    const double change = divided_[link] - spare_[link];
    if (change == 0) continue;  // No flow of it grows any more, so none ever will.
    if (change > tolerance_[link]) has_settled = false;
    divided_[link] = spare_[link];
    later_share_[link] = rounded_down(spare_[link] / count_[link]);
    loop_links_[kept++] = id;
  }
  loop_links_.resize(kept);
  return !has_settled;
}

bool MfsSolver::grow() {
  std::size_t kept = 0;
  for (const FlowId flow : loop_flows_) {
    Flow& f = flow_of(flow);
    const double more = std::min(least_on_route(flow, later_share_), f.limit - f.share);
    if (more == 0) continue;  // For good: what a link has to spare never becomes more.
    f.share += more;
    add_on_route(flow, -more, spare_);
    loop_flows_[kept++] = flow;
  }
  loop_flows_.resize(kept);
  return kept > 0;
}

LinkId MfsSolver::bottleneck(FlowId flow) const {
  const Flow& f = flows_[static_cast<std::size_t>(flow)];
  if (f.share == f.limit) return kOwnLimit;
  const auto offer = [this](LinkId id) {
    const auto link = static_cast<std::size_t>(id);
    return config_.mode == MfsMode::kOnePass ? share_[link] : spare_[link] / count_[link];
  };
  const LinkRun* const first = route(flow);
  LinkId least = first->first;
  for (const LinkRun* run = first; run != first + f.runs; ++run) {
    for (LinkId link = run->first; link < run->first + run->count; ++link) {
      if (offer(link) < offer(least)) least = link;
    }
  }
  return least;
}

void MfsSolver::collect_changes() {
  changed_.clear();
  for (const FlowId flow : active_) {
    Flow& f = flow_of(flow);
    const double rate = f.share == f.limit ? f.rate_limit : f.share * quantum_;
    if (rate == f.rate) continue;
    f.rate = rate;
    changed_.push_back(flow);
  }
}

}  // namespace tactus
