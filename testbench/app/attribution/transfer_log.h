#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hw/common/router_config.h"

namespace tactus {

/// Packets that passed the switch of one router, from the newest one back by input port and by output. A ring, in which
/// the oldest make room once they are over. Plain class.
class TransferLog {
 public:
  struct Transfer {
    std::uint64_t begin = 0;       ///< edge of its grant
    std::uint32_t length = 0;      ///< edges until its output and its input side can be granted again
    std::uint32_t before_in = 0;   ///< number of the one before it from the same input port
    std::uint32_t before_out = 0;  ///< number of the one before it through the same output
    std::uint16_t flits = 0;
    std::uint8_t in_port = 0;
    std::uint8_t in_vc = 0;
    std::uint8_t out_port = 0;
    std::uint8_t out_vc = 0;

    [[nodiscard]] std::uint64_t end() const { return begin + length; }
  };

  /// For a router of so many ports.
  explicit TransferLog(int ports) : newest_in_(static_cast<std::size_t>(ports)), newest_out_(newest_in_.size()) {}

  /// The newest one, or null. The others: `before_in` and `before_out`.
  [[nodiscard]] const Transfer* newest_in(int port) const { return find(newest_in_[static_cast<std::size_t>(port)]); }
  [[nodiscard]] const Transfer* newest_out(int port) const { return find(newest_out_[static_cast<std::size_t>(port)]); }
  [[nodiscard]] const Transfer* before_in(const Transfer& transfer) const { return find(transfer.before_in); }
  [[nodiscard]] const Transfer* before_out(const Transfer& transfer) const { return find(transfer.before_out); }

  /// The next one makes it grow.
  [[nodiscard]] bool full() const { return next_ - oldest_ == ring_.size(); }
  /// Forgets the oldest ones as long as they are over at edge `needed`, and makes room for as many as are left.
  void forget(std::uint64_t needed) {
    while (oldest_ != next_ && at(oldest_).end() <= needed) ++oldest_;
    if (2 * std::size_t{next_ - oldest_} >= ring_.size()) grow();
  }
  /// Adds one, which is to be filled in except for its ports and the ones before it. It is not full.
  [[nodiscard]] Transfer& add(std::uint8_t in_port, std::uint8_t out_port) {
    Transfer& next = at(next_);
    next.in_port = in_port;
    next.out_port = out_port;
    next.before_in = std::exchange(newest_in_[in_port], next_);
    next.before_out = std::exchange(newest_out_[out_port], next_);
    ++next_;
    return next;
  }
  /// A hint to the cache that the next one is about to be added.
  void prefetch() const { __builtin_prefetch(ring_.data() + (next_ & mask_)); }

 private:
  static constexpr std::size_t kFewPlaces = 16;

  [[nodiscard]] Transfer& at(std::uint32_t number) { return ring_[number & mask_]; }
  [[nodiscard]] const Transfer* find(std::uint32_t number) const {
    return number - oldest_ < next_ - oldest_ ? &ring_[number & mask_] : nullptr;
  }
  void grow() {
    std::vector<Transfer> more(ring_.empty() ? kFewPlaces : 2 * ring_.size());
    for (std::uint32_t i = oldest_; i != next_; ++i) more[i & (more.size() - 1)] = at(i);
    ring_ = std::move(more);
    mask_ = static_cast<std::uint32_t>(ring_.size() - 1);
  }

  std::vector<Transfer> ring_;  ///< by number; a power of two, or none
  std::uint32_t mask_ = 0;
  std::uint32_t oldest_ = 1;  ///< numbers count up; 0 is none
  std::uint32_t next_ = 1;
  std::vector<std::uint32_t> newest_in_;   ///< by port, numbers
  std::vector<std::uint32_t> newest_out_;  ///< by port, numbers
};

}  // namespace tactus
