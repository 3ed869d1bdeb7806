#include "testbench/app/attribution/flow_attribution.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tactus {
namespace {

constexpr unsigned kShortestWindow = 20;  ///< windows of 2^20 ps, about a microsecond, to begin with

/// A loss that is a whole number of picoseconds shall not fall below it by rounding.
constexpr double kRounding = 1e-6;

double slowest(const FlowTopology& topology, const std::vector<LinkRun>& route) {
  double bandwidth = FlowSolver::kUnlimited;
  for (const LinkRun& run : route) {
    for (LinkId link = run.first; link < run.first + run.count; ++link) {
      bandwidth = std::min(bandwidth, topology.bandwidth(link));
    }
  }
  return bandwidth;
}

}  // namespace

FlowAttribution::FlowAttribution(const FlowTopology& topology, SequenceOf sequence_of, Report report)
    : topology_(topology),
      sequence_of_(std::move(sequence_of)),
      report_(std::move(report)),
      sums_(topology.nodes()),
      links_(static_cast<std::size_t>(topology.links())),
      windows_(links_.size(), kShortestWindow) {}

void FlowAttribution::message_sent(std::uint64_t id, const SentMessage& message, Picoseconds now) {
  if (id >= transfers_.size()) transfers_.resize(static_cast<std::size_t>(id) + 1);
  Transfer& sent = transfer(id);
  sent = {};
  sent.message.message = message;
  if (sequence_of_) sent.message.sequence = sequence_of_(message.sender);
  sent.message.sent = now;
}

void FlowAttribution::flow_started(const FlowMessage& message, const std::vector<LinkRun>& route, Picoseconds now) {
  Transfer& started = transfer(message.user);
  started.message.started = started.since = now;
  started.message.split[FlowPart::kSoftware] = (now - started.message.sent).count();
  started.full_rate = slowest(topology_, route);
  started.best_rate = std::min(started.full_rate, message.limit);
}

void FlowAttribution::flow_shared(std::uint64_t id, const FlowShare& share, Picoseconds now) {
  Transfer& sharing = transfer(id);
  if (sharing.share.rate == share.rate && sharing.share.bottleneck == share.bottleneck) return;
  pass(sharing, now);
  sharing.share = share;
}

void FlowAttribution::pass(Transfer& transfer, Picoseconds now) {
  const Picoseconds moved = std::max(transfer.since, std::min(now, transfer.share.due));
  charge(transfer, transfer.since.count(), moved.count());
  transfer.message.split[FlowPart::kStep] += (now - moved).count();
  transfer.since = now;
}

void FlowAttribution::charge(Transfer& transfer, std::uint64_t begin, std::uint64_t end) {
  transfer.moving += end - begin;
  const double share_lost = 1 - transfer.share.rate / transfer.best_rate;
  if (begin == end || share_lost <= 0 || transfer.share.bottleneck == FlowSolver::kOwnLimit) return;
  const auto link = static_cast<std::size_t>(transfer.share.bottleneck);
  std::uint64_t sum = 0;
  while (begin < end) {
    auto& counts = windows_.window_of(begin);
    const std::uint64_t until = std::min(end, windows_.end_of(begin));
    const double exact = transfer.carry + share_lost * static_cast<double>(until - begin);
    const double whole = std::floor(std::max(exact + kRounding, 0.0));
    const std::uint64_t lost = std::min(until - begin, static_cast<std::uint64_t>(whole));
    transfer.carry = exact - static_cast<double>(lost);
    counts[link] += lost;
    sum += lost;
    begin = until;
  }
  if (sum == 0) return;
  links_[link].lost += sum;
  transfer.message.split[FlowPart::kShared] += sum;
  std::vector<LinkLoss>& losses = transfer.message.losses;
  const auto known = std::find_if(losses.begin(), losses.end(),
                                  [&](const LinkLoss& loss) { return loss.link == transfer.share.bottleneck; });
  if (known != losses.end()) {
    known->lost += sum;
  } else {
    losses.push_back({transfer.share.bottleneck, sum});
  }
}

void FlowAttribution::flow_left(std::uint64_t id, Picoseconds now) {
  Transfer& gone = transfer(id);
  pass(gone, now);
  FlowSplit& split = gone.message.split;
  const std::uint64_t own = gone.moving - split[FlowPart::kShared];
  // Of what it took for itself, bytes at full rate are this share.
  const double at_full_rate = gone.full_rate > gone.best_rate ? gone.best_rate / gone.full_rate : 1;
  const auto transferred = static_cast<std::uint64_t>(std::llround(static_cast<double>(own) * at_full_rate));
  split[FlowPart::kTransfer] = std::min(own, transferred);
  split[FlowPart::kPace] = own - split[FlowPart::kTransfer];
  gone.message.left = now;
  for (const LinkLoss& loss : gone.message.losses) ++links_[static_cast<std::size_t>(loss.link)].messages;
}

void FlowAttribution::message_arrived(std::uint64_t id, Picoseconds now) {
  SplitMessage& message = transfer(id).message;
  message.arrived = now;
  message.split[FlowPart::kLatency] = (now - message.left).count();
  sums_.add(message.message.source.node, message.message.destination.node, message.sequence, message.split);
  if (report_) report_(message);
}

}  // namespace tactus
