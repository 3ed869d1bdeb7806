#include "tlm_models/flow/run_filling.h"

#include <algorithm>
#include <limits>

namespace tactus {
namespace {

/// Bits `first` to `last` - 1 of a word.
constexpr std::uint64_t bits(int first, int last) {
  const std::uint64_t below = last == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << last) - 1;
  return below & (~std::uint64_t{0} << first);
}

/// Calls `look(word, mask)` for each word that has links of `run`.
template <class Look>
void for_words(const LinkRun& run, Look look) {
  const LinkId end = run.first + run.count;
  for (LinkId link = run.first; link < end;) {
    const int first = link % 64;
    const int last = std::min(64, first + end - link);
    look(static_cast<std::size_t>(link / 64), bits(first, last));
    link += last - first;
  }
}

}  // namespace

RunFilling::RunFilling(const FlowTopology& topology, double rounding)
    : rounding_(rounding),
      links_(static_cast<std::size_t>(topology.links())),
      steps_(links_.size() + 1),
      full_(links_.size() / kWord + 1),
      met_(full_.size()),
      order_(links_.size()) {
  for (LinkId link = 0; link < topology.links(); ++link) capacities_.push_back(topology.bandwidth(link));
}

bool RunFilling::fill(const FlowRoutes& routes, std::vector<Flow>& flows) {
  routes_ = &routes;
  let_all_rise(flows);
  for (int level = 0; level < kLevels && !rising_.empty(); ++level) {
    const std::size_t before = rising_.size();
    if (!settle_lowest(flows)) return false;
    // At that pace four levels are not enough.
    if ((before - rising_.size()) * 16 < before) return false;
  }
  return rising_.empty();
}

void RunFilling::let_all_rise(const std::vector<Flow>& flows) {
  level_ = 0;
  rising_.clear();
  numbered_ = 0;
  std::fill(met_.begin(), met_.end(), 0);
  std::fill(steps_.begin(), steps_.end(), 0);
  for (const Flow& flow : flows) {
    rising_.push_back(static_cast<std::int32_t>(rising_.size()));
    note_settled(flow.number);
    for (const LinkRun& run : routes_->runs_of(flow.number)) number_links(run);
  }
  std::int32_t on_link = 0;
  for (std::size_t link = 0; link < links_.size(); ++link) {
    on_link += steps_[link];
    links_[link] = {capacities_[link], 0, on_link, on_link, 0};
  }
}

void RunFilling::number_links(const LinkRun& run) {
  for_words(run, [this](std::size_t word, Word mask) {
    Word fresh = mask & ~met_[word];
    met_[word] |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      order_[word * kWord + static_cast<std::size_t>(__builtin_ctzll(fresh))] = numbered_++;
    }
  });
}

bool RunFilling::settle_lowest(std::vector<Flow>& flows) {
  level_ = std::max(level_, lowest_level(flows));
  const double highest = level_ * (1 + rounding_);
  if (!settle_limited(flows, highest) || !find_full(highest)) return false;
  settle_full(flows);
  return true;
}

double RunFilling::lowest_level(const std::vector<Flow>& flows) const {
  double lowest = FlowSolver::kUnlimited;
  for (const std::int32_t flow : rising_) lowest = std::min(lowest, flows[static_cast<std::size_t>(flow)].limit);
  const Link* last = nullptr;
  for (const Link& link : links_) {
    if (link.rising == 0) continue;
    // Neighbours are mostly alike, and divisions are what this costs.
    if (last != nullptr && link.rising == last->rising && link.spare == last->spare) continue;
    last = &link;
    lowest = std::min(lowest, link.spare / link.rising);
  }
  return lowest;
}

/// Flows whose limit is reached. False if these limits differ: what links are left with would depend on their order.
bool RunFilling::settle_limited(std::vector<Flow>& flows, double highest) {
  double rate = 0;
  std::size_t left = 0;
  std::fill(steps_.begin(), steps_.end(), 0);
  for (const std::int32_t index : rising_) {
    Flow& flow = flows[static_cast<std::size_t>(index)];
    if (flow.limit > highest) {
      rising_[left++] = index;
      continue;
    }
    if (rate != 0 && flow.limit != rate) return false;
    rate = flow.limit;
    flow.rate = rate;
    flow.bottleneck = FlowSolver::kOwnLimit;
    note_settled(flow.number);
  }
  if (left == rising_.size()) return true;
  rising_.resize(left);
  take_settled(rate);
  return true;
}

/// Marks links that are full at a level up to `highest`. False if one that is would not be any more, or one that is not
/// would be, after some of its flows have settled.
bool RunFilling::find_full(double highest) {
  std::fill(full_.begin(), full_.end(), 0);
  const Link* last = nullptr;
  bool is_full = false;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    if (link.rising == 0) continue;
    if (last == nullptr || link.rising != last->rising || link.spare != last->spare) {
      if (!stays(link, highest)) return false;
      last = &link;
      is_full = link.spare / link.rising <= highest;
    }
    if (is_full) full_[i / kWord] |= Word{1} << (i % kWord);
  }
  return true;
}

bool RunFilling::stays(const Link& link, double highest) const {
  const double level = link.spare / link.rising;
  // Far more than what subtracting the rates of a million flows can be wrong by.
  if (level > highest * (1 + 1e-6) && link.rising < 1'000'000) return true;
  double spare = link.spare;
  for (std::int32_t rising = link.rising - 1; rising > 0; --rising) {
    spare -= level_;
    if ((spare / rising <= highest) != (level <= highest)) return false;
  }
  return true;
}

void RunFilling::settle_full(std::vector<Flow>& flows) {
  std::fill(steps_.begin(), steps_.end(), 0);
  std::size_t left = 0;
  for (const std::int32_t index : rising_) {
    Flow& flow = flows[static_cast<std::size_t>(index)];
    const LinkId link = first_full(flow.number);
    if (link == FlowSolver::kOwnLimit) {
      rising_[left++] = index;
      continue;
    }
    flow.rate = level_;
    flow.bottleneck = link;
    ++link_at(link).holds;
    link_at(link).level = level_;
    note_settled(flow.number);
  }
  rising_.resize(left);
  take_settled(level_);
}

/// Of the full links of the flow the one that all flows together meet first: link by link that one would be the first
/// to settle it. None: kOwnLimit.
LinkId RunFilling::first_full(FlowId flow) const {
  std::int32_t first = std::numeric_limits<std::int32_t>::max();
  LinkId found = FlowSolver::kOwnLimit;
  for (const LinkRun& run : routes_->runs_of(flow)) {
    for_words(run, [&](std::size_t word, Word mask) {
      for (Word hits = full_[word] & mask; hits != 0; hits &= hits - 1) {
        const std::size_t link = word * kWord + static_cast<std::size_t>(__builtin_ctzll(hits));
        if (order_[link] >= first) continue;
        first = order_[link];
        found = static_cast<LinkId>(link);
      }
    });
  }
  return found;
}

void RunFilling::note_settled(FlowId flow) {
  for (const LinkRun& run : routes_->runs_of(flow)) {
    ++steps_[static_cast<std::size_t>(run.first)];
    --steps_[static_cast<std::size_t>(run.first + run.count)];
  }
}

/// The flows noted have settled at `rate`. One after the other, as filling link by link takes them: the same bits.
void RunFilling::take_settled(double rate) {
  std::int32_t settled = 0;
  double before = 0;
  double after = 0;
  std::int32_t times = 0;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    settled += steps_[i];
    if (settled == 0) continue;
    Link& link = links_[i];
    if (link.spare != before || settled != times) {
      before = after = link.spare;
      times = settled;
      for (std::int32_t flow = 0; flow < settled; ++flow) after -= rate;
    }
    link.spare = after;
    link.rising -= settled;
  }
}

}  // namespace tactus
