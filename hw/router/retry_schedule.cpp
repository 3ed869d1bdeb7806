#include "hw/router/retry_schedule.h"

#include <algorithm>

namespace tactus {
namespace {

/// SA to the edge at which the sender samples the head: ST, and the wire between them.
constexpr std::uint64_t kGrantToSender = 2;

}  // namespace

RetrySchedule::RetrySchedule(const MachineConfig& config, Coordinate position, Direction direction)
    : settings_(config, position, direction),
      transfer_(config, position, direction),
      errors_(config, position, direction),
      turnaround_(config.router.turnaround.count()) {}

RetrySchedule::Passage RetrySchedule::pass(std::uint64_t granted, int flits) {
  const auto length = static_cast<std::uint64_t>(flits);
  if (!due_.empty()) settle(granted);
  const std::uint64_t entered = granted + kGrantToSender;
  send_in_vain(entered, flits);

  std::uint64_t head = head_at(std::max(entered, wire_free_), flits);
  while (errors_.wrong_flit(head, flits) >= 0) {
    const std::uint64_t tail = head + length - 1;
    const std::uint64_t again = tail + settings_.timeout;
    due_.push_back({&RetryCounts::discarded_flits, tail + settings_.delay, length});
    due_.push_back({&RetryCounts::repetitions, again, 1});
    vain_.push_back({tail + 1, again});
    head = head_at(again, flits);
  }
  wire_free_ = head + length;

  Passage passage;
  const std::uint64_t checked = wire_free_ - 1 + settings_.delay;
  const std::uint64_t given = std::max(checked, feed_free_);
  feed_free_ = given + length;
  passage.arrives = given + 1;
  passage.acked = checked + settings_.delay + 1;

  used_ += flits;
  acked_.push({passage.acked, flits});
  passage.free = passage.opens = granted + length + turnaround_;
  while (used_ + settings_.longest > settings_.buffer) {
    passage.opens = std::max(passage.opens, acked_.front().edge);
    used_ -= acked_.front().flits;
    acked_.pop();
  }
  if (passage.opens > passage.free) {
    due_.push_back({&RetryCounts::full_cycles, passage.opens, passage.opens - passage.free});
  }
  return passage;
}

RetryCounts RetrySchedule::counts(std::uint64_t now) const {
  RetryCounts counts = counts_;
  for (const Due& due : due_) counts.*due.what += due.by(now);
  return counts;
}

void RetrySchedule::settle(std::uint64_t now) {
  const auto is_over = [this, now](const Due& due) {
    if (due.by(now) < due.count) return false;
    counts_.*due.what += due.count;
    return true;
  };
  due_.erase(std::remove_if(due_.begin(), due_.end(), is_over), due_.end());
}

void RetrySchedule::send_in_vain(std::uint64_t entered, int flits) {
  while (!vain_.empty() && vain_.front().end <= entered) vain_.erase(vain_.begin());
  for (Vain& vain : vain_) {
    const std::uint64_t start = std::max(vain.next, entered);
    if (start >= vain.end) continue;
    const std::uint64_t head = head_at(start, flits);
    vain.next = head + static_cast<std::uint64_t>(flits);
    if (head >= vain.end) continue;
    due_.push_back({&RetryCounts::discarded_flits, head + settings_.delay, std::min(vain.next, vain.end) - head, true});
  }
}

}  // namespace tactus
