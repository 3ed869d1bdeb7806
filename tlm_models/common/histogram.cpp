#include "tlm_models/common/histogram.h"

#include <algorithm>
#include <cmath>

namespace tactus {
namespace {

// 2^10 classes to an octave: the first octave that is not exact, 2^11 .. 2^12, has classes of two values.
constexpr int kOctaveBits = 10;
constexpr std::uint64_t kOctaveClasses = 1U << kOctaveBits;
constexpr std::uint64_t kExactValues = 2 * kOctaveClasses;

std::size_t class_of(std::uint64_t value) {
  if (value < kExactValues) return value;
  const int shift = 63 - __builtin_clzll(value) - kOctaveBits;  // leaves 11 significant bits
  return static_cast<std::uint64_t>(shift) * kOctaveClasses + (value >> shift);
}

/// Largest value of the class of the distribution that has `value`: those with the same four leading bits.
std::uint64_t largest_beside(std::uint64_t value) {
  constexpr int kLeadingBits = 4;
  if (value < 1U << kLeadingBits) return value;
  const int shift = 64 - __builtin_clzll(value) - kLeadingBits;
  return value | ((1ULL << shift) - 1);
}

std::uint64_t middle_of(std::size_t index) {
  if (index < kExactValues) return index;
  const std::uint64_t shift = index / kOctaveClasses - 1;
  const std::uint64_t lowest = (index - shift * kOctaveClasses) << shift;
  return lowest + ((1ULL << shift) - 1) / 2;
}

}  // namespace

void LatencyHistogram::record(std::uint64_t value) {
  const std::size_t index = class_of(value);
  if (index >= classes_.size()) classes_.resize(index + 1);
  ++classes_[index];
  ++count_;
  sum_ += value;
  min_ = std::min(min_, value);
  max_ = std::max(max_, value);
}

void LatencyHistogram::merge(const LatencyHistogram& other) {
  if (other.classes_.size() > classes_.size()) classes_.resize(other.classes_.size());
  for (std::size_t i = 0; i < other.classes_.size(); ++i) classes_[i] += other.classes_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

double LatencyHistogram::mean() const {
  return count_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

std::uint64_t LatencyHistogram::percentile(double percent) const {
  if (count_ == 0) return 0;
  // Multiplied before it is divided: 7 % of 100 values is 7, not 7.000000000000001.
  const double wanted = std::ceil(std::clamp(percent, 0.0, 100.0) * static_cast<double>(count_) / 100.0);
  const std::uint64_t rank = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(wanted), 1, count_);
  std::uint64_t seen = 0;
  std::size_t index = 0;
  while ((seen += classes_[index]) < rank) ++index;
  return std::clamp(middle_of(index), min(), max_);
}

std::vector<LatencyHistogram::Class> LatencyHistogram::distribution() const {
  std::vector<Class> distribution;
  for (std::size_t index = 0; index < classes_.size(); ++index) {
    if (classes_[index] == 0) continue;
    const std::uint64_t largest = largest_beside(middle_of(index));
    if (distribution.empty() || distribution.back().largest != largest) distribution.push_back({largest, 0});
    distribution.back().count += classes_[index];
  }
  return distribution;
}

}  // namespace tactus
