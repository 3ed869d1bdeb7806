#include "tlm_models/node/copies/plan_lines.h"

#include <algorithm>
#include <cstddef>

#include "tlm_models/node/copies/node_addresses.h"

namespace tactus {
namespace {

constexpr std::uint8_t kOwnerReads = 1;
constexpr std::uint8_t kOwnerWrites = 2;
constexpr std::uint8_t kOtherReads = 4;
constexpr std::uint8_t kOtherWrites = 8;

std::uint8_t bit_of(bool by_owner, PlanLines::Access access) {
  if (access == PlanLines::Access::kReads) return by_owner ? kOwnerReads : kOtherReads;
  return by_owner ? kOwnerWrites : kOtherWrites;
}

std::vector<std::uint32_t> sets_of(const CacheConfig& cache, Bytes line) {
  return std::vector<std::uint32_t>(cache.size.count() / line.count() / static_cast<std::uint64_t>(cache.ways));
}

void make_set(std::vector<std::uint64_t>& lines) {
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
}

bool overfull(const std::vector<std::uint32_t>& sets, std::uint64_t line, int ways) {
  return sets[line & (sets.size() - 1)] > static_cast<std::uint32_t>(ways);
}

}  // namespace

PlanLines::PlanLines(const CopyMessage& message, const CopyPlan& plan, MessageFootprints& footprints,
                     const ManyCoreConfig& node)
    : node_(node),
      message_bytes_(static_cast<double>(message.send.layout->size())),
      l1_(sets_of(node.l1, node.line)),
      l2_(sets_of(node.l2, node.line)) {
  add_copies(plan.sender, true, footprints);
  add_copies(plan.receiver, false, footprints);
  count_sets();
}

/// A core sends and receives in turn. In the one role it does what the steps of the sender say, with the other process
/// as receiver; in the other role the reverse.
void PlanLines::add_copies(const CopySteps& steps, bool by_sender, MessageFootprints& footprints) {
  std::vector<const CopyFootprint*> added;
  for (const CopyStep& step : steps) {
    if (step.kind == CopyStep::Kind::kRead) add_range(by_sender ? own_ : partner_, step.address, step.bytes);
    if (step.kind != CopyStep::Kind::kCopy || step.from == step.to) continue;
    const auto bytes = static_cast<std::uint64_t>(step.to - step.from);
    // Buffers are the sender's: its own in the one role, the other's in the other role, in the same sets.
    if (footprints.gathers(step)) {
      const auto address = static_cast<std::uint64_t>(step.destination.buffer + step.from);
      for (Lines* lines : {&own_, &partner_, &buffers_}) add_range(*lines, address, bytes);
    }
    const CopyFootprint& all = footprints.of(step);
    if (std::find(added.begin(), added.end(), &all) != added.end()) continue;
    added.push_back(&all);
    if (!footprints.scatters(step)) note(all.source, by_sender, Access::kReads);
    if (!footprints.gathers(step)) note(all.destination, !by_sender, Access::kWrites);
  }
}

void PlanLines::add_range(Lines& lines, std::uint64_t address, std::uint64_t bytes) const {
  if (bytes == 0) return;
  const std::uint64_t start = address % node_addresses::kProcessArea;
  const std::uint64_t last = (start + bytes - 1) / node_.line.count();
  for (std::uint64_t line = start / node_.line.count(); line <= last; ++line) lines.push_back(line);
}

void PlanLines::note(const SideFootprint& side, bool by_owner, Access access) {
  Lines& lines = by_owner ? own_ : partner_;
  lines.insert(lines.end(), side.lines.begin(), side.lines.end());
  for (const std::uint64_t line : side.lines) users_[line] |= bit_of(by_owner, access);
}

void PlanLines::count_sets() {
  make_set(own_);
  make_set(partner_);
  make_set(buffers_);
  all_ = own_;
  all_.insert(all_.end(), partner_.begin(), partner_.end());
  for (const std::uint64_t line : all_) {
    ++l1_[line & (l1_.size() - 1)];
    ++l2_[line & (l2_.size() - 1)];
  }
}

LineShares PlanLines::shares(const Lines& lines) const {
  LineShares sum;
  if (lines.empty()) return sum;
  for (const std::uint64_t line : lines) {
    if (!overfull(l1_, line, node_.l1.ways)) continue;
    ++sum.beyond_l1;
    if (overfull(l2_, line, node_.l2.ways)) ++sum.beyond_l2;
  }
  const auto count = static_cast<double>(lines.size());
  sum.beyond_l1 /= count;
  sum.beyond_l2 /= count;
  return sum;
}

LineShares PlanLines::of(const SideFootprint& side, bool by_owner, Access access) const {
  LineShares all = shares(side.lines);
  if (side.lines.empty()) return all;
  const std::uint8_t reads = by_owner ? kOtherReads : kOwnerReads;
  const std::uint8_t writes = by_owner ? kOtherWrites : kOwnerWrites;
  for (const std::uint64_t line : side.lines) {
    const std::uint8_t users = users_.at(line);
    if ((users & writes) != 0) {
      ++all.taken;
    } else if (access == Access::kWrites && (users & reads) != 0) {
      ++all.upgraded;
    }
  }
  const auto count = static_cast<double>(side.lines.size());
  all.taken /= count;
  all.upgraded /= count;
  return all;
}

LineShares PlanLines::of_buffers(const SideFootprint& data) const {
  LineShares all = shares(buffers_);
  const auto bytes = static_cast<double>(buffers_.size() * node_.line.count());
  if (bytes >= message_bytes_) return all;
  // They are used again within the message, with as much data as goes through them in between.
  const double packed_lines = message_bytes_ / static_cast<double>(node_.line.count());
  const double between = bytes * (1 + static_cast<double>(data.lines.size()) / packed_lines);
  all.beyond_l1 = between <= static_cast<double>(node_.l1.size.count()) ? 0 : 1;
  all.beyond_l2 = between <= static_cast<double>(node_.l2.size.count()) ? 0 : 1;
  return all;
}

}  // namespace tactus
