#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tactus {

/// A signal of a waveform, by its number in the ProbeList, has another value from this cycle on.
struct WaveChange {
  std::uint32_t probe = 0;
  std::uint64_t value = 0;
};
/// Changes in one cycle, in the order of the probes.
using WaveChanges = std::vector<WaveChange>;

}  // namespace tactus
