#pragma once

#include <array>
#include <cstdint>

#include "hw/nic/nic_registers.h"

namespace tactus {

/// Ring of 16 send descriptors between software, which fills entries and rings the doorbell, and an engine,
/// which takes them in order. Entry `n modulo 16` belongs to the engine while `fetched <= n < doorbell`.
class DescriptorRing {
 public:
  static constexpr std::uint32_t kEntries = nic_reg::kRingEntries;

  /// In a network of so many dimensions.
  explicit DescriptorRing(int dimensions) : dimensions_(dimensions) {}

  /// Descriptors made ready, and taken, since reset; both modulo 2^32.
  [[nodiscard]] std::uint32_t doorbell() const { return doorbell_; }
  [[nodiscard]] std::uint32_t fetched() const { return fetched_; }
  [[nodiscard]] bool empty() const { return doorbell_ == fetched_; }

  /// The doorbell may be moved to `value`: not back, and not more than 16 ahead of what was taken.
  [[nodiscard]] bool accepts(std::uint32_t value) const {
    return value - fetched_ <= kEntries && value - fetched_ >= doorbell_ - fetched_;
  }
  void ring(std::uint32_t value) { doorbell_ = value; }

  /// The entry of word `word` (0..127) belongs to the engine.
  [[nodiscard]] bool busy(int word) const;
  [[nodiscard]] std::uint32_t word(int word) const { return words_[static_cast<std::size_t>(word)]; }
  void write(int word, std::uint32_t value) { words_[static_cast<std::size_t>(word)] = value; }

  /// Descriptor number `n` as it stands in the ring.
  [[nodiscard]] nic_reg::SendDescriptor descriptor(std::uint32_t n) const {
    return nic_reg::decode_send(&words_[std::size_t{n % kEntries} * nic_reg::kDescriptorWords], dimensions_);
  }
  /// Takes the oldest one; the ring is not empty.
  nic_reg::SendDescriptor take() { return descriptor(fetched_++); }

 private:
  std::array<std::uint32_t, std::size_t{kEntries} * nic_reg::kDescriptorWords> words_{};
  std::uint32_t doorbell_ = 0;
  std::uint32_t fetched_ = 0;
  int dimensions_;
};

}  // namespace tactus
