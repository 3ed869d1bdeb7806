#pragma once

#include <cstdint>
#include <vector>

namespace tactus {

/// Distribution of whole-numbered values (latencies in cycles) in bounded memory.
///
/// Values below 2048 are kept exactly. From there on each octave is divided into 1024 classes and a value is
/// answered as the middle of its class: off by less than 0.05 %. Count, minimum, maximum and mean are exact.
/// Memory grows with the largest value recorded, up to 0.5 MB.
class LatencyHistogram {
 public:
  /// Values that differ little, taken together.
  struct Class {
    std::uint64_t largest = 0;  ///< that it may hold
    std::uint64_t count = 0;    ///< values in the class, not 0
  };

  void record(std::uint64_t value);
  /// Adds everything that `other` has recorded.
  void merge(const LatencyHistogram& other);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// 0 if nothing was recorded, as are `max`, `mean` and `percentile`.
  [[nodiscard]] std::uint64_t min() const { return count_ == 0 ? 0 : min_; }
  [[nodiscard]] std::uint64_t max() const { return max_; }
  [[nodiscard]] double mean() const;
  /// Smallest recorded value that at least `percent` (0..100) of all values do not exceed (nearest rank).
  [[nodiscard]] std::uint64_t percentile(double percent) const;
  /// Recorded values by classes in rising order: of one value below 16, and of an eighth of an octave from there on.
  [[nodiscard]] std::vector<Class> distribution() const;

 private:
  std::vector<std::uint64_t> classes_;
  std::uint64_t count_ = 0;
  std::uint64_t min_ = UINT64_MAX;
  std::uint64_t max_ = 0;
  unsigned __int128 sum_ = 0;
};

}  // namespace tactus
