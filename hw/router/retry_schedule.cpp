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
  const std::uint64_t entered = granted + kGrantToSender;
  send_in_vain(entered, flits);

  std::uint64_t head = head_at(std::max(entered, wire_free_), flits);
  while (errors_.wrong_flit(head, flits) >= 0) {
    ++counts_.repetitions;
    counts_.discarded_flits += length;
    const std::uint64_t tail = head + length - 1;
    vain_.push_back({tail + 1, tail + settings_.timeout});
    head = head_at(tail + settings_.timeout, flits);
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
  counts_.full_cycles += passage.opens - passage.free;
  return passage;
}

void RetrySchedule::send_in_vain(std::uint64_t entered, int flits) {
  while (!vain_.empty() && vain_.front().end <= entered) vain_.erase(vain_.begin());
  for (Vain& vain : vain_) {
    const std::uint64_t start = std::max(vain.next, entered);
    if (start >= vain.end) continue;
    const std::uint64_t head = head_at(start, flits);
    vain.next = head + static_cast<std::uint64_t>(flits);
    if (head < vain.end) counts_.discarded_flits += std::min(vain.next, vain.end) - head;
  }
}

}  // namespace tactus
