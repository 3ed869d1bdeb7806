#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tactus {

/// A kind of stimulus that a bench of parts makes.
struct Stimulus {
  const char* group;
  const char* text;
};

/// A kind of stimulus, and how often it was made.
struct CountedStimulus {
  std::string group;
  std::string text;
  std::uint64_t times = 0;
};

/// How often a bench has made each kind of stimulus: functional coverage. `Kind` is an enumeration from 0 on whose last
/// value is `kKinds`.
template <class Kind>
class StimulusCounts {
 public:
  static constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::kKinds);
  using Texts = std::array<Stimulus, kKinds>;

  /// `kind` was made, if `made`.
  void count(Kind kind, bool made = true) { times_[static_cast<std::size_t>(kind)] += made ? 1 : 0; }

  void add(const StimulusCounts& other) {
    for (std::size_t i = 0; i < kKinds; ++i) times_[i] += other.times_[i];
  }

  /// With their texts, in order.
  [[nodiscard]] std::vector<CountedStimulus> list(const Texts& texts) const {
    std::vector<CountedStimulus> all;
    for (std::size_t i = 0; i < kKinds; ++i) all.push_back({texts[i].group, texts[i].text, times_[i]});
    return all;
  }

 private:
  std::array<std::uint64_t, kKinds> times_{};
};

}  // namespace tactus
