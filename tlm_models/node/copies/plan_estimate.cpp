#include "tlm_models/node/copies/plan_estimate.h"

#include <algorithm>
#include <limits>

namespace tactus {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

PlanEstimate::PlanEstimate(const CopyMessage& message, const CopyPlan& plan, const CopyProtocolConfig& config,
                           const ManyCoreConfig& node, MessageFootprints& footprints)
    : message_(message),
      plan_(plan),
      config_(config),
      node_(node),
      footprints_(footprints),
      times_(node, mean_hops(node.cores)),
      lines_(message, plan, footprints, node),
      issue_(static_cast<double>(node.issue_interval.count())),
      access_(static_cast<double>(std::max(node.l1.latency, node.issue_interval).count())) {}

double PlanEstimate::cycles() {
  Side sender{plan_.sender, true, 0};
  Side receiver{plan_.receiver, false, 0};
  carry_out(sender, receiver);
  // The next message goes the other way.
  Side next_sender{plan_.sender, true, receiver.now};
  Side next_receiver{plan_.receiver, false, sender.now};
  carry_out(next_sender, next_receiver);
  return next_receiver.now - receiver.now;
}

void PlanEstimate::carry_out(Side& sender, Side& receiver) {
  flags_.assign(plan_.flags, kNever);
  bool any = true;
  while (any) {
    any = go_on(sender);
    any |= go_on(receiver);
  }
}

bool PlanEstimate::go_on(Side& side) {
  const std::size_t first = side.next;
  while (side.next < side.steps.size() && go_on(side, side.steps[side.next])) ++side.next;
  return side.next > first;
}

bool PlanEstimate::go_on(Side& side, const CopyStep& step) {
  const auto instructions = static_cast<double>(step.instructions);
  switch (step.kind) {
    case CopyStep::Kind::kWork:
      side.now += work(instructions);
      break;
    case CopyStep::Kind::kRead:
      side.now += description(step.bytes);
      break;
    case CopyStep::Kind::kCopy:
      if (step.from < step.to) side.now += copy(side, step);
      break;
    case CopyStep::Kind::kPost:
      side.now += work(instructions) + access_;
      flags_[step.flag] = side.now + in_queue(times_.upgrade, side.last_written, step.address);
      break;
    case CopyStep::Kind::kWait: {
      const double flag = flags_[step.flag];
      if (flag == kNever) return false;
      side.now = std::max(side.now, flag) + work(instructions) + access_ +
                 in_queue(times_.other_core, side.last_read, step.address);
      break;
    }
    case CopyStep::Kind::kIdle:  // these are of no message's plan
    case CopyStep::Kind::kFrom:
      break;
  }
  return true;
}

double PlanEstimate::copy(const Side& side, const CopyStep& step) {
  const auto key = std::make_pair(&footprints_.of(step), side.sends);
  auto known = prices_.find(key);
  if (known == prices_.end()) known = prices_.emplace(key, price(step, side.sends)).first;
  const Price& all = known->second;
  const double share = static_cast<double>(step.to - step.from) / all.bytes;
  // A part begins a stretch, and a piece and an item on either side, that all of it has begun before.
  const CopyCosts& costs = config_.costs;
  const double again = work(static_cast<double>(costs.stretch + 2 * costs.piece + 2 * costs.item)) * (1 - share);
  const double thread = all.thread * share + again;
  const double writes = all.writes * share;
  return node_.write_buffer == 0 ? thread + writes : std::max(thread, writes);
}

PlanEstimate::Price PlanEstimate::price(const CopyStep& step, bool by_sender) {
  const CopyFootprint& all = footprints_.of(step);
  const auto count = [](std::uint64_t cost, double times) { return static_cast<double>(cost) * times; };
  const CopyCosts& costs = config_.costs;
  Price sum;
  sum.bytes = all.bytes;
  sum.thread = work(count(costs.stretch, all.stretches) + count(costs.piece, all.pieces) +
                    count(costs.item, all.items) + all.instructions) +
               access_ * (all.source.accesses + all.destination.accesses);
  if (footprints_.scatters(step)) {
    LineShares buffers = lines_.of_buffers(all.destination);
    buffers.taken = 1 - buffers.beyond_l2;
    sum.thread += reads(all.source, buffers);
  } else {
    sum.thread += reads(all.source, lines_.of(all.source, by_sender, PlanLines::Access::kReads));
  }
  if (footprints_.gathers(step)) {
    LineShares buffers = lines_.of_buffers(all.source);
    buffers.upgraded = 1 - buffers.beyond_l2;
    sum.writes = writes(all.destination, buffers);
  } else {
    sum.writes = writes(all.destination, lines_.of(all.destination, !by_sender, PlanLines::Access::kWrites));
  }
  return sum;
}

double PlanEstimate::reads(const SideFootprint& side, const LineShares& shares) const {
  const auto lines = static_cast<double>(side.lines.size());
  return own_lines(side, shares) + lines * shares.taken * times_.followed(times_.other_core, side.followed);
}

double PlanEstimate::writes(const SideFootprint& side, const LineShares& shares) const {
  if (!node_.write_allocate) return side.accesses * times_.followed(times_.memory, side.followed);
  const auto lines = static_cast<double>(side.lines.size());
  const double upgrade = times_.upgrade + shares.beyond_l1 * times_.l2;
  return own_lines(side, shares) + lines * (shares.upgraded * times_.followed(upgrade, side.followed) +
                                            shares.taken * times_.followed(times_.other_core, side.followed));
}

double PlanEstimate::own_lines(const SideFootprint& side, const LineShares& shares) const {
  const double l2 = times_.followed(times_.l2, side.followed);
  const double memory = times_.followed(times_.memory, side.followed);
  const double alone = static_cast<double>(side.lines.size()) * (1 - shares.taken - shares.upgraded);
  // What L1 has no room for L2 may have, or memory.
  const double in_l2 = shares.beyond_l1 - shares.beyond_l2;
  const double first = in_l2 * l2 + shares.beyond_l2 * memory;
  const double again = (side.beyond_l1 - side.beyond_l2) * shares.beyond_l1 * l2 + side.beyond_l2 * first;
  return alone * first + again;
}

/// Descriptions are read in order, and by nobody who writes.
double PlanEstimate::description(std::uint64_t bytes) const {
  const auto lines = static_cast<double>(ceil_div(bytes, node_.line.count()));
  const LineShares shares = lines_.of_all();
  const double in_l2 = shares.beyond_l1 - shares.beyond_l2;
  return lines *
         (access_ + in_l2 * times_.followed(times_.l2, 1) + shares.beyond_l2 * times_.followed(times_.memory, 1));
}

double PlanEstimate::in_queue(double cycles, std::uint64_t& last, std::uint64_t address) const {
  const std::uint64_t line = address / node_.line.count();
  const std::uint64_t distance = last < line ? line - last : last - line;
  const bool first = last == 0;
  last = line;
  const bool followed =
      node_.prefetch_streams > 0 && (first || distance <= static_cast<std::uint64_t>(node_.prefetch_stride));
  return times_.followed(cycles, followed ? 1 : 0);
}

}  // namespace tactus
