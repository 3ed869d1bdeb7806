#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/common/probe.h"

namespace tactus {

/// A signal of a waveform, by its number in the ProbeList, has another value from this cycle on, or from a time in it.
struct WaveChange {
  WaveChange() = default;
  WaveChange(std::uint32_t number, std::uint64_t now, std::uint32_t later = 0)
      : probe(number), after(later), value(now) {}

  std::uint32_t probe = 0;
  std::uint32_t after = 0;  ///< picoseconds after the edge; 0 but for parts with cycles of their own
  std::uint64_t value = 0;
};
/// Changes in one cycle, in the order of the probes; those after the edge behind them, in the order of their times.
using WaveChanges = std::vector<WaveChange>;

/// Reads probes again and again, those that can be together at once, and tells which values are new. Plain class.
class ProbeSampler {
 public:
  /// Samples the probes from number `first` on, up to before `end`.
  ProbeSampler(const ProbeList& probes, std::size_t first, std::size_t end);
  ProbeSampler(const ProbeList& probes, std::size_t first) : ProbeSampler(probes, first, probes.size()) {}

  /// Gives the changes since the last time, in the order of the probes; the first time all.
  void sample(WaveChanges& changes);
  /// Last read, by probe; of those before the first 0.
  [[nodiscard]] const std::vector<std::uint64_t>& values() const { return values_; }

 private:
  /// One reading, and the probes that its values are of: `count` of `probes_` from `first` on.
  struct Reader {
    ReadTogether read;
    std::size_t first = 0;
    std::size_t count = 0;
  };

  std::vector<Reader> readers_;
  std::vector<std::uint32_t> probes_;
  std::vector<std::uint64_t> values_;
  bool in_order_ = true;  ///< the probes are in order
  bool sampled_ = false;
};

}  // namespace tactus
